"""The HTTP and WebSocket side: routes, the socket, authentication, limits, documentation."""

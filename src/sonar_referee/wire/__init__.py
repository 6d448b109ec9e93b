"""What goes over HTTP and sockets: parsing, JSON, problems and schemas, all derived from the games' own types."""

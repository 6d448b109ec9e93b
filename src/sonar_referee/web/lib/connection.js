// @ts-check
// One socket to one match: says hello, comes back by itself after a break, and misses nothing.

const RETRY = [500, 1000, 2000, 3000, 5000];
const SILENT_FOR = 25_000;
const TOO_MANY = 4429;
const AFTER_TOO_MANY = 10_000;
const STOPPING = 1012;

/** @typedef {"connecting" | "open" | "waiting" | "closed"} Link */

export class Connection {
  /**
   * @param {string} matchId
   * @param {string | null} token
   * @param {(frame: any) => void} onFrame
   * @param {(link: Link, retryAt: number | null) => void} onLink
   */
  constructor(matchId, token, onFrame, onLink) {
    this.matchId = matchId;
    this.token = token;
    this.onFrame = onFrame;
    this.onLink = onLink;
    /** @type {number | null} */
    this.after = 0;
    this.tries = 0;
    /** @type {Map<string, {resolve: (frame: any) => void, reject: (error: Error) => void, frame: string}>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.ended = false;
    this.lastFrame = 0;
    /** what the server last said was too much; empty when all is well */
    this.tooMuch = "";
    /** whether the server has said that it stops */
    this.restarting = false;
    window.addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.now();
    });
    this.heart = window.setInterval(() => this.beat(), 10_000);
    this.open();
  }

  /** Try again at once. */
  now() {
    if (this.ended || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    window.clearTimeout(this.timer);
    this.open();
  }

  /**
   * Come in again as somebody else: with another token, or with the same one and other seats.
   * @param {string | null} token
   */
  again(token) {
    window.clearTimeout(this.timer);
    const { socket } = this;
    if (socket) {
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
    }
    window.clearInterval(this.heart);
    this.heart = window.setInterval(() => this.beat(), 10_000);
    this.ended = false;
    this.token = token;
    this.after = 0;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${this.matchId}/ws`);
    this.socket = socket;
    this.onLink("connecting", null);
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: this.token, after: this.after }));
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => this.closed(event);
  }

  /** @param {any} frame */
  hear(frame) {
    this.lastFrame = Date.now();
    if (frame.type === "welcome") {
      this.tries = 0;
      this.tooMuch = "";
      this.restarting = false;
      this.onLink("open", null);
      for (const order of this.pending.values()) this.socket?.send(order.frame);
    }
    if (frame.type === "announcement") {
      if (this.after !== null && frame.seq <= this.after) return;
      this.after = frame.seq;
    }
    if (frame.type === "accepted" || (frame.type === "refused" && frame.order_id)) {
      const waiting = this.pending.get(frame.order_id);
      this.pending.delete(frame.order_id);
      waiting?.resolve(frame);
    }
    if (frame.type === "refused" && frame.problem.code.startsWith("too_many")) this.tooMuch = frame.problem.detail;
    this.onFrame(frame);
  }

  /** @param {CloseEvent} event */
  closed(event) {
    if (this.ended) return;
    if (event.code === 4403 || event.code === 4400) {
      this.ended = true;
      window.clearInterval(this.heart);
      this.onLink("closed", null);
      return;
    }
    if (event.code !== TOO_MANY) this.tooMuch = "";
    const delay = event.code === TOO_MANY ? AFTER_TOO_MANY : RETRY[Math.min(this.tries, RETRY.length - 1)];
    if (event.code === STOPPING) this.restarting = true;
    this.tries += 1;
    this.onLink("waiting", Date.now() + delay);
    this.timer = window.setTimeout(() => this.open(), delay);
  }

  /** A connection that says nothing for long is broken, whatever the browser believes. */
  beat() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.lastFrame > SILENT_FOR) this.socket.close();
    else this.socket.send('{"type":"ping"}');
  }

  /** @param {unknown} frame */
  send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /**
   * Give an order; resolves with the `accepted` or `refused` frame, after a break too.
   * @param {any} order
   * @param {string | null} seat
   * @returns {Promise<any>}
   */
  order(order, seat) {
    const order_id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
    const frame = JSON.stringify({ type: "order", order_id, seat, order });
    return new Promise((resolve, reject) => {
      this.pending.set(order_id, { resolve, reject, frame });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(frame);
    });
  }

  close() {
    this.ended = true;
    window.clearInterval(this.heart);
    window.clearTimeout(this.timer);
    this.socket?.close();
  }
}

// @ts-check
// Calls to the server. A refusal is an error with the server's own words.

/** A refusal of the server, or the lack of one when it cannot be reached. */
export class Refused extends Error {
  /** @param {import("../types.d.ts").ProblemDocument} problem */
  constructor(problem) {
    super(problem.detail);
    this.code = problem.code;
    this.rule = problem.rule;
    this.status = problem.status;
  }
}

const PATIENCE = 5;

/**
 * A call that the server refuses because it came too soon is made again when the server says so, if that is soon.
 * @param {string} method
 * @param {string} path below /api
 * @param {{body?: unknown, token?: string | null}} [options]
 * @returns {Promise<any>}
 */
export async function call(method, path, { body, token } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  const request = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
  for (let waited = 0; ; ) {
    const response = await answer(path, request);
    if (response.status === 204) return null;
    const document = await response.json();
    if (response.ok) return document;
    const wait = response.status === 429 ? document.retry_after : undefined;
    if (!wait || waited + wait > PATIENCE) throw new Refused(document);
    waited += wait;
    await new Promise((resolve) => window.setTimeout(resolve, wait * 1000));
  }
}

/** @param {string} path @param {RequestInit} request @returns {Promise<Response>} */
async function answer(path, request) {
  try {
    return await fetch(`/api${path}`, request);
  } catch {
    throw new Refused({
      type: "",
      title: "",
      status: 0,
      code: "unreachable",
      detail: "The server does not answer. Is this device still in its network?",
    });
  }
}

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

/**
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
  let response;
  try {
    response = await fetch(`/api${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refused({
      type: "",
      title: "",
      status: 0,
      code: "unreachable",
      detail: "The server does not answer. Is this device still in its network?",
    });
  }
  if (response.status === 204) return null;
  const document = await response.json();
  if (!response.ok) throw new Refused(document);
  return document;
}

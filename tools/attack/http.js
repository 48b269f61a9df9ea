'use strict';
/** HTTP client of the attacks: from any loopback address, with a result in every case. */
const http = require('node:http');

const TIMEOUT_MS = 20_000;
/** Bytes of a response body that are kept; the rest is counted and discarded. */
const KEPT_BYTES = 4 * 2 ** 20;
const LOOPBACK = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/**
 * @typedef {{ method?: string, path: string, headers?: Record<string, string>, body?: unknown,
 *   from?: string, timeoutMs?: number, isSilent?: boolean }} Call `body`: text and bytes are sent
 *   unchanged, other values as JSON
 * @typedef {{ status: number, headers: http.IncomingHttpHeaders, text: string, bytes: number, ms:
 *   number, error?: string }} Answer status 0: no response
 */

/** Agents by server and local address. */
const agents = new Map();
function agentFrom(base, localAddress) {
  const key = `${base} ${localAddress}`;
  if (!agents.has(key)) {
    agents.set(key, new http.Agent({ keepAlive: true, localAddress, maxSockets: 2_000 }));
  }
  return agents.get(key);
}

/** Closes the connections of all previous requests to this server. */
function closeConnections(base) {
  for (const [key, agent] of agents) {
    if (!key.startsWith(`${base} `)) continue;
    agent.destroy();
    agents.delete(key);
  }
}

/**
 * @param {string} base `http://127.0.0.1:PORT`; only loopback is ever contacted
 * @param {Call} call
 * @returns {Promise<Answer>}
 */
function send(base, { method = 'GET', path, headers = {}, body, from = '127.0.0.1', timeoutMs }) {
  const { hostname, port } = new URL(base);
  if (!LOOPBACK.test(hostname)) throw new Error(`${hostname} is not a loopback address.`);
  const isRaw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  const payload = isRaw ? body : JSON.stringify(body);
  const all = { 'content-type': 'application/json', 'kbn-xsrf': 'true', ...headers };
  if (payload === undefined) delete all['content-type'];
  else all['content-length'] = String(Buffer.byteLength(payload));
  for (const name of Object.keys(all)) if (all[name] === undefined) delete all[name];

  return new Promise((resolve) => {
    const startedAtMs = performance.now();
    const chunks = [];
    let bytes = 0;
    const end = (status, responseHeaders, error) => {
      clearTimeout(timer);
      const text = Buffer.concat(chunks).toString('utf8');
      const ms = performance.now() - startedAtMs;
      resolve({ status, headers: responseHeaders, text, bytes, ms, ...(error && { error }) });
    };
    const request = http.request(
      { host: hostname, port, method, path, headers: all, agent: agentFrom(base, from) },
      (response) => {
        response.on('data', (chunk) => {
          bytes += chunk.length;
          if (bytes <= KEPT_BYTES) chunks.push(chunk);
        });
        response.on('end', () => end(response.statusCode, response.headers));
        response.on('error', (error) => end(0, {}, error.code ?? error.message));
      }
    );
    const timer = setTimeout(
      () => request.destroy(Object.assign(new Error('no answer'), { code: 'TIMEOUT' })),
      timeoutMs ?? TIMEOUT_MS
    );
    request.on('error', (error) => end(0, {}, error.code ?? error.message));
    request.end(payload);
  });
}

/** @returns {string} value of an `Authorization` header */
const basic = (name, password) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

/**
 * Runs jobs, `atOnce` of them concurrently.
 * @template T
 * @param {number} atOnce
 * @param {Iterable<() => Promise<T>>} jobs
 * @returns {Promise<T[]>}
 */
async function runPool(atOnce, jobs) {
  const results = [];
  const source = jobs[Symbol.iterator]();
  const worker = async () => {
    for (let job = source.next(); !job.done; job = source.next()) results.push(await job.value());
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/**
 * @template T
 * @param {number} count
 * @param {(at: number) => T} make
 * @returns {T[]}
 */
const times = (count, make) => Array.from({ length: count }, (_, at) => make(at));

module.exports = { send, basic, runPool, closeConnections, times };

'use strict';
/**
 * A keep-alive load generator. Runs as a process of its own (`node load.js JSON`), so that
 * measuring does not take the server's processor time inside the same event loop. Raw sockets: a
 * full HTTP client would cost more than the server it measures.
 *
 * In: { url, headers, connections, seconds }. Out: one line of JSON,
 * { requests, seconds, perSecond, p50Ms, p99Ms, errors }.
 */
const net = require('node:net');

const WARM_UP_SECONDS = 1;
const HEAD_END = '\r\n\r\n';

/** Length of the first whole response in the buffer, and its status; undefined while incomplete. */
function firstResponse(buffer) {
  const headEnd = buffer.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = buffer.toString('latin1', 0, headEnd);
  const bodyLength = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (bodyLength === undefined) throw new Error(`No content-length in:\n${head}`);
  const length = headEnd + HEAD_END.length + Number(bodyLength);
  return buffer.length < length ? undefined : { length, status: Number(head.slice(9, 12)) };
}

function load({ url, headers, connections, seconds }) {
  const { hostname, port, host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}${HEAD_END}`;
  const latenciesMs = [];
  let errors = 0;
  let isCounting = false;
  let isOver = false;

  const connect = () => {
    const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
    let buffer = Buffer.alloc(0);
    let sentAtMs = 0;
    const send = () => {
      sentAtMs = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
      const response = firstResponse(buffer);
      if (!response) return;
      buffer = buffer.subarray(response.length);
      if (isCounting) {
        latenciesMs.push(performance.now() - sentAtMs);
        if (response.status !== 200) errors++;
      }
      if (isOver) socket.destroy();
      else send();
    });
    socket.on('error', () => errors++);
  };
  for (let i = 0; i < connections; i++) connect();

  setTimeout(() => (isCounting = true), WARM_UP_SECONDS * 1000);
  setTimeout(
    () => {
      isCounting = false;
      isOver = true;
      latenciesMs.sort((a, b) => a - b);
      const at = (share) => latenciesMs[Math.floor((latenciesMs.length - 1) * share)] ?? 0;
      const result = {
        requests: latenciesMs.length,
        seconds,
        perSecond: Math.round(latenciesMs.length / seconds),
        p50Ms: Number(at(0.5).toFixed(2)),
        p99Ms: Number(at(0.99).toFixed(2)),
        errors,
      };
      process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
    },
    (WARM_UP_SECONDS + seconds) * 1000
  );
}

if (require.main === module) load(JSON.parse(process.argv[2]));
module.exports = { firstResponse };

'use strict';
/**
 * People who are signed in and do nothing wrong, from an address of their own: each asks for the
 * account, the status and a page, again and again. A process of its own, so that firing does not
 * slow down what is measured.
 *
 * In (IPC): `{ url, cookies, from, pauseMs }` starts, `{ isPaused }` holds, `{ take: true }` asks
 * for `{ latenciesMs, statuses }` since the last time.
 */
const { send } = require('./http');

const PATHS = ['/api/v1/configuration/account', '/api/status', '/app/home'];
const TIMEOUT_MS = 15_000;

let latenciesMs = [];
let statuses = {};
let isPaused = false;

async function loop({ url, cookie, from, pauseMs }) {
  for (let turn = 0; process.connected; turn++) {
    // Not all at the same moment.
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
    if (isPaused) continue;
    const answer = await send(url, {
      path: PATHS[turn % PATHS.length],
      headers: { cookie },
      from,
      timeoutMs: TIMEOUT_MS,
    });
    latenciesMs.push(answer.ms);
    const status = answer.error ?? answer.status;
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

process.on('message', (message) => {
  for (const cookie of message.cookies ?? []) void loop({ ...message, cookie });
  if (message.isPaused !== undefined) isPaused = message.isPaused;
  if (!message.take) return;
  process.send({ latenciesMs, statuses });
  latenciesMs = [];
  statuses = {};
});

'use strict';
/**
 * Somebody who is signed in and does nothing wrong, from an address of his own: asks for his account, the status and a
 * page, again and again. A process of its own, so that firing does not slow down what is measured.
 *
 * In (IPC): `{ url, cookie, from }` starts, `'take'` asks for `{ latenciesMs, statuses }` since the last time.
 */
const { send } = require('./http');

const PATHS = ['/api/v1/configuration/account', '/api/status', '/app/home'];
const PAUSE_MS = 25;
const TIMEOUT_MS = 15_000;

let latenciesMs = [];
let statuses = {};
let isPaused = false;

async function loop({ url, cookie, from }) {
  for (let turn = 0; process.connected; turn++) {
    if (!isPaused) {
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
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

process.on('message', (message) => {
  if (message.url) void loop(message);
  if (message.isPaused !== undefined) isPaused = message.isPaused;
  if (!message.take) return;
  process.send({ latenciesMs, statuses });
  latenciesMs = [];
  statuses = {};
});

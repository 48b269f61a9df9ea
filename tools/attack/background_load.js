'use strict';
/**
 * Simulates well-behaved logged-in users from an address of their own: each requests the account,
 * the status and a page repeatedly. Runs as a process of its own, so that the attack does not slow
 * down the measurement.
 *
 * IPC messages: `{ url, cookies, from, pauseMs }` starts, `{ isPaused }` pauses, `{ take: true }`
 * requests `{ taken: { latenciesMs, statuses, workMs } }` since the last time, which is sent once
 * it holds at least one response. Twice a second the process sends `{ recent: { latenciesMs, workMs
 * } }`.
 *
 * `workMs` is the processor time of a fixed piece of work: it shows how fast the machine is at the
 * moment.
 */
const { createHash } = require('node:crypto');
const { send } = require('./http');

const PATHS = ['/api/v1/configuration/account', '/api/status', '/app/home'];
/** A response slower than this counts as missing, even on the busiest machine. */
const TIMEOUT_MS = 60_000;
const REPORT_MS = 500;
const FIXED_WORK = Buffer.alloc(512 * 1024);

const nothing = () => ({ latenciesMs: [], statuses: {}, workMs: [] });
let seen = nothing();
let recent = nothing();
let isPaused = false;
let isRequested = false;

async function loop({ url, cookie, from, pauseMs }) {
  for (let turn = 0; process.connected; turn++) {
    // Random pauses keep the users from sending in step.
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
    if (isPaused) continue;
    const response = await send(url, {
      path: PATHS[turn % PATHS.length],
      headers: { cookie },
      from,
      timeoutMs: TIMEOUT_MS,
    });
    const status = response.error ?? response.status;
    for (const report of [seen, recent]) {
      report.latenciesMs.push(response.ms);
      report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    }
    sendReport();
  }
}

function sendReport() {
  if (!isRequested || seen.latenciesMs.length === 0) return;
  isRequested = false;
  process.send({ taken: seen });
  seen = nothing();
}

function work() {
  const before = process.cpuUsage();
  createHash('sha256').update(FIXED_WORK).digest();
  const { user, system } = process.cpuUsage(before);
  for (const report of [seen, recent]) report.workMs.push((user + system) / 1_000);
}

setInterval(() => {
  if (!process.connected) return;
  work();
  process.send({ recent });
  recent = nothing();
}, REPORT_MS).unref();

process.on('message', (message) => {
  for (const cookie of message.cookies ?? []) void loop({ ...message, cookie });
  if (message.isPaused !== undefined) isPaused = message.isPaused;
  isRequested ||= message.take === true;
  sendReport();
});

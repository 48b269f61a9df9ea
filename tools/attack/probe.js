'use strict';
/**
 * Preloaded into the server process (`node --require`), because the product must not offer such
 * functions: reports how long the event loop was blocked, in processor time, and shifts the clock
 * on request.
 */
const fs = require('node:fs');

const EVERY_MS = 5;
const REPORT_MS = 100;
/** Shorter iterations are only counted. */
const WORTH_TELLING_MS = 2;

/** @returns {(() => number) | undefined} processor time of the main thread in milliseconds */
function threadClock() {
  try {
    const file = fs.openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    const buffer = Buffer.alloc(128);
    return () => {
      const length = fs.readSync(file, buffer, 0, buffer.length, 0);
      return Number.parseInt(buffer.toString('latin1', 0, length), 10) / 1e6;
    };
  } catch {
    return undefined;
  }
}

function watchLoop() {
  const workMs = threadClock();
  const clock = workMs ?? (() => performance.now());
  let last = clock();
  let turns = 0;
  let held = [];
  setInterval(() => {
    const now = clock();
    const heldMs = now - last - (workMs ? 0 : EVERY_MS);
    last = now;
    turns++;
    if (heldMs >= WORTH_TELLING_MS) held.push(Math.round(heldMs * 10) / 10);
  }, EVERY_MS).unref();
  setInterval(() => {
    if (!process.connected) return;
    process.send({ turns, held });
    turns = 0;
    held = [];
  }, REPORT_MS).unref();
}

/** Replaces `Date` by one that is shifted as the parent process requests. */
function moveClock() {
  const RealDate = Date;
  let shiftMs = 0;
  const now = () => RealDate.now() + shiftMs;
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, args, type) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, type),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  process.on('message', (message) => {
    shiftMs = message.shiftMs;
  });
  process.channel.unref();
}

if (process.send) {
  watchLoop();
  moveClock();
}

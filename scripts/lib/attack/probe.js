'use strict';
/**
 * Loaded into the server's process before anything else (`node --require`), because nothing in the
 * product itself may answer such questions: tells the parent how long the event loop was held, and
 * moves the clock when told to.
 *
 * Held is processor time of the main thread between two turns of the loop. Time spent waiting for a
 * processor is the machine's, not ours: on a busy machine a clock would blame us for it. Where the
 * kernel does not say (`/proc`), it is the time by the clock.
 */
const fs = require('node:fs');

const EVERY_MS = 5;
const REPORT_MS = 100;
/** Shorter ones are only counted. */
const WORTH_TELLING_MS = 2;

/** @returns {(() => number) | undefined} processor milliseconds of the main thread so far */
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

/** From now on `Date` is off by what the parent says. */
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

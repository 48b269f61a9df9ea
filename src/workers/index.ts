/**
 * Work beside the event loop, the lowest layer.
 *
 * Beside the caller: `x_worker.ts` exports `run(input)` (sync or async, plain data in and out), and
 * `const X = workerTask<typeof run>({ folder: __dirname, name: 'x_worker', timeLimitMs: 5_000 })`
 * declares it. `await pool.run(X, input, ['user', name])` runs it when the caller's turn comes. One
 * {@link WorkerPool} serves the whole process: core makes it and hands it to whoever needs it.
 * {@link FairQueue} alone is for work that has threads of its own (hashes on libuv's).
 */
export { FairQueue, QueueFullError } from './fair_queue';
export type { QueueKey } from './fair_queue';
export { iterateInSlices, TimeSlice } from './time_slice';
export { WorkerPool } from './worker_pool';
export { workerTask } from './worker_task';

/**
 * Work outside the event loop; the lowest layer.
 *
 * Next to the caller, `x_worker.ts` exports `run(input)` (sync or async, with plain data as input
 * and output), and `const X = workerTask<typeof run>({ folder: __dirname, name: 'x_worker',
 * timeLimitMs: 5_000 })` declares it. `await pool.run(X, input, ['user', name])` queues it for this
 * caller and returns its result. The core creates one {@link WorkerPool} for the whole process. Use
 * {@link FairQueue} alone for work with its own threads (hashes on those of libuv).
 */
export { FairQueue, QueueFullError } from './fair_queue';
export type { QueueKey } from './fair_queue';
export { iterateInSlices, TimeSlice } from './time_slice';
export { WorkerPool } from './worker_pool';
export { workerTask } from './worker_task';

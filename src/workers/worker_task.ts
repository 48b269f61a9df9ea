/** Declaration of tasks for worker threads. */
import { join } from 'node:path';
import { workerFile } from './worker_file';

/** Carries the types of input and result. */
declare const types: unique symbol;

export interface WorkerTask<In, Out> {
  /** Script of the worker, which exports `run`. */
  readonly file: string;
  /**
   * Milliseconds from the start of the task, including the start of a thread. After that, the
   * thread is terminated.
   */
  readonly timeLimitMs: number;
  /** Whether the task must never take the last free thread, which is reserved for short tasks. */
  readonly isLong: boolean;
  readonly [types]?: (input: In) => Out;
}

export interface WorkerTaskOptions {
  /** `__dirname` of the caller. The worker's source must be in the same folder. */
  readonly folder: string;
  /** File name without extension. Must end with `_worker`, so that the build finds it. */
  readonly name: `${string}_worker`;
  readonly timeLimitMs: number;
  readonly isLong?: boolean;
}

/**
 * Declares a task once, next to its worker: `workerTask<typeof run>({ folder: __dirname, … })` with
 * `import type { run } from './…_worker'`. Input and result are copied, so they must be plain data.
 */
export const workerTask = <Run extends (input: never) => unknown>({
  folder,
  name,
  timeLimitMs,
  isLong = false,
}: WorkerTaskOptions): WorkerTask<Parameters<Run>[0], Awaited<ReturnType<Run>>> => ({
  file: workerFile(join(folder, name)),
  timeLimitMs,
  isLong,
});

/** What a worker thread can be asked to do. */
import { join } from 'node:path';
import { workerFile } from './worker_file';

/** Names the input and the result of a task for the compiler. */
declare const types: unique symbol;

export interface WorkerTask<In, Out> {
  /** Script of the worker; exports `run`. */
  readonly file: string;
  /**
   * Milliseconds from the task's turn on, the start of a thread included; then the thread is ended.
   */
  readonly timeLimitMs: number;
  /** Never takes the last free thread, so that short tasks of others find one. */
  readonly isLong: boolean;
  readonly [types]?: (input: In) => Out;
}

export interface WorkerTaskOptions {
  /** `__dirname` of the caller: the worker's source stands beside it. */
  readonly folder: string;
  /** File name without extension; ends with `_worker`, which is how the build finds it. */
  readonly name: `${string}_worker`;
  readonly timeLimitMs: number;
  readonly isLong?: boolean;
}

/**
 * Declares a task once, beside its worker: `workerTask<typeof run>({ folder: __dirname, … })` with
 * `import type { run } from './…_worker'`. Input and result are copied: plain data, no functions.
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

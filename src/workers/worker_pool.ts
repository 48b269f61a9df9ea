/** Worker threads for work that would block the event loop: started on demand, ended when idle. */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { WORK_LIMITS } from '../contracts/limits';
import { FairQueue, type QueueKey } from './fair_queue';
import { workerExecArgv } from './worker_file';
import type { WorkerTask } from './worker_task';

/** The task exceeded its time limit, and its thread was terminated. */
export class TaskTimeLimitError extends Error {
  readonly code = 'workers.time_limit';
}

/** The pool was stopped before the task completed. */
export class PoolStoppedError extends Error {
  readonly code = 'workers.stopped';
}

export interface WorkerPoolOptions {
  /**
   * At least 2, so that a long task leaves a thread for others. By default, depends on the number
   * of processors.
   */
  readonly threads?: number;
  /** JavaScript heap of a thread in MiB. */
  readonly heapMib?: number;
}

/** Metrics for operators. */
export interface WorkerLoad {
  readonly running: number;
  readonly waiting: number;
  /** Existing threads, each of which uses memory. */
  readonly threads: number;
}

/** More threads would take processor time from the event loop, and memory. */
const MAX_THREADS = 4;
/** An idle thread keeps 40 to 60 MiB; a new one starts in some 100 ms. */
const IDLE_MS = 30_000;
/** Lower priority than the event loop, where the operating system supports it (Linux). */
const NICE = 5;

export class WorkerPool {
  private readonly threads: number;
  private readonly heapMib: number;
  private readonly all: FairQueue;
  private readonly long: FairQueue;
  private piscina: Piscina | undefined;
  private isStopped = false;

  constructor({
    threads = countThreads(availableParallelism()),
    heapMib = WORK_LIMITS.workerHeapMib,
  }: WorkerPoolOptions = {}) {
    this.heapMib = heapMib;
    this.threads = Math.max(2, threads);
    const { tasksWaiting: waiting, tasksWaitingPerCaller: waitingPerKey } = WORK_LIMITS;
    this.all = new FairQueue({ running: this.threads, waiting, waitingPerKey });
    this.long = new FairQueue({ running: this.threads - 1, waiting, waitingPerKey });
  }

  /**
   * Queues a task and runs it on a thread.
   * @param key - the caller as a {@link QueueKey}, for fair scheduling
   * @throws {QueueFullError} if the queue is full; {@link TaskTimeLimitError}; {@link
   *   PoolStoppedError}; errors of the task, and `ERR_WORKER_OUT_OF_MEMORY` if it exceeds its heap
   */
  async run<In, Out>(task: WorkerTask<In, Out>, input: In, key: QueueKey): Promise<Out> {
    const work = () => this.execute(task, input);
    return task.isLong
      ? this.long.run(key, () => this.all.run(key, work))
      : this.all.run(key, work);
  }

  get load(): WorkerLoad {
    return {
      running: this.all.active,
      waiting: this.all.waiting + this.long.waiting,
      threads: this.piscina?.threads.length ?? 0,
    };
  }

  /** Terminates all threads. Running and queued tasks reject. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.piscina?.destroy();
  }

  private async execute<In, Out>(task: WorkerTask<In, Out>, input: In): Promise<Out> {
    if (this.isStopped) throw new PoolStoppedError('The server is stopping.');
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), task.timeLimitMs).unref();
    try {
      return (await this.started().run(input, {
        filename: task.file,
        name: 'run',
        signal: limit.signal,
      })) as Out;
    } catch (error) {
      if (limit.signal.aborted)
        throw new TaskTimeLimitError(`The work took longer than ${task.timeLimitMs} ms.`);
      if (this.isStopped) throw new PoolStoppedError('The server is stopping.', { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  private started(): Piscina {
    this.piscina ??= new Piscina({
      minThreads: 0,
      maxThreads: this.threads,
      idleTimeout: IDLE_MS,
      concurrentTasksPerWorker: 1,
      recordTiming: false,
      niceIncrement: NICE,
      resourceLimits: { maxOldGenerationSizeMb: this.heapMib },
      execArgv: [...workerExecArgv],
    });
    return this.piscina;
  }
}

const countThreads = (processors: number): number => Math.min(MAX_THREADS, processors - 1);

/**
 * Worker threads for what would hold the event loop: started when first needed, ended when idle.
 */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { WORK_LIMITS } from '../contracts/limits';
import { FairQueue, type QueueKey } from './fair_queue';
import { workerExecArgv } from './worker_file';
import type { WorkerTask } from './worker_task';

/** The task took longer than it may; its thread was ended. */
export class TaskTimeLimitError extends Error {
  readonly code = 'workers.time_limit';
}

/** The pool was stopped before the task was done. */
export class PoolStoppedError extends Error {
  readonly code = 'workers.stopped';
}

export interface WorkerPoolOptions {
  /** At least 2, so that a long task leaves one for the others. By default after the machine. */
  readonly threads?: number;
  /** Mebibytes of JavaScript heap of a thread. */
  readonly heapMib?: number;
}

/** What operators want to know. */
export interface WorkerLoad {
  readonly running: number;
  readonly waiting: number;
  /** Threads that exist; each costs memory. */
  readonly threads: number;
}

/** More would take the processor from the event loop and memory from everybody. */
const MAX_THREADS = 4;
const IDLE_MS = 5 * 60_000;
/** Below the event loop, which answers everybody, where the system knows such a thing (Linux). */
const NICE = 5;

export class WorkerPool {
  private readonly threads: number;
  private readonly heapMib: number;
  private readonly all: FairQueue;
  private readonly long: FairQueue;
  private piscina: Piscina | undefined;
  private isStopped = false;

  constructor({
    threads = threadsOf(availableParallelism()),
    heapMib = WORK_LIMITS.workerHeapMib,
  }: WorkerPoolOptions = {}) {
    this.heapMib = heapMib;
    this.threads = Math.max(2, threads);
    const { tasksWaiting: waiting, tasksWaitingPerCaller: waitingPerKey } = WORK_LIMITS;
    this.all = new FairQueue({ running: this.threads, waiting, waitingPerKey });
    this.long = new FairQueue({ running: this.threads - 1, waiting, waitingPerKey });
  }

  /**
   * Runs a task on a thread, when its turn comes.
   * @param key - who asks, as in {@link QueueKey}: callers take turns
   * @throws {QueueFullError} too much waits; {@link TaskTimeLimitError}; {@link PoolStoppedError};
   *   what the task throws, and `ERR_WORKER_OUT_OF_MEMORY` when it outgrew its heap
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

  /** Ends all threads, with what they do; tasks under way or in line reject. */
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

const threadsOf = (processors: number): number => Math.min(MAX_THREADS, processors - 1);

import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { FairQueue, QueueFullError, type QueueKey } from './fair_queue';
import { PoolStoppedError, TaskTimeLimitError, WorkerPool } from './worker_pool';
import { workerTask, type WorkerTaskOptions } from './worker_task';
import type { run } from '../../test/helpers/pool_worker';

jest.setTimeout(NaN);

/** A queue with work that ends on demand and records the order in which it started. */
function bench(limits: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  const queue = new FairQueue({ running: 1, waiting: 100, waitingPerKey: 100, ...limits });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const add = (name: string, ...key: QueueKey) =>
    queue
      .run(key, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .catch((error: unknown) => {
        if (!(error instanceof QueueFullError)) throw error;
        refused.push(name);
      });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const finishAll = async () => {
    for (await settle(); ends.length > 0; await settle()) ends.shift()?.();
  };
  return { queue, begun, refused, add, settle, finishAll };
}

describe('FairQueue', () => {
  it('alternates between callers, whichever came first', async () => {
    const { begun, add, finishAll } = bench();
    for (const name of ['a1', 'a2', 'a3', 'a4']) void add(name, 'a');
    void add('b1', 'b');
    void add('c1', 'c');
    void add('b2', 'b');
    await finishAll();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('alternates on every level of the key', async () => {
    const { begun, add, finishAll } = bench();
    void add('first', 'x');
    for (let index = 0; index < 4; index++) void add(`guess ${index}`, 'a', `name ${index}`);
    void add('of b', 'b', 'jane');
    void add('again', 'a', 'name 0');
    await finishAll();
    expect(begun).toEqual(['first', 'guess 0', 'of b', 'guess 1', 'guess 2', 'guess 3', 'again']);
  });

  it('runs tasks up to the concurrency limit, and rejects tasks when the queue is full', async () => {
    const { queue, begun, refused, add, settle, finishAll } = bench({ running: 2, waiting: 3 });
    for (const name of ['1', '2', '3', '4', '5', '6', '7']) void add(name, 'one');
    await settle();
    expect(begun).toEqual(['1', '2']);
    expect({ active: queue.active, waiting: queue.waiting }).toEqual({ active: 2, waiting: 3 });
    expect(refused).toEqual(['6', '7']);
    await finishAll();
    expect(begun).toEqual(['1', '2', '3', '4', '5']);
    expect({ active: queue.active, waiting: queue.waiting }).toEqual({ active: 0, waiting: 0 });
  });

  it('drops the newest task of the caller with the most tasks in favor of a new caller', async () => {
    const { begun, refused, add, finishAll } = bench({ waiting: 4 });
    for (const name of ['a0', 'a1', 'a2', 'a3', 'a4']) void add(name, 'flood', name);
    void add('b1', 'somebody', 'jane');
    void add('a5', 'flood', 'another');
    await finishAll();
    expect(refused).toEqual(['a4', 'a5']);
    expect(begun).toEqual(['a0', 'a1', 'b1', 'a2', 'a3']);
  });

  it('limits the queued tasks per key, and names the limit', async () => {
    const { queue, refused, add, finishAll } = bench({ waitingPerKey: 1 });
    void add('1', 'a');
    void add('2', 'a');
    await expect(queue.run(['a'], () => 1)).rejects.toThrow('limit: 1 of one caller');
    void add('other', 'b');
    await finishAll();
    expect(refused).toEqual([]);
  });

  it('rejects queued and new tasks after close, and completes running ones', async () => {
    const { queue, begun, refused, add, settle, finishAll } = bench();
    const first = add('1', 'a');
    void add('2', 'a');
    await settle();
    queue.close();
    await add('3', 'b');
    await settle();
    expect(refused.sort()).toEqual(['2', '3']);
    await finishAll();
    await first;
    expect(begun).toEqual(['1']);
  });

  it('starts the next task after a failure', async () => {
    const queue = new FairQueue({ running: 1, waiting: 1, waitingPerKey: 1 });
    const failing = queue.run(['a'], () => Promise.reject(new Error('no')));
    const next = queue.run(['a'], () => 'done');
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('done');
  });
});

const FOLDER = join(__dirname, '../../test/helpers');
/** Starting a thread and compiling its source is slow on a busy machine. */
const GENEROUS_MS = 60_000;

const taskOf = (options: Partial<WorkerTaskOptions> = {}) =>
  workerTask<typeof run>({
    folder: FOLDER,
    name: 'pool_worker',
    timeLimitMs: GENEROUS_MS,
    ...options,
  });

describe('WorkerPool', () => {
  let pool: WorkerPool;
  beforeEach(() => {
    pool = new WorkerPool({ threads: 2, heapMib: 64 });
  });
  afterEach(() => pool.stop());

  it('starts threads on demand, and runs tasks on them', async () => {
    expect(pool.load).toEqual({ running: 0, waiting: 0, threads: 0 });
    await expect(pool.run(taskOf(), { kind: 'add', values: [1, 2, 3] }, ['a'])).resolves.toBe(6);
    await expect(pool.run(taskOf(), { kind: 'thread' }, ['a'])).resolves.not.toBe(threadId);
    expect(pool.load.threads).toBeGreaterThan(0);
  });

  it('rejects with the error of the task, and continues', async () => {
    await expect(pool.run(taskOf(), { kind: 'fail' }, ['a'])).rejects.toThrow('the task says no');
    await expect(pool.run(taskOf(), { kind: 'add', values: [1] }, ['a'])).resolves.toBe(1);
  });

  it('terminates a task at its time limit, and continues', async () => {
    await expect(
      pool.run(taskOf({ timeLimitMs: 200 }), { kind: 'spin' }, ['a'])
    ).rejects.toBeInstanceOf(TaskTimeLimitError);
    await expect(pool.run(taskOf(), { kind: 'add', values: [1] }, ['a'])).resolves.toBe(1);
  });

  it('rejects a task that exceeds its heap, and continues', async () => {
    await expect(pool.run(taskOf(), { kind: 'grow' }, ['a'])).rejects.toMatchObject({
      code: 'ERR_WORKER_OUT_OF_MEMORY',
    });
    await expect(pool.run(taskOf(), { kind: 'add', values: [1] }, ['a'])).resolves.toBe(1);
  });

  it('keeps one thread free of long tasks', async () => {
    const long = taskOf({ isLong: true });
    const slow = [1, 2, 3].map(() => pool.run(long, { kind: 'spin' }, ['importer']));
    const ended = Promise.allSettled(slow);
    await expect(pool.run(taskOf(), { kind: 'add', values: [7] }, ['b'])).resolves.toBe(7);
    expect(pool.load).toMatchObject({ running: 1, waiting: 2 });
    await pool.stop();
    for (const outcome of await ended)
      expect(outcome).toMatchObject({ reason: expect.any(PoolStoppedError) });
  });

  it('rejects tasks after stop, and stops even if it never ran one', async () => {
    await pool.stop();
    await expect(pool.run(taskOf(), { kind: 'add' }, ['a'])).rejects.toBeInstanceOf(
      PoolStoppedError
    );
    expect(pool.load.threads).toBe(0);
  });
});

import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { PoolStoppedError, TaskTimeLimitError, WorkerPool } from './worker_pool';
import { workerTask, type WorkerTaskOptions } from './worker_task';
import type { run } from '../../test/helpers/pool_worker';

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

jest.setTimeout(2 * GENEROUS_MS);

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

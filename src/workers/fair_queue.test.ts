import { FairQueue, QueueFullError, type QueueKey } from './fair_queue';

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

/** Worker code for the tests of src/workers. */
import { threadId } from 'node:worker_threads';

export interface PoolTask {
  readonly kind: 'add' | 'fail' | 'spin' | 'grow' | 'thread' | 'sleep';
  readonly values?: readonly number[];
}

export async function run({ kind, values = [] }: PoolTask): Promise<number> {
  switch (kind) {
    case 'add':
      return values.reduce((sum, value) => sum + value, 0);
    case 'fail':
      throw new RangeError('the task says no');
    case 'spin':
      for (;;);
    case 'grow': {
      const kept: object[] = [];
      for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
    }
    case 'sleep':
      await new Promise((resolve) => setTimeout(resolve, values[0]));
      return threadId;
    case 'thread':
      return threadId;
  }
}

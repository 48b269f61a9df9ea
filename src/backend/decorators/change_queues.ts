/** Serializes changes, so that the checks of a change still hold when it is written. */
import { WORK_LIMITS } from '../../contracts/limits';

/** Changes that wait, by name of the queue. */
export class ChangeQueues {
  private readonly queues = new Map<string, { last: Promise<unknown>; length: number }>();

  /** @returns `undefined` if the queue is full */
  run<T>(name: string, work: () => Promise<T>): Promise<T> | undefined {
    const queue = this.queues.get(name) ?? { last: Promise.resolve(), length: 0 };
    // The running one counts too.
    if (queue.length > WORK_LIMITS.changesWaiting) return undefined;
    const result = queue.last.then(work);
    queue.length++;
    queue.last = result
      .catch(() => undefined)
      .then(() => {
        queue.length--;
        if (queue.length === 0) this.queues.delete(name);
      });
    this.queues.set(name, queue);
    return result;
  }
}

/**
 * Serializes configuration changes on this server, so that the checks of one change still hold when
 * it is written. Callers without API access cannot delay administrators.
 */
import { WORK_LIMITS } from '../../contracts/limits';
import type { Engine, EngineResponse } from '../api/engine';
import { message } from '../model/responses';
import { keyOf, targetsOf } from './targets';
import { nameOf } from './user_name';

const ALL = 'configuration';
const TOO_MANY = `More than ${WORK_LIMITS.changesWaiting} changes of the configuration wait already. Try again later.`;
const RETRY_AFTER = '1';
const tooMany = (): EngineResponse => message(429, TOO_MANY, { 'retry-after': RETRY_AFTER });

/** @param queues - shared by engines that change the same configuration */
export function withSerializedChanges(engine: Engine, queues = new ChangeQueues()): Engine {
  return {
    ...engine,
    request: async (caller, request) => {
      const [target] = targetsOf(request, nameOf(caller));
      if (!target) return engine.request(caller, request);
      const identity = await engine.identify(caller);
      const queueName = identity?.hasApiAccess ? ALL : `${nameOf(caller)} ${keyOf(target)}`;
      return queues.run(queueName, () => engine.request(caller, request)) ?? tooMany();
    },
    // Between the changes of a set, another one would be checked against a passing state.
    changeTogether: async (caller, requests, options) => {
      const work = () => engine.changeTogether(caller, requests, options);
      if (options.isDryRun) return work();
      const identity = await engine.identify(caller);
      const queueName = identity?.hasApiAccess ? ALL : `${nameOf(caller)} set`;
      return queues.run(queueName, work) ?? { ok: false, response: tooMany() };
    },
  };
}

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

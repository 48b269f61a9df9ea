/**
 * Serializes configuration changes on this server, so that the checks of one change still hold when
 * it is written. Callers without API access get queues of their own and cannot delay
 * administrators.
 */
import { WORK_LIMITS } from '../../contracts/limits';
import type { Engine } from '../api/engine';
import { message } from '../model/responses';
import { keyOf, targetsOf } from './targets';
import { nameOf } from './user_name';

const ALL = 'configuration';
const TOO_MANY = `More than ${WORK_LIMITS.changesWaiting} changes of the configuration wait already. Try again later.`;
const RETRY_AFTER = '1';

export function withSerializedChanges(engine: Engine): Engine {
  const turns = new Turns();
  return {
    ...engine,
    request: async (caller, request) => {
      const [target] = targetsOf(request, nameOf(caller));
      if (!target) return engine.request(caller, request);
      const identity = await engine.identify(caller);
      const row = identity?.hasApiAccess ? ALL : `${nameOf(caller)} ${keyOf(target)}`;
      const turn = turns.run(row, () => engine.request(caller, request));
      return turn ?? message(429, TOO_MANY, { 'retry-after': RETRY_AFTER });
    },
  };
}

class Turns {
  private readonly rows = new Map<string, { last: Promise<unknown>; length: number }>();

  /** @returns `undefined` if the queue is full */
  run<T>(name: string, work: () => Promise<T>): Promise<T> | undefined {
    const row = this.rows.get(name) ?? { last: Promise.resolve(), length: 0 };
    // The running one counts too.
    if (row.length > WORK_LIMITS.changesWaiting) return undefined;
    const mine = row.last.then(work);
    row.length++;
    row.last = mine
      .catch(() => undefined)
      .then(() => {
        row.length--;
        if (row.length === 0) this.rows.delete(name);
      });
    this.rows.set(name, row);
    return mine;
  }
}

/**
 * Changes of the configuration follow one another at this server: what one of them looked at before
 * it was made is still so when it is made. Who may not change the configuration waits in a row of
 * his own: nobody holds up those who may.
 */
import type { Engine } from '../contract/engine';
import { decorated } from './decorated';
import { keyOf, targetsOf } from './targets';
import { nameOf } from './user_name';

const ALL = 'configuration';

export function withTurns(engine: Engine): Engine {
  const turns = new Turns();
  return decorated(engine, {
    request: async (caller, request) => {
      const [target] = targetsOf(request, nameOf(caller));
      if (!target) return engine.request(caller, request);
      const identity = await engine.identify(caller);
      const row = identity?.hasApiAccess ? ALL : `${nameOf(caller)} ${keyOf(target)}`;
      return turns.run(row, () => engine.request(caller, request));
    },
  });
}

class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  async run<T>(row: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(row) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => undefined);
    this.last.set(row, settled);
    try {
      return await mine;
    } finally {
      if (this.last.get(row) === settled) this.last.delete(row);
    }
  }
}

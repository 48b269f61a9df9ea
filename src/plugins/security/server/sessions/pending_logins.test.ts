import { LOGIN_LIMITS } from '@sd/core/common';
import { MemorySessionStore } from '../../../../backend/testing/memory_sessions';
import { PendingLogins } from './pending_logins';

const STEP = { method: 'basicauth', state: 'secret state', userName: 'jdoe' };

/** Delays reads until the expected number of readers has arrived. */
class StoreOfManyReaders extends MemorySessionStore {
  private readonly waiting: Array<() => void> = [];
  expected = 1;

  override async get(key: string) {
    const found = await super.get(key);
    await new Promise<void>((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === this.expected) this.waiting.splice(0).forEach((go) => go());
    });
    return found;
  }
}

describe('PendingLogins', () => {
  it('returns a pending login to only one of several concurrent requests at two servers', async () => {
    const store = new StoreOfManyReaders();
    const [one, two] = [new PendingLogins(store), new PendingLogins(store)];
    const id = await one.open(STEP);
    store.expected = 4;
    const taken = await Promise.all([one.take(id), two.take(id), two.take(id), one.take(id)]);
    expect(taken.filter((step) => step !== undefined)).toEqual([STEP]);
    store.expected = 1;
    expect(await two.take(id)).toBeUndefined();
  });

  it('returns no expired pending login, also after the clock was set back', async () => {
    let nowMs = 1_700_000_000_000;
    const steps = new PendingLogins(new MemorySessionStore(), () => nowMs);
    const [early, late] = [await steps.open(STEP), await steps.open(STEP)];
    nowMs += LOGIN_LIMITS.roundMs - 1;
    expect(await steps.take(early)).toEqual(STEP);
    nowMs += 1;
    expect(await steps.take(late)).toBeUndefined();
    nowMs -= LOGIN_LIMITS.roundMs;
    expect(await steps.take(late)).toBeUndefined();
  });
});

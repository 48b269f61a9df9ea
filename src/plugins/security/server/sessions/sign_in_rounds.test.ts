import { SIGN_IN_LIMITS } from '@sd/core/common';
import { MemorySessionStore } from '../../../../backend/testing/memory_sessions';
import { SignInRounds } from './sign_in_rounds';

const ROUND = { method: 'basicauth', state: 'secret state', userName: 'jdoe' };

/** Answers no reading before as many as are expected have read. */
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

describe('SignInRounds', () => {
  it('gives a round to one of those who answer it at the same moment, at two servers', async () => {
    const store = new StoreOfManyReaders();
    const [one, two] = [new SignInRounds(store), new SignInRounds(store)];
    const id = await one.open(ROUND);
    store.expected = 4;
    const taken = await Promise.all([one.take(id), two.take(id), two.take(id), one.take(id)]);
    expect(taken.filter((round) => round !== undefined)).toEqual([ROUND]);
    store.expected = 1;
    expect(await two.take(id)).toBeUndefined();
  });

  it('gives none whose time is over, and none twice by a clock that was set back', async () => {
    let nowMs = 1_700_000_000_000;
    const rounds = new SignInRounds(new MemorySessionStore(), () => nowMs);
    const [early, late] = [await rounds.open(ROUND), await rounds.open(ROUND)];
    nowMs += SIGN_IN_LIMITS.roundMs - 1;
    expect(await rounds.take(early)).toEqual(ROUND);
    nowMs += 1;
    expect(await rounds.take(late)).toBeUndefined();
    nowMs -= SIGN_IN_LIMITS.roundMs;
    expect(await rounds.take(late)).toBeUndefined();
  });
});

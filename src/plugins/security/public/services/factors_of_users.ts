/** Which second factors users have. What is asked within one moment is one request. */
import { FACTOR_LIMITS, type FactorKind } from '@sd/contracts';
import type { FactorsClient } from './factors_client';

interface Asked {
  readonly name: string;
  readonly answer: (kinds: readonly FactorKind[]) => void;
  readonly fail: (error: unknown) => void;
}

export class FactorsOfUsersLoader {
  private waiting: Asked[] = [];

  constructor(private readonly client: Pick<FactorsClient, 'ofUsers'>) {}

  /** Empty for a user without any. Rejects with the http service's fetch error. */
  load(name: string): Promise<readonly FactorKind[]> {
    return new Promise((response, fail) => {
      this.waiting.push({ name, answer: response, fail });
      // The rows of a page ask one after another, and go together.
      if (this.waiting.length === 1) setTimeout(() => void this.ask());
    });
  }

  private async ask(): Promise<void> {
    const asked = this.waiting;
    this.waiting = [];
    const { usersOfList } = FACTOR_LIMITS;
    for (let from = 0; from < asked.length; from += usersOfList) {
      const part = asked.slice(from, from + usersOfList);
      try {
        const { users } = await this.client.ofUsers([...new Set(part.map(({ name }) => name))]);
        const kinds = new Map(users.map((user) => [user.name, user.kinds]));
        for (const { name, answer: response } of part) response(kinds.get(name) ?? []);
      } catch (error) {
        for (const { fail } of part) fail(error);
      }
    }
  }
}

/**
 * What is between two rounds of a sign-in. It stands where sessions stand, sealed under an id that
 * only the browser has: any server goes on with it, none reads it before, and it is no session.
 */
import { LOGIN_LIMITS } from '@sd/core/common';
import type { SessionStore } from '@sd/core/server';
import {
  newSessionId,
  open,
  parseSessionId,
  seal,
  sessionKey,
  type SessionId,
} from './session_crypto';

export interface PendingLogin {
  /** As `LoginMethod.id`. */
  readonly method: string;
  /** `state` of the round before. */
  readonly state: string;
  /** Whom failures are counted for, if somebody was named. */
  readonly userName: string | undefined;
  /** Where the browser goes afterwards, for rounds that lead over a provider. */
  readonly nextUrl?: string;
}

/** An id that no round has yet, and what others may know of it: they cannot find it out by that. */
export interface PendingLoginName {
  readonly id: string;
  /** Goes to a provider and comes back. */
  readonly relay: string;
}

export const relayOf = (id: string): string => sessionKey(id as SessionId);

export function newPendingLoginName(): PendingLoginName {
  const id = newSessionId();
  return { id, relay: relayOf(id) };
}

export class PendingLogins {
  /** @param now - the wall clock, epoch milliseconds */
  constructor(
    private readonly store: Pick<SessionStore, 'get' | 'put' | 'take'>,
    private readonly now: () => number = Date.now
  ) {}

  /** @returns the id to hand to the browser */
  async open(step: PendingLogin, name: PendingLoginName = newPendingLoginName()): Promise<string> {
    const id = name.id as SessionId;
    const key = sessionKey(id);
    const createdAtMs = this.now();
    const expiresAtMs = createdAtMs + LOGIN_LIMITS.roundMs;
    // Nobody has this name: what is no session stands in nobody's list.
    await this.store.put({
      key,
      userName: '',
      contents: seal(id, key, { round: step }),
      createdAtMs,
      expiresAtMs,
    });
    return id;
  }

  /**
   * Once, however many answers arrive at the same moment, at whichever server; `undefined` when
   * there is none, it was taken, or its time is over.
   */
  async take(value: string): Promise<PendingLogin | undefined> {
    const id = parseSessionId(value);
    if (!id) return undefined;
    const key = sessionKey(id);
    const stored = await this.store.get(key);
    const contents =
      stored && (open(id, key, stored.contents) as { round?: PendingLogin } | undefined);
    // A session's id ends no session here.
    if (!stored || !contents?.round) return undefined;
    const isMine = await this.store.take(key);
    return isMine && stored.expiresAtMs > this.now() ? contents.round : undefined;
  }
}

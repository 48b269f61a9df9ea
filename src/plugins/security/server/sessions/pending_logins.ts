/**
 * State between two login steps, in the session store, encrypted under an id that only the browser
 * has: any server can continue the login, none can read it without the browser.
 */
import { LOGIN_LIMITS } from '@sd/core/common';
import type { SessionStore } from '@sd/core/server';
import type { TenantSource } from '../../common';
import {
  newSessionId,
  open,
  parseSessionId,
  seal,
  sessionKey,
  type SessionId,
} from './session_crypto';

export interface PendingLogin {
  /** A key of `Login.methods`. */
  readonly method: string;
  /** `state` of the previous step. */
  readonly state: string;
  /** User whose failures are counted, if named. */
  readonly userName: string | undefined;
  /** Address after the login, for logins through a provider. */
  readonly nextUrl?: string;
  /** Who named the tenant in `nextUrl`. */
  readonly tenantSource?: TenantSource;
}

/** Id for a new pending login and the public values derived from it, which do not reveal the id. */
export interface PendingLoginName {
  readonly id: string;
  /** Sent to the provider and returned by it. */
  readonly relay: string;
}

export const getRelay = (id: string): string => sessionKey(id as SessionId);

export function newPendingLoginName(): PendingLoginName {
  const id = newSessionId();
  return { id, relay: getRelay(id) };
}

export class PendingLogins {
  /** @param now - wall clock in epoch milliseconds */
  constructor(
    private readonly store: Pick<SessionStore, 'get' | 'put' | 'take'>,
    private readonly now: () => number = Date.now
  ) {}

  /** @returns the id for the browser */
  async open(step: PendingLogin, name: PendingLoginName = newPendingLoginName()): Promise<string> {
    const id = name.id as SessionId;
    const key = sessionKey(id);
    const createdAtMs = this.now();
    const expiresAtMs = createdAtMs + LOGIN_LIMITS.roundMs;
    // A name that no user has, so that the entry appears in no session list.
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
   * Takes the pending login exactly once, also with concurrent requests at several servers;
   * `undefined` if it is missing, taken or expired.
   */
  async take(value: string): Promise<PendingLogin | undefined> {
    const id = parseSessionId(value);
    if (!id) return undefined;
    const key = sessionKey(id);
    const stored = await this.store.get(key);
    const contents =
      stored && (open(id, key, stored.contents) as { round?: PendingLogin } | undefined);
    // A session id must not end a session here.
    if (!stored || !contents?.round) return undefined;
    const isTaken = await this.store.take(key);
    return isTaken && stored.expiresAtMs > this.now() ? contents.round : undefined;
  }
}

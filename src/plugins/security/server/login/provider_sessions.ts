/**
 * Which sessions came of which session at a provider, for when that ends there. Stands where
 * sessions stand: any server finds it. Names are known to the store as keyed hashes alone, and what
 * is found are keys of sessions, which open none.
 */
import { LOGIN_LIMITS } from '@sd/core/common';
import type { ProviderLogout, SessionStore } from '@sd/core/server';
import { newSessionId, sessionKey } from '../sessions/session_crypto';
import type { Session, SessionService } from '../sessions/session_service';

export class ProviderSessions {
  /** @param now - the wall clock, epoch milliseconds */
  constructor(
    private readonly store: Pick<SessionStore, 'get' | 'put' | 'list'>,
    private readonly sessions: Pick<SessionService, 'endKeys'>,
    private readonly now: () => number = Date.now
  ) {}

  /** To be called before anybody is told of the session. */
  async note({ id, principal: { provider } }: Session): Promise<void> {
    if (!provider) return;
    const createdAtMs = this.now();
    for (const userName of namesOf(provider.method, provider))
      await this.store.put({
        key: newSessionId(),
        userName,
        contents: Buffer.from(sessionKey(id)),
        createdAtMs,
        expiresAtMs: createdAtMs + LOGIN_LIMITS.providerSessionMs,
      });
  }

  /** Ends what came of one session, or of all of a person where none is named. */
  async end(method: string, { subject, session }: ProviderLogout): Promise<void> {
    const [name] = namesOf(method, session === undefined ? { subject } : { session });
    if (name === undefined) return;
    const notes = (await this.store.list(name)).map(({ key }) => key);
    const found = await Promise.all(notes.map((key) => this.store.get(key)));
    const keys = found.flatMap((note) => (note ? [Buffer.from(note.contents).toString()] : []));
    await this.sessions.endKeys([...keys, ...notes]);
  }
}

/** Nobody's: no name of a user begins so. */
function namesOf(
  method: string,
  { subject, session }: Pick<ProviderLogout, 'subject' | 'session'>
): readonly string[] {
  const named = { session, subject };
  return Object.entries(named).flatMap(([kind, name]) =>
    name === undefined ? [] : [`\u0000${method} ${kind} ${name}`]
  );
}

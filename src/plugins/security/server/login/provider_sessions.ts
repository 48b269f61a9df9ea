/**
 * Maps sessions at a provider to local sessions, for logout at the provider. Kept in the session
 * store, where names are keyed hashes, so that every server finds it.
 */
import { LOGIN_LIMITS } from '@sd/core/common';
import type { ProviderLogout, SessionStore } from '@sd/core/server';
import { newSessionId, sessionKey } from '../sessions/session_crypto';
import type { Session, SessionService } from '../sessions/session_service';

export class ProviderSessions {
  /** @param now - wall clock in epoch milliseconds */
  constructor(
    private readonly store: Pick<SessionStore, 'get' | 'put' | 'list'>,
    private readonly sessions: Pick<SessionService, 'endKeys'>,
    private readonly now: () => number = Date.now
  ) {}

  /** Call it before the session is returned to the client. */
  async record({ id, principal: { provider } }: Session): Promise<void> {
    if (!provider) return;
    const createdAtMs = this.now();
    for (const userName of listNames(provider.method, provider))
      await this.store.put({
        key: newSessionId(),
        userName,
        contents: Buffer.from(sessionKey(id)),
        createdAtMs,
        expiresAtMs: createdAtMs + LOGIN_LIMITS.providerSessionMs,
      });
  }

  /** Ends the sessions that came from one provider session, or all of a user if none is named. */
  async end(method: string, { subject, session }: ProviderLogout): Promise<void> {
    const [name] = listNames(method, session === undefined ? { subject } : { session });
    if (name === undefined) return;
    const notes = (await this.store.list(name)).map(({ key }) => key);
    const found = await Promise.all(notes.map((key) => this.store.get(key)));
    const keys = found.flatMap((note) => (note ? [Buffer.from(note.contents).toString()] : []));
    await this.sessions.endKeys([...keys, ...notes]);
  }
}

/** No user name starts with this prefix. */
function listNames(
  method: string,
  { subject, session }: Pick<ProviderLogout, 'subject' | 'session'>
): readonly string[] {
  const named = { session, subject };
  return Object.entries(named).flatMap(([kind, name]) =>
    name === undefined ? [] : [`\u0000${method} ${kind} ${name}`]
  );
}

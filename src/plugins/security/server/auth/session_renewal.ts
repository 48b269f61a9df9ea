/** Renews the credentials of sessions whose login method issues expiring ones. */
import { LOGIN_LIMITS } from '@sd/core/common';
import type { Logger, Login, Principal } from '@sd/core/server';
import type { SessionId } from '../sessions/session_crypto';
import { getMethod } from '../sessions/session_origin';
import type { Session, SessionService } from '../sessions/session_service';
import { withEngine } from '../engine_unavailable';

export class SessionRenewal {
  private readonly renewals = new Map<SessionId, Promise<Principal | undefined>>();

  constructor(
    private readonly login: Login,
    private readonly sessions: SessionService,
    private readonly logger: Pick<Logger, 'debug'>,
    /** Wall clock in epoch milliseconds. */
    private readonly now: () => number
  ) {}

  /**
   * The principal of a session; `undefined` if its credentials have expired, so the session has to
   * end. Expiring credentials are renewed in the background while requests still use them. Requests
   * wait for the provider only after the credentials have expired.
   */
  async currentPrincipal({ id, principal }: Session): Promise<Principal | undefined> {
    const { expiresAtMs = Number.POSITIVE_INFINITY } = principal;
    const now = this.now();
    if (expiresAtMs - now > LOGIN_LIMITS.renewBeforeMs) return principal;
    const next = this.sharedRenewal(id);
    if (expiresAtMs <= now) return next;
    next.catch((error: unknown) => {
      this.logger.debug('The credentials of a session could not be renewed yet.', {
        reason: String(error),
      });
    });
    return principal;
  }

  /** Requests of one session share a renewal, because a refresh token may be valid only once. */
  private sharedRenewal(id: SessionId): Promise<Principal | undefined> {
    const running = this.renewals.get(id);
    if (running) return running;
    const renewal = this.renew(id).finally(() => this.renewals.delete(id));
    this.renewals.set(id, renewal);
    return renewal;
  }

  /** @returns `undefined` if the session has ended or must end */
  private async renew(id: SessionId): Promise<Principal | undefined> {
    // Reads the current state, because a previous request may have renewed it.
    const session = await this.sessions.find(id);
    if (!session) return undefined;
    const { principal } = session;
    const method = this.login.methods.get(getMethod(principal));
    const refreshed = method?.refresh
      ? await withEngine(async () => method.refresh?.(principal))
      : principal;
    const isExpired = refreshed?.expiresAtMs !== undefined && refreshed.expiresAtMs <= this.now();
    const next = isExpired ? undefined : refreshed;
    if (next === principal) return principal;
    if (next?.userName !== principal.userName) return this.renewedElsewhere(session);
    return (await this.sessions.change(session, { principal: next })) ? next : undefined;
  }

  /** Another server may have used the single-use refresh token; its result is valid here too. */
  private async renewedElsewhere(session: Session): Promise<Principal | undefined> {
    const stored = await this.sessions.reload(session.id);
    const wasRenewed =
      stored?.principal.expiresAtMs !== undefined &&
      stored.principal.expiresAtMs !== session.principal.expiresAtMs;
    if (wasRenewed) return stored.principal;
    await this.sessions.end(session.id);
    return undefined;
  }
}

/**
 * Who a request is from: proves credentials and sessions against the engine. Every call asks the engine anew, so a
 * deleted user, a changed password or a removed role counts from the next request on.
 */
import type {
  AuthenticationResult,
  Engine,
  EngineCaller,
  Identity,
  Principal,
} from '@sd/core/server';
import type { Session, SessionService } from '../sessions/session_service';
import { basicHeader, basicUserName, isBasicUserName } from './basic_credentials';

export type Refusal = Extract<AuthenticationResult, { ok: false }>;
export type Proven = {
  readonly ok: true;
  readonly principal: Principal;
  readonly identity: Identity;
};

const INVALID: Refusal = { ok: false, reason: 'invalid' };

/** The engine could not be reached. */
export class EngineUnavailableError extends Error {
  readonly code = 'security.backend_unavailable';
  constructor(cause: unknown) {
    super('The security engine could not be reached.', { cause });
  }
}

export class Authenticator {
  private readonly forbidden: ReadonlySet<string>;

  constructor(
    private readonly engine: Engine,
    private readonly sessions: SessionService,
    forbiddenUserNames: readonly string[]
  ) {
    this.forbidden = new Set(forbiddenUserNames);
  }

  /**
   * Checks a name and password. Names that may not sign in are sent to the engine like any other, so that neither
   * the answer nor the time it takes tells them apart.
   */
  async checkPassword(
    userName: string,
    password: string,
    remoteAddress: string
  ): Promise<Proven | Refusal> {
    const result = await this.checkHeader(basicHeader(userName, password), remoteAddress);
    return result.ok && !isBasicUserName(userName) ? INVALID : result;
  }

  /** Checks an `authorization` header. */
  async checkHeader(authorization: string, remoteAddress: string): Promise<Proven | Refusal> {
    const result = await reach(() =>
      this.engine.authenticate({ headers: { authorization }, remoteAddress })
    );
    if (!result.ok) return result;
    const { principal } = result;
    if (this.isForbidden(principal.userName) || this.isForbidden(basicUserName(authorization)))
      return INVALID;
    const identity = await this.identify(principal, remoteAddress);
    return identity ? { ok: true, principal, identity } : INVALID;
  }

  /**
   * The session behind a cookie's value, when its user still exists with the same credentials; otherwise the session
   * is ended for good.
   * @throws {EngineUnavailableError} the session then stays
   */
  async checkSession(
    cookieValue: string | undefined,
    remoteAddress: string
  ): Promise<{ readonly session: Session; readonly identity: Identity } | undefined> {
    const session = this.sessions.find(cookieValue);
    if (!session) return undefined;
    const { principal } = session;
    const identity = this.isForbidden(principal.userName)
      ? undefined
      : await this.identify(principal, remoteAddress);
    if (identity) return { session, identity };
    await this.sessions.end(session.id);
    return undefined;
  }

  private identify(principal: Principal, remoteAddress: string): Promise<Identity | undefined> {
    const caller: EngineCaller = { kind: 'user', principal, remoteAddress };
    return reach(() => this.engine.identify(caller));
  }

  private isForbidden(userName: string | undefined): boolean {
    return userName !== undefined && this.forbidden.has(userName);
  }
}

async function reach<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new EngineUnavailableError(error);
  }
}

/**
 * Who a request is from: proves credentials and sessions against the engine. Every call asks the
 * engine anew, so a deleted user, a changed password or a removed role counts from the next request
 * on.
 */
import type {
  AuthenticationResult,
  EngineResponse,
  Identity,
  Principal,
  PrivilegedBackend,
  RequestCaller,
  SignInStep,
} from '@sd/core/server';
import type { Session, SessionService } from '../sessions/session_service';
import { basicUserName } from './basic_credentials';
import type { SignInAttempt, SignInLimited, SignInLimiter } from './sign_in_limiter';

export type Refusal = Extract<AuthenticationResult, { ok: false }> & {
  /** Why nobody even looked at the credentials, in words for the caller. */
  readonly limit?: string;
};
export type Proven = {
  readonly ok: true;
  readonly principal: Principal;
  readonly identity: Identity;
};

const INVALID: Refusal = { ok: false, reason: 'invalid' };
/** The method behind the form of the login page. */
const FORM = 'basicauth';

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
    private readonly backend: Pick<PrivilegedBackend, 'signIn' | 'identify'>,
    private readonly sessions: SessionService,
    private readonly limiter: SignInLimiter,
    forbiddenUserNames: readonly string[]
  ) {
    this.forbidden = new Set(forbiddenUserNames);
  }

  /**
   * Checks a name and password. Names that may not sign in are sent to the engine like any other,
   * so that neither the answer nor the time it takes tells them apart.
   */
  async checkPassword(
    userName: string,
    password: string,
    remoteAddress: string
  ): Promise<Proven | Refusal> {
    const fields = { username: userName, password };
    return this.attempt({ remoteAddress, userName }, async () =>
      concluded(await this.backend.signIn.begin(FORM, { fields, headers: {}, remoteAddress }))
    );
  }

  /** Checks an `authorization` header, within the limits of signing in. */
  async checkHeader(authorization: string, remoteAddress: string): Promise<Proven | Refusal> {
    return this.attempt({ remoteAddress, userName: basicUserName(authorization) }, () =>
      this.backend.signIn.authenticate({ headers: { authorization }, remoteAddress })
    );
  }

  /**
   * Ends what a provider keeps of a session; ours ends all the same when the provider does not
   * answer.
   */
  async signOut(principal: Principal): Promise<void> {
    await reach(() => this.backend.signIn.signOut(principal));
  }

  private async attempt(
    attempt: SignInAttempt,
    ask: () => Promise<AuthenticationResult>
  ): Promise<Proven | Refusal> {
    const outcome = await this.limiter.run<Proven | Refusal>(
      attempt,
      () => this.prove(attempt, ask),
      (result) => !result.ok && result.reason === 'invalid'
    );
    return 'result' in outcome ? outcome.result : limitedRefusal(outcome.limited);
  }

  /**
   * Asks the engine for something that proves the current password once more, within the limits of
   * signing in.
   */
  async provingPassword(
    attempt: SignInAttempt,
    ask: () => Promise<EngineResponse>
  ): Promise<EngineResponse | Refusal> {
    const outcome = await this.limiter.run(attempt, ask, isWrongCurrentPassword);
    return 'result' in outcome ? outcome.result : limitedRefusal(outcome.limited);
  }

  private async prove(
    { remoteAddress, userName }: SignInAttempt,
    ask: () => Promise<AuthenticationResult>
  ): Promise<Proven | Refusal> {
    const result = await reach(ask);
    if (!result.ok) return result;
    const { principal } = result;
    if (this.isForbidden(principal.userName) || this.isForbidden(userName)) return INVALID;
    const identity = await this.identify(principal, remoteAddress);
    return identity ? { ok: true, principal, identity } : INVALID;
  }

  /**
   * The session behind a cookie's value, when its user still exists with the same credentials;
   * otherwise the session is ended for good.
   * @throws {EngineUnavailableError} the session then stays
   */
  async checkSession(
    cookieValue: string | undefined,
    remoteAddress: string
  ): Promise<{ readonly session: Session; readonly identity: Identity } | undefined> {
    const session = await this.sessions.find(cookieValue);
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
    const caller: RequestCaller = { kind: 'user', principal, remoteAddress };
    return reach(() => this.backend.identify(caller));
  }

  private isForbidden(userName: string | undefined): boolean {
    return userName !== undefined && this.forbidden.has(userName);
  }
}

/** A further round needs somebody who answers it; whoever sent a password only is refused. */
const concluded = (step: SignInStep): AuthenticationResult =>
  step.kind === 'concluded' ? step.result : INVALID;

const limitedRefusal = ({ message, retryAfterSeconds }: SignInLimited): Refusal => ({
  ok: false,
  reason: 'blocked',
  retryAfterSeconds,
  limit: message,
});

/**
 * The engine's answer to a change of the own password whose current one is wrong
 * (docs/reference/engine.md#account).
 */
const isWrongCurrentPassword = ({ statusCode, body }: EngineResponse): boolean =>
  statusCode === 400 &&
  (body as { message?: unknown } | null)?.message === 'Could not validate your current password.';

async function reach<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new EngineUnavailableError(error);
  }
}

/**
 * Authenticates credentials and sessions against the engine. Every request asks the engine, so a
 * deleted user, a changed password or a removed role takes effect with the next request.
 */
import { ANONYMOUS_USER_NAME, apiKeyIn, bringsApiKey } from '@sd/contracts';
import { LOGIN_LIMITS } from '@sd/core/common';
import type {
  AuthenticationResult,
  EngineResponse,
  Identity,
  Logger,
  Principal,
  PrivilegedBackend,
  ProviderLogout,
  RequestCaller,
  LoginInput,
  LoginChallenge,
  AuthenticationRequest,
  RelyingParty,
  LoginStep,
} from '@sd/core/server';
import type { SessionId } from '../sessions/session_crypto';
import type { Session, SessionService } from '../sessions/session_service';
import {
  newPendingLoginName,
  type PendingLoginName,
  type PendingLogins,
} from '../sessions/pending_logins';
import { basicUserName } from './basic_credentials';
import type { LoginAttempt, LoginLimited, LoginLimiter } from './login_limiter';
import type { PresentedCredentials } from './request_credentials';

export type LoginFailure = Extract<AuthenticationResult, { ok: false }> & {
  /**
   * Limit that rejected the attempt before the credentials were checked, as a message for the
   * caller.
   */
  readonly limit?: string;
};
/** The login needs a further step: the values of `fields` go to `completeStep`. */
export interface FurtherStep {
  readonly ok: false;
  readonly reason: 'further';
  readonly id: string;
  readonly fields: readonly string[];
  readonly challenge?: LoginChallenge;
}
/** The login continues at an identity provider. */
interface BegunStep {
  /** Redirect target of the browser. */
  readonly location: string;
  /** Names of the pending login, for its cookie. */
  readonly name: PendingLoginName;
  /** As in `LoginStep`. */
  readonly mark: string | undefined;
}
export type Authenticated = {
  readonly ok: true;
  readonly principal: Principal;
  readonly identity: Identity;
  /** The login method, where the principal does not say it. */
  readonly method?: string;
};

/** Length of the public part of an API key: `sdk_` and the id. */
const KEY_MARK_LENGTH = 16;

const INVALID: LoginFailure = { ok: false, reason: 'invalid' };
/** The password is correct, but a further step is required. */
const INCOMPLETE: LoginFailure = { ok: false, reason: 'incomplete' };
/** Method of the login form. */
const FORM = 'basicauth';
/** Method of a login with a passkey alone. */
const PASSKEY = 'passkey';

/** The engine is unreachable. */
export class EngineUnavailableError extends Error {
  readonly code = 'security.backend_unavailable';
  constructor(cause: unknown) {
    super('The security engine could not be reached.', { cause });
  }
}

export class LoginService {
  private readonly forbidden: ReadonlySet<string>;
  private readonly renewals = new Map<SessionId, Promise<Principal | undefined>>();

  constructor(
    private readonly backend: Pick<PrivilegedBackend, 'login' | 'identify' | 'countLogin'>,
    private readonly sessions: SessionService,
    private readonly steps: PendingLogins,
    private readonly limiter: LoginLimiter,
    forbiddenUserNames: readonly string[],
    private readonly logger: Pick<Logger, 'debug'>,
    /** Relying party of passkeys. */
    private readonly site: () => RelyingParty | undefined = () => undefined,
    /** Wall clock in epoch milliseconds. */
    private readonly now: () => number = Date.now
  ) {
    this.forbidden = new Set(forbiddenUserNames);
  }

  /**
   * First login step with a user name and password. Forbidden user names are sent to the engine
   * like any other, so that neither the response nor its duration reveals them.
   */
  async checkPassword(
    userName: string,
    password: string,
    remoteAddress: string
  ): Promise<Authenticated | LoginFailure | FurtherStep> {
    const fields = { username: userName, password };
    return this.step({ remoteAddress, userName }, FORM, () =>
      this.backend.login.begin(FORM, this.inputOf(fields, remoteAddress))
    );
  }

  /** Checks the password of a logged-in user. Opens no session and skips the other login steps. */
  async verifyPassword(
    userName: string,
    password: string,
    remoteAddress: string
  ): Promise<LoginFailure | undefined> {
    const fields = { username: userName, password };
    const result = await this.attempt({ remoteAddress, userName }, FORM, async () => {
      const step = await this.backend.login.begin(FORM, this.inputOf(fields, remoteAddress));
      if (step.kind === 'concluded') return step.result;
      return step.kind === 'challenge' ? INCOMPLETE : INVALID;
    });
    return result.ok || result.reason === 'incomplete' ? undefined : result;
  }

  /** First step of a login with a passkey alone. */
  async beginPasskey(remoteAddress: string): Promise<FurtherStep | LoginFailure> {
    const result = await this.step({ remoteAddress, userName: undefined }, PASSKEY, () =>
      this.backend.login.begin(PASSKEY, this.inputOf({}, remoteAddress))
    );
    return result.ok ? INVALID : result;
  }

  /** Completes a further login step. Each can be completed once. */
  async completeStep(
    id: string,
    fields: Readonly<Record<string, string>>,
    remoteAddress: string
  ): Promise<Authenticated | LoginFailure | FurtherStep> {
    const step = await withEngine(() => this.steps.take(id));
    const { method, state, userName } = step ?? {};
    return this.step({ remoteAddress, userName }, method ?? FORM, async () =>
      method === undefined || state === undefined
        ? { kind: 'concluded', result: INVALID }
        : this.backend.login.complete(method, state, this.inputOf(fields, remoteAddress))
    );
  }

  /**
   * First step of a login through an identity provider.
   * @param fields - fields of the method, in addition to the relay
   * @returns `undefined` if the method cannot start
   */
  async beginAtProvider(
    method: string,
    { baseUrl, nextUrl }: { readonly baseUrl: string; readonly nextUrl: string },
    remoteAddress: string
  ): Promise<BegunStep | undefined> {
    const name = newPendingLoginName();
    const fields = { relay: name.relay, baseUrl };
    const input = { fields, headers: {}, remoteAddress };
    const step = await withEngine(() => this.backend.login.begin(method, input));
    if (step.kind !== 'redirect') return undefined;
    const { state, location, mark } = step;
    await withEngine(() => this.steps.open({ method, state, userName: undefined, nextUrl }, name));
    return { location, name, mark };
  }

  /** Handles an unsolicited response of a provider. */
  async completeUnsolicited(
    method: string,
    { fields, remoteAddress }: Pick<LoginInput, 'fields' | 'remoteAddress'>
  ): Promise<Authenticated | LoginFailure> {
    return this.attempt({ remoteAddress, userName: undefined }, method, async () => {
      const step = await this.backend.login.begin(method, { fields, headers: {}, remoteAddress });
      return step.kind === 'concluded' ? step.result : INVALID;
    });
  }

  /**
   * Handles the response of a provider.
   * @returns `undefined` if no login is pending, or it has expired or completed
   */
  async completeAtProvider(
    id: string,
    method: string,
    { fields, remoteAddress }: Pick<LoginInput, 'fields' | 'remoteAddress'>
  ): Promise<
    { readonly result: Authenticated | LoginFailure; readonly nextUrl: string } | undefined
  > {
    const loginStep = await withEngine(() => this.steps.take(id));
    if (loginStep?.method !== method || loginStep.nextUrl === undefined) return undefined;
    const { state, nextUrl } = loginStep;
    const input = { fields, headers: {}, remoteAddress };
    const result = await this.attempt({ remoteAddress, userName: undefined }, method, async () => {
      const step = await this.backend.login.complete(method, state, input);
      return step.kind === 'concluded' ? step.result : INVALID;
    });
    return { result, nextUrl };
  }

  private async step(
    attempt: LoginAttempt,
    method: string,
    send: () => Promise<LoginStep>
  ): Promise<Authenticated | LoginFailure | FurtherStep> {
    let further: Extract<LoginStep, { kind: 'challenge' }> | undefined;
    const outcome = await this.attempt(attempt, method, async () => {
      const step = await send();
      if (step.kind === 'concluded') return step.result;
      // A further step must not reveal that a forbidden user name exists.
      if (step.kind === 'challenge' && !this.isForbidden(attempt.userName)) further = step;
      if (!further) return INVALID;
      return { ok: false, reason: further.isFailure ? 'invalid' : 'missing' };
    });
    if (!further) return outcome.ok && method === PASSKEY ? { ...outcome, method } : outcome;
    const { state, fields, challenge } = further;
    const id = await withEngine(() =>
      this.steps.open({ method, state, userName: attempt.userName })
    );
    return { ok: false, reason: 'further', id, fields, ...(challenge && { challenge }) };
  }

  private inputOf(fields: LoginInput['fields'], remoteAddress: string): LoginInput {
    const site = this.site();
    return { fields, headers: {}, remoteAddress, ...(site && { site }) };
  }

  /** Checks an `authorization` header within the login limits. */
  async checkHeader(
    authorization: string,
    remoteAddress: string
  ): Promise<Authenticated | LoginFailure> {
    return this.checkRequest({ headers: { authorization }, remoteAddress });
  }

  /** Checks the credentials of a request within the login limits. */
  async checkRequest(
    credentials: AuthenticationRequest,
    source: PresentedCredentials['source'] = 'header'
  ): Promise<Authenticated | LoginFailure> {
    const { headers, remoteAddress } = credentials;
    const { authorization } = headers;
    // Limits count each API key separately, so that other failures from the same address do not
    // block it.
    const userName = basicUserName(authorization) ?? keyMark(authorization);
    return this.attempt(
      { remoteAddress, userName },
      methodOfCredentials(authorization, source),
      () => this.backend.login.authenticate(credentials)
    );
  }

  /** @returns `undefined` if the backend does not allow anonymous access */
  async checkAnonymous(remoteAddress: string): Promise<Authenticated | undefined> {
    const principal = { userName: ANONYMOUS_USER_NAME, provider: { method: 'anonymous' } };
    const identity = await this.identify(principal, remoteAddress);
    return identity?.userName === ANONYMOUS_USER_NAME
      ? { ok: true, principal, identity }
      : undefined;
  }

  /**
   * Logs out at the identity provider. The local session ends even if the provider does not
   * respond.
   * @returns where the browser has to go for the logout, if anywhere
   */
  async logout(principal: Principal): Promise<{ readonly location?: string }> {
    return withEngine(() => this.backend.login.logout(principal));
  }

  /** @returns `undefined` if the message is not a valid logout notice of the provider */
  async loggedOutByProvider(
    method: string,
    input: Pick<LoginInput, 'fields' | 'remoteAddress'>
  ): Promise<ProviderLogout | undefined> {
    const { login } = this.backend;
    return withEngine(async () => login.loggedOutByProvider?.(method, { ...input, headers: {} }));
  }

  /** @returns metadata for registering this product with a provider, if the backend supplies it */
  async descriptionFor(method: string): Promise<string | undefined> {
    const { login } = this.backend;
    return withEngine(async () => login.description?.(method));
  }

  /** Counts failures by method; a success counts when its session is opened. */
  private async attempt(
    attempt: LoginAttempt,
    method: string,
    send: () => Promise<AuthenticationResult>
  ): Promise<Authenticated | LoginFailure> {
    try {
      const result = await this.limitedAttempt(attempt, send);
      if (!result.ok && result.reason !== 'missing' && result.reason !== 'off')
        this.backend.countLogin?.(method, result.reason);
      return result;
    } catch (error) {
      if (error instanceof EngineUnavailableError) this.backend.countLogin?.(method, 'unavailable');
      throw error;
    }
  }

  private async limitedAttempt(
    attempt: LoginAttempt,
    send: () => Promise<AuthenticationResult>
  ): Promise<Authenticated | LoginFailure> {
    const outcome = await this.limiter.run<Authenticated | LoginFailure>(
      attempt,
      () => this.authenticate(attempt, send),
      (result) => !result.ok && result.reason === 'invalid',
      // Incomplete or blocked logins do not make the client known.
      (result) => result.ok
    );
    return 'result' in outcome ? outcome.result : limitedError(outcome.limited);
  }

  /** Sends an engine request that includes the current password, within the login limits. */
  async sendWithPassword(
    attempt: LoginAttempt,
    send: () => Promise<EngineResponse>
  ): Promise<EngineResponse | LoginFailure> {
    const outcome = await this.limiter.run(attempt, send, isWrongCurrentPassword);
    return 'result' in outcome ? outcome.result : limitedError(outcome.limited);
  }

  private async authenticate(
    { remoteAddress, userName }: LoginAttempt,
    send: () => Promise<AuthenticationResult>
  ): Promise<Authenticated | LoginFailure> {
    const result = await withEngine(send);
    if (!result.ok) return result;
    const { principal } = result;
    if (this.isForbidden(principal.userName) || this.isForbidden(userName)) return INVALID;
    const identity = await this.identify(principal, remoteAddress);
    return identity ? { ok: true, principal, identity } : INVALID;
  }

  /**
   * Finds the session of a cookie value and checks that its user still exists with the same
   * credentials; otherwise ends the session.
   * @throws {EngineUnavailableError} the session is kept
   */
  async checkSession(
    cookieValue: string | undefined,
    remoteAddress: string
  ): Promise<{ readonly session: Session; readonly identity: Identity } | undefined> {
    const session = await this.sessions.find(cookieValue);
    if (!session) return undefined;
    const principal = this.isForbidden(session.principal.userName)
      ? undefined
      : this.isRunningOut(session.principal)
        ? await this.currentPrincipal(session)
        : session.principal;
    const identity = principal && (await this.identify(principal, remoteAddress));
    if (identity) {
      const isSame = principal === session.principal;
      return { session: isSame ? session : { ...session, principal }, identity };
    }
    await this.sessions.end(session.id);
    return undefined;
  }

  private isRunningOut({ expiresAtMs = Number.POSITIVE_INFINITY }: Principal): boolean {
    return expiresAtMs - this.now() <= LOGIN_LIMITS.renewBeforeMs;
  }

  /**
   * Renews expiring credentials in the background while requests still use them. Requests wait for
   * the provider only after the credentials have expired.
   */
  private async currentPrincipal({ id, principal }: Session): Promise<Principal | undefined> {
    const next = this.sharedRenewal(id);
    if ((principal.expiresAtMs ?? 0) <= this.now()) return next;
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
    const next = await withEngine(() => this.backend.login.refresh(principal));
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

  private async identify(
    principal: Principal,
    remoteAddress: string
  ): Promise<Identity | undefined> {
    const caller: RequestCaller = { kind: 'user', principal, remoteAddress };
    try {
      return await this.backend.identify(caller);
    } catch (error) {
      throw new EngineUnavailableError(error);
    }
  }

  private isForbidden(userName: string | undefined): boolean {
    return userName !== undefined && this.forbidden.has(userName);
  }
}

/** Stands in for the user name in limits. The colon prevents collisions with user names. */
function keyMark(authorization: string | undefined): string | undefined {
  const key = apiKeyIn(authorization);
  return key === undefined ? undefined : `ApiKey:${key.slice(0, KEY_MARK_LENGTH)}`;
}

/** The login method that credentials of a request belong to. */
function methodOfCredentials(
  authorization: string | undefined,
  source: PresentedCredentials['source']
): string {
  if (source === 'proxy') return source;
  if (/^basic\b/i.test(authorization ?? '')) return FORM;
  return bringsApiKey(authorization) ? 'apikey' : 'jwt';
}

const limitedError = ({ message, retryAfterSeconds }: LoginLimited): LoginFailure => ({
  ok: false,
  reason: 'blocked',
  retryAfterSeconds,
  limit: message,
});

/**
 * Engine response to a password change with a wrong current password
 * (docs/reference/engine.md#account).
 */
const isWrongCurrentPassword = ({ statusCode, body }: EngineResponse): boolean =>
  statusCode === 400 &&
  (body as { message?: unknown } | null)?.message === 'Could not validate your current password.';

async function withEngine<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new EngineUnavailableError(error);
  }
}

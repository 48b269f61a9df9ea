/**
 * Who a request is from: proves credentials and sessions against the engine. Every call asks the
 * engine anew, so a deleted user, a changed password or a removed role counts from the next request
 * on.
 */
import { ANONYMOUS_USER_NAME, apiKeyIn } from '@sd/contracts';
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

export type LoginFailure = Extract<AuthenticationResult, { ok: false }> & {
  /** Why nobody even looked at the credentials, in words for the caller. */
  readonly limit?: string;
};
/** Proven so far, and asked for more: what `fields` name goes to `completeRound`. */
export interface FurtherStep {
  readonly ok: false;
  readonly reason: 'further';
  readonly id: string;
  readonly fields: readonly string[];
  readonly question?: LoginChallenge;
}
/** A provider is about to be asked. */
interface BegunStep {
  /** Where the browser has to go. */
  readonly location: string;
  /** Of the round, for its cookie. */
  readonly name: PendingLoginName;
  /** As `LoginStep` has it. */
  readonly mark: string | undefined;
}
export type Authenticated = {
  readonly ok: true;
  readonly principal: Principal;
  readonly identity: Identity;
};

/** Of a key, what names it and is no secret: `sdk_` and the id. */
const KEY_MARK_LENGTH = 16;

const INVALID: LoginFailure = { ok: false, reason: 'invalid' };
/** The password is right, and something else is asked for. */
const HALF: LoginFailure = { ok: false, reason: 'incomplete' };
/** The method behind the form of the login page. */
const FORM = 'basicauth';
/** The method of who signs in by a passkey alone. */
const PASSKEY = 'passkey';

/** The engine could not be reached. */
export class EngineUnavailableError extends Error {
  readonly code = 'security.backend_unavailable';
  constructor(cause: unknown) {
    super('The security engine could not be reached.', { cause });
  }
}

export class LoginService {
  private readonly forbidden: ReadonlySet<string>;
  private readonly prolonging = new Map<SessionId, Promise<Principal | undefined>>();

  constructor(
    private readonly backend: Pick<PrivilegedBackend, 'login' | 'identify'>,
    private readonly sessions: SessionService,
    private readonly steps: PendingLogins,
    private readonly limiter: LoginLimiter,
    forbiddenUserNames: readonly string[],
    private readonly logger: Pick<Logger, 'debug'>,
    /** What passkeys are bound to. */
    private readonly site: () => RelyingParty | undefined = () => undefined,
    /** The wall clock, epoch milliseconds. */
    private readonly now: () => number = Date.now
  ) {
    this.forbidden = new Set(forbiddenUserNames);
  }

  /**
   * The first round: a name and password. Names that may not sign in are sent to the engine like
   * any other, so that neither the answer nor the time it takes tells them apart.
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

  /**
   * Whether somebody who is signed in knows his password. It opens nothing: what else a sign-in
   * would ask for stays unasked.
   */
  async provesPassword(
    userName: string,
    password: string,
    remoteAddress: string
  ): Promise<LoginFailure | undefined> {
    const fields = { username: userName, password };
    const result = await this.attempt({ remoteAddress, userName }, async () => {
      const step = await this.backend.login.begin(FORM, this.inputOf(fields, remoteAddress));
      if (step.kind === 'concluded') return step.result;
      return step.kind === 'challenge' ? HALF : INVALID;
    });
    return result.ok || result.reason === 'incomplete' ? undefined : result;
  }

  /** The first round of a passkey alone. */
  async beginPasskey(remoteAddress: string): Promise<FurtherStep | LoginFailure> {
    const result = await this.step({ remoteAddress, userName: undefined }, PASSKEY, () =>
      this.backend.login.begin(PASSKEY, this.inputOf({}, remoteAddress))
    );
    return result.ok ? INVALID : result;
  }

  /** A further round, of somebody whom an earlier one asked for more. Each is answered once. */
  async completeRound(
    id: string,
    fields: Readonly<Record<string, string>>,
    remoteAddress: string
  ): Promise<Authenticated | LoginFailure | FurtherStep> {
    const step = await reach(() => this.steps.take(id));
    const { method, state, userName } = step ?? {};
    return this.step({ remoteAddress, userName }, method ?? FORM, async () =>
      method === undefined || state === undefined
        ? { kind: 'concluded', result: INVALID }
        : this.backend.login.complete(method, state, this.inputOf(fields, remoteAddress))
    );
  }

  /**
   * The first round of a way over a provider.
   * @param fields - what that way needs beside the relay
   * @returns `undefined` when that way does not begin
   */
  async beginAtProvider(
    method: string,
    { baseUrl, nextUrl }: { readonly baseUrl: string; readonly nextUrl: string },
    remoteAddress: string
  ): Promise<BegunStep | undefined> {
    const name = newPendingLoginName();
    const fields = { relay: name.relay, baseUrl };
    const input = { fields, headers: {}, remoteAddress };
    const step = await reach(() => this.backend.login.begin(method, input));
    if (step.kind !== 'redirect') return undefined;
    const { state, location, mark } = step;
    await reach(() => this.steps.open({ method, state, userName: undefined, nextUrl }, name));
    return { location, name, mark };
  }

  /** What a provider sent without having been asked. */
  async takeFromProvider(
    method: string,
    { fields, remoteAddress }: Pick<LoginInput, 'fields' | 'remoteAddress'>
  ): Promise<Authenticated | LoginFailure> {
    return this.attempt({ remoteAddress, userName: undefined }, async () => {
      const step = await this.backend.login.begin(method, { fields, headers: {}, remoteAddress });
      return step.kind === 'concluded' ? step.result : INVALID;
    });
  }

  /**
   * What a provider sent back.
   * @returns `undefined` when nothing was asked of it, or too long ago, or it has answered
   */
  async completeAtProvider(
    id: string,
    method: string,
    { fields, remoteAddress }: Pick<LoginInput, 'fields' | 'remoteAddress'>
  ): Promise<
    { readonly result: Authenticated | LoginFailure; readonly nextUrl: string } | undefined
  > {
    const loginStep = await reach(() => this.steps.take(id));
    if (loginStep?.method !== method || loginStep.nextUrl === undefined) return undefined;
    const { state, nextUrl } = loginStep;
    const input = { fields, headers: {}, remoteAddress };
    const result = await this.attempt({ remoteAddress, userName: undefined }, async () => {
      const step = await this.backend.login.complete(method, state, input);
      return step.kind === 'concluded' ? step.result : INVALID;
    });
    return { result, nextUrl };
  }

  private async step(
    attempt: LoginAttempt,
    method: string,
    ask: () => Promise<LoginStep>
  ): Promise<Authenticated | LoginFailure | FurtherStep> {
    let further: Extract<LoginStep, { kind: 'challenge' }> | undefined;
    const outcome = await this.attempt(attempt, async () => {
      const step = await ask();
      if (step.kind === 'concluded') return step.result;
      // Nobody is told by a further question that the name exists and may not sign in.
      if (step.kind === 'challenge' && !this.isForbidden(attempt.userName)) further = step;
      if (!further) return INVALID;
      return { ok: false, reason: further.isFailure ? 'invalid' : 'missing' };
    });
    if (!further) return outcome;
    const { state, fields, challenge: request } = further;
    const id = await reach(() => this.steps.open({ method, state, userName: attempt.userName }));
    return { ok: false, reason: 'further', id, fields, ...(request && { question: request }) };
  }

  private inputOf(fields: LoginInput['fields'], remoteAddress: string): LoginInput {
    const site = this.site();
    return { fields, headers: {}, remoteAddress, ...(site && { site }) };
  }

  /** Checks an `authorization` header, within the limits of signing in. */
  async checkHeader(
    authorization: string,
    remoteAddress: string
  ): Promise<Authenticated | LoginFailure> {
    return this.checkRequest({ headers: { authorization }, remoteAddress });
  }

  /** Checks what a request brings along, within the limits of signing in. */
  async checkRequest(credentials: AuthenticationRequest): Promise<Authenticated | LoginFailure> {
    const { headers, remoteAddress } = credentials;
    const { authorization } = headers;
    // A key is counted by itself: strangers at its address do not shut it out.
    const userName = basicUserName(authorization) ?? keyMark(authorization);
    return this.attempt({ remoteAddress, userName }, () =>
      this.backend.login.authenticate(credentials)
    );
  }

  /** @returns `undefined` when the backend lets nobody in without credentials */
  async checkAnonymous(remoteAddress: string): Promise<Authenticated | undefined> {
    const principal = { userName: ANONYMOUS_USER_NAME, provider: { method: 'anonymous' } };
    const identity = await this.identify(principal, remoteAddress);
    return identity?.userName === ANONYMOUS_USER_NAME
      ? { ok: true, principal, identity }
      : undefined;
  }

  /**
   * Ends what a provider keeps of a session; ours ends all the same when the provider does not
   * answer.
   * @returns where the browser has to go for that, if anywhere
   */
  async logout(principal: Principal): Promise<{ readonly location?: string }> {
    return reach(() => this.backend.login.logout(principal));
  }

  /** @returns `undefined` for what is no word of that provider about an end */
  async loggedOutByProvider(
    method: string,
    input: Pick<LoginInput, 'fields' | 'remoteAddress'>
  ): Promise<ProviderLogout | undefined> {
    const { login } = this.backend;
    return reach(async () => login.loggedOutByProvider?.(method, { ...input, headers: {} }));
  }

  /** @returns what a provider registers this product by, where the backend tells it */
  async descriptionFor(method: string): Promise<string | undefined> {
    const { login } = this.backend;
    return reach(async () => login.description?.(method));
  }

  private async attempt(
    attempt: LoginAttempt,
    ask: () => Promise<AuthenticationResult>
  ): Promise<Authenticated | LoginFailure> {
    const outcome = await this.limiter.run<Authenticated | LoginFailure>(
      attempt,
      () => this.prove(attempt, ask),
      (result) => !result.ok && result.reason === 'invalid',
      // Half a proof is none: who is asked for more, or blocked, has shown nothing yet.
      (result) => result.ok
    );
    return 'result' in outcome ? outcome.result : limitedError(outcome.limited);
  }

  /**
   * Asks the engine for something that proves the current password once more, within the limits of
   * signing in.
   */
  async provingPassword(
    attempt: LoginAttempt,
    ask: () => Promise<EngineResponse>
  ): Promise<EngineResponse | LoginFailure> {
    const outcome = await this.limiter.run(attempt, ask, isWrongCurrentPassword);
    return 'result' in outcome ? outcome.result : limitedError(outcome.limited);
  }

  private async prove(
    { remoteAddress, userName }: LoginAttempt,
    ask: () => Promise<AuthenticationResult>
  ): Promise<Authenticated | LoginFailure> {
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
    const principal = this.isForbidden(session.principal.userName)
      ? undefined
      : this.isRunningOut(session.principal)
        ? await this.inForce(session)
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
   * What is about to run out is prolonged beside the requests, which go on with it until then: they
   * wait for a provider only when it has run out.
   */
  private async inForce({ id, principal }: Session): Promise<Principal | undefined> {
    const next = this.prolonged(id);
    if ((principal.expiresAtMs ?? 0) <= this.now()) return next;
    next.catch((error: unknown) => {
      this.logger.debug('A session is not prolonged yet.', { reason: String(error) });
    });
    return principal;
  }

  /** Requests of one session share one prolonging: what prolongs may be good for one use. */
  private prolonged(id: SessionId): Promise<Principal | undefined> {
    const running = this.prolonging.get(id);
    if (running) return running;
    const mine = this.prolong(id).finally(() => this.prolonging.delete(id));
    this.prolonging.set(id, mine);
    return mine;
  }

  /** @returns `undefined` when the session has to end, or has ended */
  private async prolong(id: SessionId): Promise<Principal | undefined> {
    // As it is now: a request before this one may have prolonged it.
    const session = await this.sessions.find(id);
    if (!session) return undefined;
    const { principal } = session;
    const next = await reach(() => this.backend.login.refresh(principal));
    if (next === principal) return principal;
    if (next?.userName !== principal.userName) return this.prolongedElsewhere(session);
    return (await this.sessions.change(session, { principal: next })) ? next : undefined;
  }

  /** Another server may have used what is good for one use; what it got is as good. */
  private async prolongedElsewhere(session: Session): Promise<Principal | undefined> {
    const stored = await this.sessions.findAnew(session.id);
    const isAnother =
      stored?.principal.expiresAtMs !== undefined &&
      stored.principal.expiresAtMs !== session.principal.expiresAtMs;
    if (isAnother) return stored.principal;
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

/** Stands for the name in limits; no user is called so, since names hold no colon. */
function keyMark(authorization: string | undefined): string | undefined {
  const key = apiKeyIn(authorization);
  return key === undefined ? undefined : `ApiKey:${key.slice(0, KEY_MARK_LENGTH)}`;
}

const limitedError = ({ message, retryAfterSeconds }: LoginLimited): LoginFailure => ({
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

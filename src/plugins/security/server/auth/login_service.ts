/**
 * Authenticates credentials and sessions against the engine. Every request asks the engine, so a
 * deleted user, a changed password or a removed role takes effect with the next request.
 */
import { ANONYMOUS_USER_NAME } from '@sd/contracts';
import type {
  AuthenticationResult,
  EngineResponse,
  Identity,
  Logger,
  Principal,
  PrivilegedBackend,
  ProviderLogout,
  LoginInput,
  LoginChallenge,
  AuthenticationRequest,
  RelyingParty,
  LoginStep,
} from '@sd/core/server';
import type { TenantSource } from '../../common';
import { getMethod } from '../sessions/session_origin';
import type { Session, SessionService } from '../sessions/session_service';
import {
  newPendingLoginName,
  type PendingLoginName,
  type PendingLogins,
} from '../sessions/pending_logins';
import { withEngine, EngineUnavailableError } from '../engine_unavailable';
import type { LoginAttempt, LoginLimited, LoginLimiter } from './login_limiter';
import { claimedName, methodOfCredentials, type PresentedCredentials } from './request_credentials';
import { SessionRenewal } from './session_renewal';

export type LoginFailure = Extract<AuthenticationResult, { ok: false }> & {
  /**
   * Limit that rejected the attempt before the credentials were checked, as a message for the
   * caller.
   */
  readonly limit?: string;
};
/** What a request sends for one step. */
type Sent = Pick<LoginInput, 'fields' | 'remoteAddress' | 'checksOnly'>;
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

const INVALID: LoginFailure = { ok: false, reason: 'invalid' };
const INVALID_STEP: LoginStep = { kind: 'concluded', result: INVALID };
/** The password is correct, but a further step is required. */
const INCOMPLETE: LoginFailure = { ok: false, reason: 'incomplete' };
/** Method of the login form. */
const FORM = 'basicauth';
/** Method of a login with a passkey alone. */
const PASSKEY = 'passkey';

interface LoginBackend extends Pick<PrivilegedBackend, 'login' | 'identify' | 'countLogin'> {
  /** Observes wrong credentials, and attempts that a limit rejects. */
  readonly loginFailed?: (attempt: LoginAttempt) => void;
}

/** Where a login leads to. */
export interface Arrival {
  readonly nextUrl: string;
  /** Who named the tenant in it. */
  readonly source: TenantSource;
}

export class LoginService {
  private readonly forbidden: ReadonlySet<string>;
  private readonly renewal: SessionRenewal;

  constructor(
    private readonly backend: LoginBackend,
    private readonly sessions: SessionService,
    private readonly steps: PendingLogins,
    private readonly limiter: LoginLimiter,
    forbiddenUserNames: readonly string[],
    logger: Pick<Logger, 'debug'>,
    /** Relying party of passkeys. */
    private readonly site: () => RelyingParty | undefined = () => undefined,
    /** Wall clock in epoch milliseconds. */
    now: () => number = Date.now
  ) {
    this.forbidden = new Set(forbiddenUserNames);
    this.renewal = new SessionRenewal(backend.login, sessions, logger, now);
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
      this.begin(FORM, { fields, remoteAddress })
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
      const step = await this.begin(FORM, { fields, remoteAddress, checksOnly: true });
      if (step.kind === 'concluded') return step.result;
      return step.kind === 'challenge' ? INCOMPLETE : INVALID;
    });
    return result.ok || result.reason === 'incomplete' ? undefined : result;
  }

  /** First step of a login with a passkey alone. */
  async beginPasskey(remoteAddress: string): Promise<FurtherStep | LoginFailure> {
    const result = await this.step({ remoteAddress, userName: undefined }, PASSKEY, () =>
      this.begin(PASSKEY, { fields: {}, remoteAddress })
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
    return this.step({ remoteAddress, userName }, method ?? FORM, () =>
      this.complete(method, state, { fields, remoteAddress })
    );
  }

  /**
   * First step of a login through an identity provider.
   * @param fields - fields of the method, in addition to the relay
   * @returns `undefined` if the method cannot start
   */
  async beginAtProvider(
    method: string,
    { baseUrl, nextUrl, source }: Arrival & { readonly baseUrl: string },
    remoteAddress: string
  ): Promise<BegunStep | undefined> {
    const name = newPendingLoginName();
    const fields = { relay: name.relay, baseUrl };
    const step = await withEngine(() => this.begin(method, { fields, remoteAddress }));
    if (step.kind !== 'redirect') return undefined;
    const { state, location, mark } = step;
    const pending = { method, state, userName: undefined, nextUrl, tenantSource: source };
    await withEngine(() => this.steps.open(pending, name));
    return { location, name, mark };
  }

  /** Handles an unsolicited response of a provider. */
  async completeUnsolicited(method: string, input: Sent): Promise<Authenticated | LoginFailure> {
    return this.oneStep(method, input, () => this.begin(method, input));
  }

  /**
   * Handles the response of a provider.
   * @returns `undefined` if no login is pending, or it has expired or completed
   */
  async completeAtProvider(
    id: string,
    method: string,
    input: Sent
  ): Promise<(Arrival & { readonly result: Authenticated | LoginFailure }) | undefined> {
    const loginStep = await withEngine(() => this.steps.take(id));
    if (loginStep?.method !== method || loginStep.nextUrl === undefined) return undefined;
    const { state, nextUrl, tenantSource: source = 'site' } = loginStep;
    const result = await this.oneStep(method, input, () => this.complete(method, state, input));
    return { result, nextUrl, source };
  }

  private async begin(method: string, input: Sent): Promise<LoginStep> {
    return this.backend.login.methods.get(method)?.begin(this.toInput(input)) ?? INVALID_STEP;
  }

  private async complete(
    method: string | undefined,
    state: string | undefined,
    input: Sent
  ): Promise<LoginStep> {
    if (method === undefined || state === undefined) return INVALID_STEP;
    const handler = this.backend.login.methods.get(method);
    return handler?.complete?.(state, this.toInput(input)) ?? INVALID_STEP;
  }

  private toInput(input: Sent): LoginInput {
    const site = this.site();
    return { ...input, headers: {}, ...(site && { site }) };
  }

  /** A step after which the login is over. */
  private oneStep(
    method: string,
    { remoteAddress }: Sent,
    send: () => Promise<LoginStep>
  ): Promise<Authenticated | LoginFailure> {
    return this.attempt({ remoteAddress, userName: undefined }, method, async () => {
      const step = await send();
      return step.kind === 'concluded' ? step.result : INVALID;
    });
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

  /** Checks the credentials of a request within the login limits. */
  async checkRequest(
    credentials: AuthenticationRequest,
    source: PresentedCredentials['source'] = 'header'
  ): Promise<Authenticated | LoginFailure> {
    const { headers, remoteAddress } = credentials;
    const { authorization } = headers;
    return this.attempt(
      { remoteAddress, userName: claimedName(authorization) },
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
    const handler = this.backend.login.methods.get(getMethod(principal));
    return withEngine(async () => handler?.logout?.(principal) ?? {});
  }

  /** @returns `undefined` if the message is not a valid logout notice of the provider */
  async loggedOutByProvider(method: string, input: Sent): Promise<ProviderLogout | undefined> {
    const handler = this.backend.login.methods.get(method);
    return withEngine(async () => handler?.loggedOutByProvider?.({ ...input, headers: {} }));
  }

  /** @returns metadata for registering this product with a provider, if the backend supplies it */
  async descriptionFor(method: string): Promise<string | undefined> {
    return withEngine(async () => this.backend.login.methods.get(method)?.description?.());
  }

  /** Within the limits. Counts failures by method; a success counts when its session is opened. */
  private async attempt(
    attempt: LoginAttempt,
    method: string,
    send: () => Promise<AuthenticationResult>
  ): Promise<Authenticated | LoginFailure> {
    try {
      const outcome = await this.limiter.run<Authenticated | LoginFailure>(
        attempt,
        () => this.authenticate(attempt, send),
        (result) => !result.ok && result.reason === 'invalid',
        // Incomplete or blocked logins do not make the client known.
        (result) => result.ok
      );
      const result = 'result' in outcome ? outcome.result : limitedError(outcome.limited);
      if (!result.ok && result.reason !== 'missing' && result.reason !== 'off')
        this.backend.countLogin?.(method, result.reason);
      if (!result.ok && (result.reason === 'invalid' || result.reason === 'blocked'))
        this.backend.loginFailed?.(attempt);
      return result;
    } catch (error) {
      if (error instanceof EngineUnavailableError) this.backend.countLogin?.(method, 'unavailable');
      throw error;
    }
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
      : await this.renewal.currentPrincipal(session);
    const identity = principal && (await this.identify(principal, remoteAddress));
    if (identity) {
      const isSame = principal === session.principal;
      return { session: isSame ? session : { ...session, principal }, identity };
    }
    await this.sessions.end(session.id);
    return undefined;
  }

  private identify(principal: Principal, remoteAddress: string): Promise<Identity | undefined> {
    return withEngine(() => this.backend.identify({ kind: 'user', principal, remoteAddress }));
  }

  private isForbidden(userName: string | undefined): boolean {
    return userName !== undefined && this.forbidden.has(userName);
  }
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

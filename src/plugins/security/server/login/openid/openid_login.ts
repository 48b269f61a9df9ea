/**
 * OpenID Connect authorization code flow with PKCE (RFC 7636), state and nonce. The backend
 * verifies the id token with its own authentication domains; see docs/guide/authentication.md.
 */
import { LOGIN_LIMITS } from '@sd/core/common';
import type {
  AuthenticationResult,
  Logger,
  Principal,
  ProviderLogout,
  LoginInput,
  LoginMethod,
  AuthenticationRequest,
  LoginStep,
} from '@sd/core/server';
import type { TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import { ProviderUnavailableError } from '../provider_fetch';
import type { LogoutTokens } from './logout_token';
import { isUnavailable, type OpenIdClient } from './openid_client';
import type { ProviderKeys } from './provider_keys';

interface OpenIdSettings {
  /** Lowercase name of the header in which the backend expects the token. */
  readonly header: string;
  readonly scope: string;
  readonly refreshTokens: boolean;
  /** Overrides the provider's logout URL; '' for none. */
  readonly logoutUrl: string;
  readonly additionalParameters: Readonly<Record<string, string>>;
}

export interface OpenIdDeps {
  readonly client: OpenIdClient;
  readonly keys: Pick<ProviderKeys, 'signatureError'>;
  readonly logoutTokens: Pick<LogoutTokens, 'read'>;
  readonly settings: OpenIdSettings;
  /** Lets the backend verify a token and identify its user. */
  readonly authenticate: (request: AuthenticationRequest) => Promise<AuthenticationResult>;
  /** Reports invalid responses that did not reach the backend. */
  readonly reportFailure: (remoteAddress: string) => Promise<void>;
  readonly logger: Logger;
  /** Wall clock in epoch milliseconds. */
  readonly now?: () => number;
}

/** Encrypted state between the two login steps. */
interface Pending {
  /** Returned by the provider unchanged. */
  readonly relay: string;
  /** Address of this server in the browser, without a trailing slash. */
  readonly baseUrl: string;
  readonly verifier: string;
  readonly nonce: string;
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

const INVALID: LoginStep = { kind: 'concluded', result: { ok: false, reason: 'invalid' } };
const REDIRECT_PATH = '/auth/openid/login';

export class OpenIdLogin implements LoginMethod {
  private readonly now: () => number;

  constructor(private readonly deps: OpenIdDeps) {
    this.now = deps.now ?? Date.now;
  }

  async begin({ fields }: LoginInput): Promise<LoginStep> {
    const { relay = '', baseUrl = '' } = fields;
    const { settings, client } = this.deps;
    // The cached provider may be down by now; do not redirect the browser there.
    client.markStale();
    const { library, configuration } = await client.provider();
    const verifier = library.randomPKCECodeVerifier();
    const nonce = library.randomNonce();
    const location = library.buildAuthorizationUrl(configuration, {
      ...settings.additionalParameters,
      redirect_uri: `${baseUrl}${REDIRECT_PATH}`,
      scope: settings.scope,
      state: relay,
      nonce,
      code_challenge: await library.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const pending: Pending = { relay, baseUrl, verifier, nonce };
    return { kind: 'redirect', state: JSON.stringify(pending), location: location.href };
  }

  /** @throws {ProviderUnavailableError} */
  async complete(state: string, { fields, remoteAddress }: LoginInput): Promise<LoginStep> {
    const pending = JSON.parse(state) as Pending;
    const { library, configuration } = await this.deps.client.provider();
    const response = new URL(`${pending.baseUrl}${REDIRECT_PATH}`);
    for (const [name, value] of Object.entries(fields)) response.searchParams.set(name, value);
    try {
      const tokens = await library.authorizationCodeGrant(
        configuration,
        response,
        {
          expectedState: pending.relay,
          expectedNonce: pending.nonce,
          pkceCodeVerifier: pending.verifier,
          idTokenExpected: true,
        },
        this.deps.settings.additionalParameters
      );
      const returnTo = pending.baseUrl;
      const result = await this.authenticateTokens(tokens, { returnTo }, remoteAddress);
      return { kind: 'concluded', result };
    } catch (error) {
      if (isUnavailable(error)) throw unavailable(error);
      if (isFault(error)) throw error;
      this.deps.client.markStale();
      this.deps.logger.warn('A login through the identity provider was rejected.', {
        reason: errorSummary(error),
      });
      await this.deps.reportFailure(remoteAddress);
      return INVALID;
    }
  }

  async refresh(principal: Principal): Promise<Principal | undefined> {
    const { expiresAtMs = Number.POSITIVE_INFINITY, provider } = principal;
    const remainingMs = expiresAtMs - this.now();
    if (remainingMs > LOGIN_LIMITS.renewBeforeMs || !provider?.refreshToken) return principal;
    try {
      const { library, configuration } = await this.deps.client.provider();
      const tokens = await library.refreshTokenGrant(configuration, provider.refreshToken);
      // The standard allows a refresh without a new id token.
      if (tokens.id_token === undefined) return principal;
      if (tokens.claims()?.sub !== provider.subject) return undefined;
      const result = await this.authenticateTokens(tokens, provider, '');
      if (!result.ok) return undefined;
      return result.principal;
    } catch (error) {
      if (isUnavailable(error)) throw unavailable(error);
      if (isFault(error)) throw error;
      this.deps.logger.info('The identity provider did not renew the tokens of a session.', {
        reason: errorSummary(error),
      });
      return undefined;
    }
  }

  async logout({ provider }: Principal): Promise<{ readonly location?: string }> {
    if (!provider) return {};
    const { settings, client } = this.deps;
    const { idToken = '' } = provider;
    // A longer hint would make the URL too long. Without it the provider asks the user for
    // confirmation.
    const isHinted = idToken !== '' && idToken.length <= LOGIN_LIMITS.idTokenHintLength;
    const hints = {
      ...(isHinted && { id_token_hint: idToken }),
      ...(provider.returnTo !== undefined && { post_logout_redirect_uri: provider.returnTo }),
    };
    if (settings.logoutUrl !== '') {
      const location = new URL(settings.logoutUrl);
      for (const [name, value] of Object.entries(hints)) location.searchParams.set(name, value);
      return { location: location.href };
    }
    const { library, configuration } = await client.provider();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return {};
    return { location: library.buildEndSessionUrl(configuration, hints).href };
  }

  async loggedOutByProvider({ fields }: LoginInput): Promise<ProviderLogout | undefined> {
    return this.deps.logoutTokens.read(fields['logout_token'] ?? '');
  }

  private async authenticateTokens(
    tokens: Tokens,
    { returnTo, refreshToken: previousToken }: { returnTo?: string; refreshToken?: string },
    remoteAddress: string
  ): Promise<AuthenticationResult> {
    const { settings, client, keys, authenticate, reportFailure, logger } = this.deps;
    const claims = tokens.claims();
    const { id_token: idToken } = tokens;
    if (!claims || idToken === undefined) return { ok: false, reason: 'invalid' };
    const error = await keys.signatureError(idToken);
    if (error !== undefined) {
      client.markStale();
      logger.warn('The signature of an id token is invalid.', {
        reason: error,
      });
      await reportFailure(remoteAddress);
      return { ok: false, reason: 'invalid' };
    }
    const headers = { [settings.header]: `Bearer ${idToken}` };
    const result = await authenticate({ headers, remoteAddress });
    if (!result.ok) {
      logger.warn('The backend rejected the id token of the identity provider.', {
        reason: result.reason,
      });
      return result;
    }
    const refreshToken = settings.refreshTokens
      ? (tokens.refresh_token ?? previousToken)
      : undefined;
    const session = typeof claims['sid'] === 'string' ? claims['sid'] : undefined;
    return {
      ok: true,
      principal: {
        ...result.principal,
        expiresAtMs: claims.exp * 1_000,
        provider: {
          method: 'openid',
          subject: claims.sub,
          idToken,
          ...(session !== undefined && { session }),
          ...(refreshToken !== undefined && { refreshToken }),
          ...(returnTo !== undefined && { returnTo }),
        },
      },
    };
  }
}

const unavailable = (cause: unknown): ProviderUnavailableError =>
  cause instanceof ProviderUnavailableError
    ? cause
    : new ProviderUnavailableError('The identity provider did not respond in time.', { cause });

/** Library errors caused by provider responses. */
const ERRORS: readonly string[] = [
  'AuthorizationResponseError',
  'ClientError',
  'ResponseBodyError',
  'WWWAuthenticateChallengeError',
];

/** Whether the error comes from this server or the backend. */
const isFault = (error: unknown): boolean => !ERRORS.includes((error as Error).name);

/** Only the provider's error codes, because descriptions can contain anything. */
function errorSummary(error: unknown): string {
  const { error: code, message } = error as { error?: string; message: string };
  return code === undefined ? message : `${message} (${code.slice(0, 100)})`;
}

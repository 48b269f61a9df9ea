/**
 * The authenticators `jwt` and `openid`: a JSON web token (RFC 7519) in a header or a query
 * parameter, verified by a library with configured keys or with those of a provider. Source:
 * docs/reference/engine.md#authentication; RFC 8725 for the tokens that are rejected.
 */
import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import {
  type Challenge,
  type DomainAuthenticator,
  type DomainAuthenticatorDeps,
  type DomainOutcome,
  DomainSettingsError,
  NONE,
  REFUSED,
  UNAVAILABLE,
} from './domain';
import type { AuthenticationRequest } from '../../../api/engine';
import { type ClaimKeys, identityFromClaims } from './claims';
import type { DomainSettings } from './domain_settings';
import { ProviderError } from './provider_fetch';
import { ProviderKeys } from './provider_keys';
import { TokenLocation } from './token_location';

/**
 * A key of a `jwt` domain: a public key (RSA or EC; PEM, or only its base64) or a secret in base64.
 * The kind of key decides which algorithms it may verify, so that a public key is never used as a
 * secret (RFC 8725, section 3.1).
 */
interface SigningKey {
  readonly key: KeyObject;
  readonly algorithms: readonly string[];
}

/** Algorithms of RSA keys and of all provider key sets; none is symmetric. */
const RSA = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const CURVES: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};
const PUBLIC_KEY_ALGORITHMS: readonly string[] = [
  ...RSA,
  ...Object.values(CURVES),
  'EdDSA',
  'Ed25519',
];
const MIN_RSA_BITS = 2_048;

/** @throws {DomainSettingsError} for an invalid or weak key, or if there is none */
function signingKeys(texts: readonly string[]): readonly SigningKey[] {
  if (texts.length === 0) throw new DomainSettingsError('signing_key is missing');
  if (texts.length > DOMAIN_LIMITS.signingKeys)
    throw new DomainSettingsError(`signing_key holds more than ${DOMAIN_LIMITS.signingKeys} keys`);
  return texts.map(signingKey);
}

function signingKey(text: string): SigningKey {
  const isPem = text.includes('-----BEGIN');
  const encoded = text.replace(/-----(?:BEGIN|END) PUBLIC KEY-----/g, '').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded))
    throw new DomainSettingsError('a signing_key is neither base64 nor a public key in PEM');
  const bytes = Buffer.from(encoded, 'base64');
  const key = publicKey(bytes);
  if (key) return { key, algorithms: publicAlgorithms(key) };
  if (isPem) throw new DomainSettingsError('a signing_key is no public key that can be read');
  return { key: createSecretKey(bytes), algorithms: secretAlgorithms(bytes) };
}

function publicKey(der: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

function publicAlgorithms({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string[] {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === 'rsa') {
    if (modulusLength >= MIN_RSA_BITS) return RSA;
    throw new DomainSettingsError(`an RSA signing_key has fewer than ${MIN_RSA_BITS} bits`);
  }
  const algorithm = asymmetricKeyType === 'ec' ? CURVES[namedCurve] : undefined;
  if (algorithm === undefined)
    throw new DomainSettingsError('a signing_key is neither RSA nor of the curves P-256 to P-521');
  return [algorithm];
}

/** Algorithms for which the secret is at least as long as the hash (RFC 7518, section 3.2). */
function secretAlgorithms({ length }: Buffer): string[] {
  const algorithms = [
    ...(length >= 32 ? ['HS256'] : []),
    ...(length >= 48 ? ['HS384'] : []),
    ...(length >= 64 ? ['HS512'] : []),
  ];
  if (algorithms.length > 0) return algorithms;
  throw new DomainSettingsError('a secret signing_key has fewer than 32 bytes');
}

type Jose = typeof import('jose');
type Verify = (
  jose: Jose,
  token: string,
  checks: Checks
) => Promise<Readonly<Record<string, unknown>>>;
type Checks = import('jose').JWTVerifyOptions;

/** The cluster's default, in seconds. */
const CLOCK_SKEW_SECONDS = 30;
const CHALLENGE: Challenge = { header: 'Bearer realm="OpenSearch Security"', body: '' };
/** Three dot-separated parts (RFC 7515, section 7.1); an encrypted token has five. */
const SIGNED = /^[\w-]+\.[\w-]*\.[\w-]+$/;

class TokenDomain implements DomainAuthenticator {
  readonly queryParameters: readonly string[];
  private readonly location: TokenLocation;
  private readonly keys: ClaimKeys;
  private readonly checks: Checks;
  private readonly library = import('jose');
  private hasWarnedOfRoles = false;

  /** @throws {DomainSettingsError} */
  constructor(
    settings: DomainSettings,
    private readonly verify: Verify,
    private readonly deps: DomainAuthenticatorDeps,
    private readonly provider?: ProviderKeys
  ) {
    this.location = new TokenLocation(settings);
    this.queryParameters = this.location.queryParameters;
    this.keys = { subject: settings.texts('subject_key'), roles: settings.texts('roles_key') };
    const audience = settings.list('required_audience');
    const issuer = settings.text('required_issuer');
    this.checks = {
      clockTolerance: settings.number('jwt_clock_skew_tolerance_seconds', CLOCK_SKEW_SECONDS),
      ...(audience.length > 0 && { audience: [...audience] }),
      ...(issuer !== undefined && { issuer }),
    };
  }

  async authenticate(request: AuthenticationRequest): Promise<DomainOutcome> {
    const token = this.location.read(request);
    if (token === undefined) return NONE;
    if (token.length > DOMAIN_LIMITS.tokenLength || !SIGNED.test(token)) return REFUSED;
    const jose = await this.library;
    try {
      const currentDate = new Date(this.deps.now());
      const claims = await this.verify(jose, token, { ...this.checks, currentDate });
      const identity = identityFromClaims(claims, this.keys, clockToleranceMs(this.checks));
      if (identity) {
        this.warnOfMissingRoles(identity.missingRolesClaim, claims);
        return { kind: 'proven', identity };
      }
      this.deps.warn('A token with a valid signature names no user, or exceeds the limits.');
      return REFUSED;
    } catch (error) {
      return this.toOutcome(error, jose);
    }
  }

  readonly challenge = async (): Promise<Challenge> => CHALLENGE;

  readonly certificates = async () => this.provider?.certificates(await this.library) ?? [];

  /** Once until the settings change: a provider that never sends the claim is no news. */
  private warnOfMissingRoles(missing: string | undefined, claims: Claims): void {
    if (missing === undefined || this.hasWarnedOfRoles) return;
    this.hasWarnedOfRoles = true;
    this.deps.warn('A token lacks the claim that roles_key names, so it gives no backend roles.', {
      roles_key: missing,
      claims: bound(Object.keys(claims).sort().join(', ')),
    });
  }

  private toOutcome(error: unknown, { errors }: Jose): DomainOutcome {
    const isProvider =
      error instanceof ProviderError ||
      error instanceof errors.JWKSTimeout ||
      error instanceof errors.JWKSInvalid;
    if (isProvider) {
      this.deps.warn('The keys of an identity provider cannot be fetched.', {
        error: error.message,
      });
      return UNAVAILABLE;
    }
    // Any other error of the library also means that the token is invalid.
    this.deps.warn('A token was refused.', {
      reason: error instanceof errors.JOSEError ? error.code : String(error),
      // Text of the library: names the claim, but not its value.
      ...(error instanceof errors.JOSEError && { detail: bound(error.message) }),
      ...((error instanceof errors.JWTClaimValidationFailed ||
        error instanceof errors.JWTExpired) &&
        this.claimValues(error)),
    });
    return REFUSED;
  }

  /** The values of a claim that was refused: what the settings expect, and what the token has. */
  private claimValues({ claim, payload }: ClaimError): Readonly<Record<string, string>> {
    const { issuer, audience } = this.checks;
    const seconds = Math.floor(this.deps.now() / 1_000);
    const expected: Readonly<Record<string, unknown>> = {
      iss: issuer,
      aud: audience,
      exp: `later than ${seconds}`,
      nbf: `${seconds} or earlier`,
    };
    if (expected[claim] === undefined) return {};
    return { expected: bound(shown(expected[claim])), found: bound(shown(payload[claim])) };
  }
}

type Claims = Readonly<Record<string, unknown>>;
type ClaimError = Readonly<{ claim: string; payload: Claims }>;

/** Characters of a value in the log. */
const LOGGED_LENGTH = 200;
const bound = (text: string): string => text.slice(0, LOGGED_LENGTH);

const shown = (value: unknown): string =>
  value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);

const clockToleranceMs = ({ clockTolerance }: Checks): number => Number(clockTolerance) * 1_000;

/**
 * `jwt`: uses the keys of the configuration, or of `jwks_uri`.
 * @throws {DomainSettingsError}
 */
export function jwtDomain(
  settings: DomainSettings,
  deps: DomainAuthenticatorDeps
): DomainAuthenticator {
  if (settings.text('jwks_uri') !== undefined) return providerDomain(settings, deps);
  return new TokenDomain(settings, byKeys(signingKeys(settings.texts('signing_key'))), deps);
}

/**
 * `openid`: uses the keys of a provider, located by its discovery document (OpenID Connect
 * Discovery 1.0, section 4) or by `jwks_uri`.
 * @throws {DomainSettingsError}
 */
export function openidDomain(
  settings: DomainSettings,
  deps: DomainAuthenticatorDeps
): DomainAuthenticator {
  if ((settings.text('openid_connect_url') ?? settings.text('jwks_uri')) === undefined)
    throw new DomainSettingsError('openid_connect_url or jwks_uri is missing');
  return providerDomain(settings, deps);
}

function providerDomain(settings: DomainSettings, deps: DomainAuthenticatorDeps): TokenDomain {
  const keys = new ProviderKeys(settings, deps);
  return new TokenDomain(settings, byProvider(keys), deps, keys);
}

/** Verifies a token with the first matching key; each key allows only its own algorithms. */
const byKeys =
  (keys: readonly SigningKey[]): Verify =>
  async (jose, token, checks) => {
    const { alg } = jose.decodeProtectedHeader(token);
    let denial: unknown = new jose.errors.JOSEAlgNotAllowed('no key is for this algorithm');
    for (const { key, algorithms } of keys) {
      if (alg === undefined || !algorithms.includes(alg)) continue;
      try {
        const { payload } = await jose.jwtVerify(token, key, {
          ...checks,
          algorithms: [...algorithms],
        });
        return payload;
      } catch (error) {
        denial = error;
        // The signature is valid, so trying other keys is pointless.
        if (!(error instanceof jose.errors.JWSSignatureVerificationFailed)) throw error;
      }
    }
    throw denial;
  };

const byProvider =
  (keys: ProviderKeys): Verify =>
  async (jose, token, checks) => {
    // Checked before the provider is contacted.
    const { alg } = jose.decodeProtectedHeader(token);
    if (alg === undefined || !PUBLIC_KEY_ALGORITHMS.includes(alg))
      throw new jose.errors.JOSEAlgNotAllowed('not an algorithm of public keys');
    const algorithms = [...PUBLIC_KEY_ALGORITHMS];
    const { payload } = await jose.jwtVerify(token, await keys.of(jose), { ...checks, algorithms });
    return payload;
  };

/**
 * On-behalf-of tokens: short-lived JWTs (RFC 7519, HS512) with which a service acts as a user.
 * Unlike those of a cluster, they follow changes of the user's roles and password.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { isJsonObject } from '../../model/entity_shape';

export const MAX_TOKEN_SECONDS = 600;
export const DEFAULT_TOKEN_SECONDS = 300;
const MIN_KEY_BYTES = 32;
/** Tokens of this engine have about 400 characters; much longer ones are invalid. */
const MAX_TOKEN_LENGTH = 4_096;
const ALGORITHM = 'HS512';
/** Claim value that marks these tokens; other tokens signed with the same key are rejected. */
const KIND = 'obo';

export interface TokenRequest {
  readonly userName: string;
  readonly credentialVersion: string;
  /** The audience. */
  readonly service: string;
  readonly lifeSeconds: number;
}

export interface VerifiedToken {
  readonly userName: string;
  /** Credential version of the user when the token was issued. */
  readonly credentialVersion: string;
  readonly expiresAtMs: number;
}

export class OnBehalfOfTokens {
  private key: KeyObject | undefined;
  private issuer = '';
  private library: Promise<typeof import('jose')> | undefined;

  /** @param now - epoch milliseconds */
  constructor(private readonly now: () => number) {}

  /** Applies `config.dynamic.on_behalf_of`. A key shorter than 32 bytes is ignored. */
  configure(settings: unknown, issuer: string): void {
    this.issuer = issuer;
    this.key = undefined;
    if (!isJsonObject(settings) || settings['enabled'] !== true) return;
    const key = Buffer.from(String(settings['signing_key'] ?? ''), 'base64');
    if (key.length < MIN_KEY_BYTES) return;
    this.key = createSecretKey(key);
    // Loaded ahead of the first token, and only if tokens are enabled, because loading takes longer
    // than a request may.
    this.library ??= import('jose');
  }

  get isEnabled(): boolean {
    return this.key !== undefined;
  }

  /** @throws {Error} if tokens are not enabled; check `isEnabled` first */
  async issue({
    userName,
    credentialVersion,
    service,
    lifeSeconds,
  }: TokenRequest): Promise<string> {
    const { key, library, issuer } = this;
    if (!key || !library) throw new Error('On-behalf-of tokens are not enabled.');
    const { SignJWT } = await library;
    const issuedAt = Math.floor(this.now() / 1_000);
    return new SignJWT({ typ: KIND, cv: credentialVersion })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(issuer)
      .setIssuedAt(issuedAt)
      .setNotBefore(issuedAt)
      .setExpirationTime(issuedAt + lifeSeconds)
      .setSubject(userName)
      .setAudience(service)
      .sign(key);
  }

  /** `undefined` for any token that was not issued here, was changed, or has expired. */
  async verify(token: string): Promise<VerifiedToken | undefined> {
    const { key, library, issuer } = this;
    if (!key || !library || token.length > MAX_TOKEN_LENGTH) return undefined;
    const { jwtVerify, errors } = await library;
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        typ: 'JWT',
        issuer,
        requiredClaims: ['exp', 'nbf', 'sub', 'cv'],
        currentDate: new Date(this.now()),
      });
      if (payload['typ'] !== KIND) return undefined;
      return {
        userName: String(payload.sub),
        credentialVersion: String(payload['cv']),
        expiresAtMs: Number(payload.exp) * 1_000,
      };
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

/**
 * Credential version of a principal authenticated by a token. It contains the token's expiry, so
 * that the principal expires too, and marks the identity as delegated.
 */
export const tokenCredentialVersion = ({ credentialVersion, expiresAtMs }: VerifiedToken): string =>
  `obo:${expiresAtMs}:${credentialVersion}`;

export function parseTokenVersion(
  version: string | undefined
): Omit<VerifiedToken, 'userName'> | undefined {
  const [, expiresAtMs, credentialVersion] = /^obo:(\d+):(.*)$/.exec(version ?? '') ?? [];
  return credentialVersion === undefined
    ? undefined
    : { expiresAtMs: Number(expiresAtMs), credentialVersion };
}

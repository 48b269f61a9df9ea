/**
 * On-behalf-of tokens: short-lived JWTs (RFC 7519, HS512) with which a service acts as a user.
 * Source: docs/reference/engine.md#tokens and #dynamic-configuration (`on_behalf_of`).
 *
 * Unlike the real engine's, a token does not freeze the user's roles: it is a sign-in, so a change
 * of roles is in force at once, and a new password or the deletion of the user ends the token.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isJsonObject } from '../../model/entity_shape';

export const MAX_TOKEN_SECONDS = 600;
export const DEFAULT_TOKEN_SECONDS = 300;
const MIN_KEY_BYTES = 32;
/** Ours are some 400 characters; anything much longer is none. */
const MAX_TOKEN_LENGTH = 4_096;
const HEADER = encode({ alg: 'HS512', typ: 'JWT' });

export interface TokenOrder {
  readonly userName: string;
  readonly credentialVersion: string;
  /** Audience. */
  readonly service: string;
  readonly lifeSeconds: number;
}

export interface VerifiedToken {
  readonly userName: string;
  /** Of the user when the token was made. */
  readonly credentialVersion: string;
  readonly expiresAtMs: number;
}

export class OnBehalfOfTokens {
  private key: Buffer | undefined;
  private issuer = '';

  /** @param now - epoch milliseconds */
  constructor(private readonly now: () => number) {}

  /** Takes over `config.dynamic.on_behalf_of`. A key below 32 bytes counts as none. */
  configure(settings: unknown, issuer: string): void {
    this.issuer = issuer;
    this.key = undefined;
    if (!isJsonObject(settings) || settings['enabled'] !== true) return;
    const key = Buffer.from(String(settings['signing_key'] ?? ''), 'base64');
    if (key.length >= MIN_KEY_BYTES) this.key = key;
  }

  get isEnabled(): boolean {
    return this.key !== undefined;
  }

  /** @throws {Error} when tokens are not enabled: ask first */
  issue({ userName, credentialVersion, service, lifeSeconds }: TokenOrder): string {
    if (!this.key) throw new Error('On-behalf-of tokens are not enabled.');
    const issuedAt = Math.floor(this.now() / 1_000);
    const claims = {
      iss: this.issuer,
      iat: issuedAt,
      nbf: issuedAt,
      exp: issuedAt + lifeSeconds,
      sub: userName,
      aud: service,
      typ: 'obo',
      cv: credentialVersion,
    };
    const signed = `${HEADER}.${encode(claims)}`;
    return `${signed}.${signature(this.key, signed)}`;
  }

  /** `undefined` for everything that is not a token of ours, unchanged and in time. */
  verify(token: string): VerifiedToken | undefined {
    if (!this.key || token.length > MAX_TOKEN_LENGTH) return undefined;
    const [header, body, sent, ...rest] = token.split('.');
    if (header !== HEADER || !body || !sent || rest.length > 0) return undefined;
    const expected = Buffer.from(signature(this.key, `${header}.${body}`));
    const received = Buffer.from(sent);
    if (expected.length !== received.length || !timingSafeEqual(expected, received))
      return undefined;
    return this.claimsOf(body);
  }

  private claimsOf(body: string): VerifiedToken | undefined {
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<
      string,
      unknown
    >;
    const expiresAtMs = Number(claims['exp']) * 1_000;
    const isOurs = claims['iss'] === this.issuer && claims['typ'] === 'obo';
    if (!isOurs || !(expiresAtMs > this.now()) || Number(claims['nbf']) * 1_000 > this.now())
      return undefined;
    return {
      userName: String(claims['sub']),
      credentialVersion: String(claims['cv']),
      expiresAtMs,
    };
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

const signature = (key: Buffer, signed: string): string =>
  createHmac('sha512', key).update(signed).digest('base64url');

/**
 * The credential version of a principal that a token proved. It holds the token's end, so that the principal
 * ends with it, and tells such callers apart: they may neither change passwords nor get further tokens.
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

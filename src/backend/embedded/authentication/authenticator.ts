/**
 * Verifies passwords of internal users, and bearer tokens of our own making. Unknown users and
 * wrong passwords cost the same work; verified credentials are cached for a minute, so that API
 * clients do not pay for argon2 on every request.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { QueueFullError, type QueueKey } from '../../../workers';
import type { AuthenticationRequest, AuthenticationResult } from '../../api/engine';
import type { EngineLog } from '../../api/log';
import {
  BASIC_CHALLENGE,
  type BasicCredentials,
  isBasicName,
  parseBasic,
} from './basic_credentials';
import { tokenCredentialVersion, type OnBehalfOfTokens } from './on_behalf_of';
import { needsUpgrade } from './hash_functions';
import type { PasswordHasher } from './password_hash';
import { KnownClients, loggedInKey, loginQueueKey } from './hash_queue_keys';
import type { Attempt, LoginGuard } from './login_guard';
import type { UserDirectory, UserRecord } from './user_directory';
import { BoundedMap } from '../../model/bounded_map';

export interface AuthenticatorDeps {
  readonly users: UserDirectory;
  readonly hasher: PasswordHasher;
  readonly guard: LoginGuard;
  readonly log: EngineLog;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicNow: () => number;
  /** Stores a better hash of the same password, unless the hash is no longer `from`. */
  readonly upgradeHash: (userName: string, from: string, to: string) => Promise<void>;
  /** On-behalf-of tokens, accepted while they are enabled. */
  readonly tokens?: OnBehalfOfTokens;
}

export type PasswordCheck = 'right' | 'wrong' | 'blocked' | 'unavailable';

interface Verified {
  readonly userName: string;
  readonly credentialVersion: string;
  readonly expiresAtMs: number;
}

const CACHE_MS = 60_000;
const MAX_CACHED = 10_000;

export class InternalUserAuthenticator {
  private readonly verified = new BoundedMap<string, Verified>(MAX_CACHED);
  private readonly cacheKey = randomBytes(32);
  private readonly familiar = new KnownClients();

  constructor(private readonly deps: AuthenticatorDeps) {}

  async authenticate({
    headers,
    password: fromForm,
    remoteAddress,
  }: AuthenticationRequest): Promise<AuthenticationResult> {
    const authorization = headers['authorization'] ?? '';
    if (!fromForm && !/^basic\b/i.test(authorization)) {
      return { ok: false, reason: 'missing', challenge: BASIC_CHALLENGE };
    }
    const credentials = fromForm ?? parseBasic(authorization);
    if (!credentials) return this.error('wrong');
    const { userName, password } = credentials;
    const attempt = { userName, remoteAddress };
    const blockedForMs = this.deps.guard.blockedForMs(attempt);
    if (blockedForMs > 0) return this.error('blocked', blockedForMs);
    const key = this.keyOf(credentials);
    const cached = this.fromCache(key);
    if (cached) return success(cached);
    const check = await this.checkPassword(attempt, password);
    if (check !== 'right') return this.error(check, this.deps.guard.blockedForMs(attempt));
    const user = this.deps.users.find(userName);
    // Names that HTTP Basic cannot carry do not log in by form either.
    if (!user || !isBasicName(userName)) return this.error('wrong');
    this.cache(key, user);
    return success(user);
  }

  /**
   * Verifies an on-behalf-of token. Tokens cannot be guessed, so a wrong one does not count as a
   * failed login.
   * @returns `undefined` if the request has no bearer token, or such tokens are disabled
   */
  async byOwnToken({ headers }: AuthenticationRequest): Promise<AuthenticationResult | undefined> {
    const { tokens } = this.deps;
    const bearer = /^bearer +(\S+) *$/i.exec(headers['authorization'] ?? '')?.[1];
    if (bearer === undefined || !tokens?.isEnabled) return undefined;
    const token = await tokens.verify(bearer);
    const user = token && this.deps.users.find(token.userName);
    if (!token || user?.credentialVersion !== token.credentialVersion) return this.error('wrong');
    return {
      ok: true,
      principal: { userName: token.userName, credentialVersion: tokenCredentialVersion(token) },
    };
  }

  /**
   * Verifies a password and counts failures; used for logins and for the current password of a
   * password change.
   * @param key - the queue key; by default that of the login attempt
   */
  async checkPassword(
    attempt: Attempt,
    password: string,
    key: QueueKey = loginQueueKey(attempt, this.familiar.has(attempt))
  ): Promise<PasswordCheck> {
    if (this.deps.guard.blockedForMs(attempt) > 0) return 'blocked';
    try {
      const isRight = await this.verify(attempt, password, key);
      // Concurrent guesses all start before the first one fails; none of them may succeed after the
      // block.
      if (this.deps.guard.blockedForMs(attempt) > 0) return 'blocked';
      if (!isRight) {
        this.deps.guard.failed(attempt);
        return 'wrong';
      }
      // A correct password does not reset the failures of a user with a second factor. Otherwise,
      // knowing the password would allow unlimited guesses of codes.
      if (!this.deps.users.find(attempt.userName)?.hasFactor) this.deps.guard.noteSuccess(attempt);
      this.familiar.add(attempt);
      return 'right';
    } catch (error) {
      if (error instanceof QueueFullError) return 'unavailable';
      throw error;
    }
  }

  /** Clears the cache of verified credentials. */
  flush(): void {
    this.verified.clear();
  }

  private async verify(attempt: Attempt, password: string, key: QueueKey): Promise<boolean> {
    if (password === '') return false;
    const isUnblocked = () => this.deps.guard.blockedForMs(attempt) === 0;
    const user = this.deps.users.find(attempt.userName);
    const isRight = await this.deps.hasher.verify(user?.hash, password, key, isUnblocked);
    if (!isRight || user?.hash === undefined) return false;
    if (this.deps.users.find(attempt.userName)?.credentialVersion !== user.credentialVersion)
      return false;
    if (needsUpgrade(user.hash)) void this.upgrade(user, user.hash, password);
    return true;
  }

  private async upgrade(user: UserRecord, from: string, password: string): Promise<void> {
    try {
      await this.deps.upgradeHash(
        user.name,
        from,
        await this.deps.hasher.hash(password, loggedInKey('upgrade', user.name))
      );
    } catch (error) {
      this.deps.log.warn('A password hash could not be upgraded; the old one stays.', {
        error: String(error),
      });
    }
  }

  private error(check: PasswordCheck, blockedForMs = 0): AuthenticationResult {
    if (check === 'unavailable') return { ok: false, reason: 'unavailable' };
    if (check === 'blocked' && blockedForMs > 0) {
      return { ok: false, reason: 'blocked', retryAfterSeconds: Math.ceil(blockedForMs / 1_000) };
    }
    return { ok: false, reason: 'invalid', challenge: BASIC_CHALLENGE };
  }

  private keyOf({ userName, password }: BasicCredentials): string {
    const text = JSON.stringify([userName, password]);
    return createHmac('sha256', this.cacheKey).update(text).digest('base64');
  }

  private fromCache(key: string): UserRecord | undefined {
    const entry = this.verified.get(key);
    if (!entry) return undefined;
    const user = this.deps.users.find(entry.userName);
    if (
      entry.expiresAtMs > this.deps.monotonicNow() &&
      user?.credentialVersion === entry.credentialVersion
    )
      return user;
    this.verified.delete(key);
    return undefined;
  }

  private cache(key: string, { name, credentialVersion }: UserRecord): void {
    this.verified.set(key, {
      userName: name,
      credentialVersion,
      expiresAtMs: this.deps.monotonicNow() + CACHE_MS,
    });
  }
}

const success = ({ name, credentialVersion }: UserRecord): AuthenticationResult => ({
  ok: true,
  principal: { userName: name, credentialVersion },
});

/**
 * Verifies HTTP Basic credentials against the internal users, and bearer tokens of our own making.
 * Source: docs/reference/engine.md#authentication and #limits-of-failed-sign-ins.
 *
 * Unknown users and wrong passwords cost the same work and give the same answer. A verified header
 * is remembered for a minute by its keyed hash, so that API clients do not pay for argon2 on every
 * call.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { QueueFullError, type QueueKey } from '../../../workers';
import type { AuthenticationRequest, AuthenticationResult } from '../../api/engine';
import type { EngineLog } from '../../api/log';
import { BASIC_CHALLENGE, parseBasic } from './basic_credentials';
import { tokenCredentialVersion, type OnBehalfOfTokens } from './on_behalf_of';
import { needsUpgrade } from './hash_functions';
import type { PasswordHasher } from './password_hash';
import { KnownClients, loggedInKey, loginQueueKey } from './hash_queue_keys';
import type { Attempt, LoginGuard } from './login_guard';
import type { UserDirectory, UserRecord } from './user_directory';

export interface AuthenticatorDeps {
  readonly users: UserDirectory;
  readonly hasher: PasswordHasher;
  readonly guard: LoginGuard;
  readonly log: EngineLog;
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonicNow: () => number;
  /** Stores a better hash of the same password; `from` guards against a change meanwhile. */
  readonly upgradeHash: (userName: string, from: string, to: string) => Promise<void>;
  /** Accepts their bearers while they are enabled. */
  readonly tokens?: OnBehalfOfTokens;
}

export type PasswordCheck = 'right' | 'wrong' | 'blocked' | 'unavailable';

interface Verified {
  readonly userName: string;
  readonly credentialVersion: string;
  readonly expiresAtMs: number;
}

const REMEMBER_MS = 60_000;
const MAX_REMEMBERED = 10_000;

export class InternalUserAuthenticator {
  private readonly verified = new Map<string, Verified>();
  private readonly cacheKey = randomBytes(32);
  private readonly familiar = new KnownClients();

  constructor(private readonly deps: AuthenticatorDeps) {}

  async authenticate({
    headers,
    remoteAddress,
  }: AuthenticationRequest): Promise<AuthenticationResult> {
    const authorization = headers['authorization'];
    if (!authorization || !/^basic\b/i.test(authorization)) {
      return { ok: false, reason: 'missing', challenge: BASIC_CHALLENGE };
    }
    const basic = parseBasic(authorization);
    if (!basic) return this.error('wrong');
    const attempt = { userName: basic.userName, remoteAddress };
    const blockedForMs = this.deps.guard.blockedForMs(attempt);
    if (blockedForMs > 0) return this.error('blocked', blockedForMs);
    const key = this.keyOf(authorization);
    const remembered = this.recall(key);
    if (remembered) return success(remembered);
    const check = await this.checkPassword(attempt, basic.password);
    if (check !== 'right') return this.error(check, this.deps.guard.blockedForMs(attempt));
    const user = this.deps.users.find(basic.userName);
    if (!user) return this.error('wrong');
    this.remember(key, user);
    return success(user);
  }

  /**
   * Tokens on behalf of users. They cannot be guessed, so a wrong one is no failed attempt.
   * @returns `undefined` when no bearer came, or there are no such tokens
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
   * Counts failures; used for sign-in and for the current password of a password change.
   * @param key - whose turn it is; by default that of the attempt
   */
  async checkPassword(
    attempt: Attempt,
    password: string,
    key: QueueKey = loginQueueKey(attempt, this.familiar.has(attempt))
  ): Promise<PasswordCheck> {
    if (this.deps.guard.blockedForMs(attempt) > 0) return 'blocked';
    try {
      const isRight = await this.verify(attempt, password, key);
      // Many guesses at once all start before the first one fails: none may pass after the block.
      if (this.deps.guard.blockedForMs(attempt) > 0) return 'blocked';
      if (!isRight) {
        this.deps.guard.failed(attempt);
        return 'wrong';
      }
      // Half a proof forgives nothing: or who knows the password could guess at codes for ever.
      if (!this.deps.users.find(attempt.userName)?.hasFactor) this.deps.guard.succeeded(attempt);
      this.familiar.add(attempt);
      return 'right';
    } catch (error) {
      if (error instanceof QueueFullError) return 'unavailable';
      throw error;
    }
  }

  /** Forgets remembered headers. */
  flush(): void {
    this.verified.clear();
  }

  private async verify(attempt: Attempt, password: string, key: QueueKey): Promise<boolean> {
    if (password === '') return false;
    const isStillWanted = () => this.deps.guard.blockedForMs(attempt) === 0;
    const user = this.deps.users.find(attempt.userName);
    const isRight = await this.deps.hasher.verify(user?.hash, password, key, isStillWanted);
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

  private keyOf(authorization: string): string {
    return createHmac('sha256', this.cacheKey).update(authorization).digest('base64');
  }

  private recall(key: string): UserRecord | undefined {
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

  private remember(key: string, { name, credentialVersion }: UserRecord): void {
    if (this.verified.size >= MAX_REMEMBERED)
      this.verified.delete(this.verified.keys().next().value as string);
    this.verified.set(key, {
      userName: name,
      credentialVersion,
      expiresAtMs: this.deps.monotonicNow() + REMEMBER_MS,
    });
  }
}

const success = ({ name, credentialVersion }: UserRecord): AuthenticationResult => ({
  ok: true,
  principal: { userName: name, credentialVersion },
});

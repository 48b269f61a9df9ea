/**
 * Limits login failures for all login methods: many names from one address, and one name from many
 * addresses. A user name is never blocked, only slowed down for unknown clients, so that attackers
 * cannot lock a user out (docs/decisions/0006-login-limits.md).
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOGIN_LIMITS } from '@sd/core/common';
import { addressKey, RateLimiter } from '@sd/core/server';

export interface LoginAttempt {
  readonly remoteAddress: string;
  /** Absent for credentials without a user name. */
  readonly userName: string | undefined;
}

/** The limit that was exceeded and the time to retry, for the caller. */
export interface LoginLimited {
  readonly message: string;
  readonly retryAfterSeconds: number;
}

export interface LoginLimiterOptions {
  /** Failures per address; 0 disables the limit. */
  readonly failuresPerMinute: number;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
}

export class LoginLimiter {
  private readonly failuresPerMinute: number;
  private readonly failuresOfAddress: RateLimiter | undefined;
  private readonly failuresOfName: RateLimiter;
  private readonly inFlight = new Map<string, number>();
  private readonly slowed = new Map<string, SlowedName>();
  /** Least recently used first. */
  private readonly knownClients = new Set<string>();
  private readonly now: () => number;
  private readonly wait: (ms: number) => Promise<unknown>;

  constructor({
    failuresPerMinute,
    now = () => performance.now(),
    wait = sleep,
  }: LoginLimiterOptions) {
    this.now = now;
    this.wait = wait;
    this.failuresPerMinute = failuresPerMinute;
    this.failuresOfAddress =
      failuresPerMinute > 0 ? new RateLimiter(failuresPerMinute, { now }) : undefined;
    const { failuresOfName, failuresOfNameMs } = LOGIN_LIMITS;
    this.failuresOfName = new RateLimiter(failuresOfName, { windowMs: failuresOfNameMs, now });
  }

  /**
   * Runs an attempt unless it exceeds a limit.
   * @param isFailure - whether the credentials were wrong; other errors do not count
   * @param isSuccess - whether the credentials were correct, which makes the client known
   */
  async run<T>(
    { remoteAddress, userName }: LoginAttempt,
    work: () => Promise<T>,
    isFailure: (result: T) => boolean,
    isSuccess: (result: T) => boolean = (result) => !isFailure(result)
  ): Promise<{ readonly result: T } | { readonly limited: LoginLimited }> {
    const address = addressKey(remoteAddress);
    const name = userName === undefined ? undefined : shorten(userName);
    const client = name === undefined ? undefined : `${address}\n${name}`;
    const isKnown = client !== undefined && this.knownClients.has(client);
    const limitKey = isKnown ? client : address;
    const limited =
      (isKnown ? undefined : this.failuresLimit(address)) ?? this.inFlightLimit(limitKey);
    if (limited) return { limited };
    this.count(limitKey, 1);
    try {
      const slowed = name !== undefined && !isKnown && (await this.slowDown(name, address));
      if (slowed) return { limited: slowed };
      const result = await work();
      if (isFailure(result)) this.failed(address, name, isKnown);
      else if (client !== undefined && isSuccess(result)) this.remember(client);
      return { result };
    } finally {
      this.count(limitKey, -1);
    }
  }

  private failuresLimit(address: string): LoginLimited | undefined {
    const seconds = this.failuresOfAddress?.waitSeconds(address) ?? 0;
    if (seconds === 0) return undefined;
    return {
      message: `Too many failed logins from this address (limit: ${this.failuresPerMinute} per minute).`,
      retryAfterSeconds: seconds,
    };
  }

  /**
   * Attempts in flight count as failures until they complete, so that parallel guesses cannot
   * bypass the limit.
   */
  private inFlightLimit(limitKey: string): LoginLimited | undefined {
    const remaining = this.failuresOfAddress?.remaining(limitKey) ?? Number.POSITIVE_INFINITY;
    const limit = Math.min(LOGIN_LIMITS.attemptsUnderWay, remaining);
    if ((this.inFlight.get(limitKey) ?? 0) < limit) return undefined;
    return {
      message: `Too many logins from this address at the same time (limit: ${limit}).`,
      retryAfterSeconds: 1,
    };
  }

  private async slowDown(name: string, address: string): Promise<LoginLimited | undefined> {
    if (this.failuresOfName.waitSeconds(name) === 0) return undefined;
    const { slowedWaiting, slowedIntervalMs } = LOGIN_LIMITS;
    const slowed = this.slowed.get(name) ?? { waiting: new Set<string>(), nextAtMs: 0 };
    if (slowed.waiting.has(address) || slowed.waiting.size >= slowedWaiting) {
      return {
        message: `Too many logins of this user at the same time (limit: ${slowedWaiting}, one per address).`,
        retryAfterSeconds: Math.ceil((slowedWaiting * slowedIntervalMs) / 1_000),
      };
    }
    const nowMs = this.now();
    slowed.nextAtMs = Math.max(slowed.nextAtMs, nowMs) + slowedIntervalMs;
    slowed.waiting.add(address);
    this.slowed.set(name, slowed);
    await this.wait(slowed.nextAtMs - nowMs);
    slowed.waiting.delete(address);
    if (slowed.waiting.size === 0) this.slowed.delete(name);
    return undefined;
  }

  private failed(address: string, name: string | undefined, isKnown: boolean): void {
    if (isKnown) return;
    this.failuresOfAddress?.hit(address);
    if (name !== undefined) this.failuresOfName.hit(name);
  }

  private remember(client: string): void {
    this.knownClients.delete(client);
    this.knownClients.add(client);
    if (this.knownClients.size <= LOGIN_LIMITS.knownPlaces) return;
    this.knownClients.delete(this.knownClients.values().next().value as string);
  }

  private count(limitKey: string, by: number): void {
    const attempts = (this.inFlight.get(limitKey) ?? 0) + by;
    if (attempts > 0) this.inFlight.set(limitKey, attempts);
    else this.inFlight.delete(limitKey);
  }
}

interface SlowedName {
  /** Addresses with a waiting attempt. */
  readonly waiting: Set<string>;
  nextAtMs: number;
}

/** User names come from untrusted clients, so stored keys have a fixed length. */
const shorten = (userName: string): string =>
  userName.length <= LOGIN_LIMITS.userNameLength
    ? userName
    : `sha256:${createHash('sha256').update(userName).digest('hex')}`;

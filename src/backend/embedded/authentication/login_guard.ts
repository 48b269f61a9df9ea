/**
 * Decides which failed logins block which clients, by `auth_failure_listeners` or a built-in guard.
 * The latter blocks a name per address, so that nobody can lock out users from elsewhere.
 */
import { createHash } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { isJsonObject } from '../../model/entity_shape';
import { compilePattern, type Matcher } from '../../access/patterns/pattern';
import { FailureTracker, type FailureLimit } from './failure_tracker';

export interface Attempt {
  readonly userName: string;
  readonly remoteAddress: string;
}

interface Listener {
  readonly tracker: FailureTracker;
  readonly keyOf: (attempt: Attempt) => string;
  readonly isIgnored: (attempt: Attempt) => boolean;
  /** Whether a success clears earlier failures of its key. */
  readonly forgives: boolean;
}

const MINUTE_MS = 60_000;

const BUILT_IN: FailureLimit = {
  allowedTries: 10,
  windowMs: 15 * MINUTE_MS,
  blockMs: 5 * MINUTE_MS,
  maxTracked: 100_000,
  maxBlocked: 100_000,
};

export class LoginGuard {
  private listeners: readonly Listener[] = [];
  private configured = '';

  /**
   * @param now - milliseconds of a monotonic clock, so that setting the clock back cannot prolong a
   *   block
   */
  constructor(private readonly now: () => number) {
    this.listeners = [this.builtIn()];
  }

  /** Applies `config.dynamic.auth_failure_listeners`. Counters are kept if nothing changed. */
  configure(listeners: unknown): void {
    const entries = isJsonObject(listeners) ? Object.values(listeners).filter(isJsonObject) : [];
    const text = JSON.stringify(entries);
    if (text === this.configured) return;
    this.configured = text;
    this.listeners =
      entries.length > 0 ? entries.map((entry) => this.fromConfiguration(entry)) : [this.builtIn()];
  }

  /** Milliseconds until this attempt is allowed; 0 if it is allowed now. */
  blockedForMs(attempt: Attempt): number {
    const active = this.listeners.filter(({ isIgnored }) => !isIgnored(attempt));
    return Math.max(0, ...active.map(({ tracker, keyOf }) => tracker.blockedForMs(keyOf(attempt))));
  }

  failed(attempt: Attempt): void {
    for (const { tracker, keyOf, isIgnored } of this.listeners) {
      if (!isIgnored(attempt)) tracker.fail(keyOf(attempt));
    }
  }

  noteSuccess(attempt: Attempt): void {
    for (const { tracker, keyOf, forgives } of this.listeners)
      if (forgives) tracker.succeed(keyOf(attempt));
  }

  private builtIn(): Listener {
    return {
      tracker: new FailureTracker(BUILT_IN, this.now),
      keyOf: ({ userName, remoteAddress }) => `${remoteAddress}\n${shorten(userName)}`,
      isIgnored: () => false,
      forgives: true,
    };
  }

  private fromConfiguration(entry: Readonly<Record<string, unknown>>): Listener {
    const limit: FailureLimit = {
      allowedTries: Math.max(1, toNumber(entry['allowed_tries'], 10)),
      windowMs: toNumber(entry['time_window_seconds'], 3_600) * 1_000,
      blockMs: toNumber(entry['block_expiry_seconds'], 600) * 1_000,
      maxTracked: Math.max(1, toNumber(entry['max_tracked_clients'], 100_000)),
      maxBlocked: Math.max(1, toNumber(entry['max_blocked_clients'], 100_000)),
    };
    const isByAddress = entry['type'] !== 'username';
    const ignored = isByAddress ? hostMatchers(entry['ignore_hosts']) : [];
    return {
      tracker: new FailureTracker(limit, this.now),
      keyOf: isByAddress
        ? ({ remoteAddress }) => remoteAddress
        : ({ userName }) => shorten(userName),
      isIgnored: ({ remoteAddress }) => ignored.some((matches) => matches(remoteAddress)),
      // As on a cluster. Otherwise a client with one valid account could guess at the others from
      // the same address without limit.
      forgives: false,
    };
  }
}

const toNumber = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;

const hostMatchers = (hosts: unknown): readonly Matcher[] =>
  Array.isArray(hosts)
    ? hosts
        .filter((host) => typeof host === 'string')
        .map((host) => networkMatcher(host) ?? compilePattern(host))
    : [];

/** Accepts `10.0.0.0/8` or `fd00::/8`; `undefined` for anything else. */
function networkMatcher(text: string): Matcher | undefined {
  const [, network = '', bits] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const version = isIP(network);
  if (version === 0 || Number(bits) > (version === 4 ? 32 : 128)) return undefined;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), getFamily(version));
  return (address) => {
    const given = isIP(address);
    return given !== 0 && list.check(address, getFamily(given));
  };
}

const getFamily = (version: number): 'ipv4' | 'ipv6' => (version === 4 ? 'ipv4' : 'ipv6');

/** Names come from untrusted clients; keys must stay short. */
const shorten = (userName: string): string =>
  userName.length <= 256
    ? userName
    : `sha256:${createHash('sha256').update(userName).digest('hex')}`;

/**
 * Aggregates repeated denials into one event with a count, so that a flood burdens neither the
 * store nor the event loop. The groups per address and overall are limited; further denials are
 * counted under their address, then under their category.
 */
import { AUDIT_LIMITS } from '../../../contracts/limits';
import type { AccessCategory } from '../../changes/audit/audit_policy';
import type { AccessEvent } from './event_document';

const ERRORS: readonly AccessCategory[] = ['FAILED_LOGIN', 'MISSING_PRIVILEGES', 'BAD_HEADERS'];

export const isDenial = (category: AccessCategory): boolean => ERRORS.includes(category);

type Kind = Pick<
  AccessEvent,
  'category' | 'userName' | 'remoteAddress' | 'method' | 'privilege' | 'apiKey'
>;

/** The properties that are compared and kept for the aggregated event. */
export type AuditedDenial = Kind & Pick<AccessEvent, 'atMs' | 'path'>;

interface Group {
  /** The properties shared by all denials of the group. */
  common: { -readonly [Key in keyof AuditedDenial]?: AuditedDenial[Key] } & Pick<
    AuditedDenial,
    'category'
  >;
  sinceMs: number;
  lastMs: number;
  further: number;
}

export class DenialAggregator {
  private readonly groups = new Map<string, Group>();
  /** Number of groups by category and address. */
  private readonly kinds = new Map<string, number>();
  private windowFromMs: number | undefined;

  get isEmpty(): boolean {
    return this.groups.size === 0;
  }

  /** @returns whether the denial was only counted; the first of its kind still has to be logged */
  isRepeated(error: AuditedDenial): boolean {
    this.windowFromMs ??= error.atMs;
    const key = this.keyOf(error);
    const group = this.groups.get(key);
    if (!group) {
      const { category, remoteAddress } = error;
      const common = key.startsWith('kind') ? error : { category, remoteAddress };
      const { atMs } = error;
      this.groups.set(key, { common: { ...common }, sinceMs: atMs, lastMs: atMs, further: 0 });
      return false;
    }
    group.further++;
    group.lastMs = error.atMs;
    if (group.common.path !== error.path) group.common.path = undefined;
    if (group.common.remoteAddress !== error.remoteAddress) group.common.remoteAddress = undefined;
    return true;
  }

  isWindowOver(nowMs: number): boolean {
    if (this.windowFromMs === undefined) return false;
    // Setting the clock back also ends the window.
    return nowMs < this.windowFromMs || nowMs >= this.windowFromMs + AUDIT_LIMITS.refusalWindowMs;
  }

  /** Returns the events for the counted denials and resets all counts. */
  take(): readonly AccessEvent[] {
    const counted = [...this.groups.values()].filter(({ further }) => further > 0);
    this.groups.clear();
    this.kinds.clear();
    this.windowFromMs = undefined;
    return counted.map(({ common, sinceMs, lastMs, further }) => ({
      ...common,
      atMs: lastMs,
      repeated: { count: further, sinceMs },
    }));
  }

  private keyOf(error: AuditedDenial): string {
    const { category, remoteAddress = '', userName = '', method = '', privilege = '' } = error;
    const { apiKey = '' } = error;
    const source = `${category}\n${remoteAddress}`;
    const key = `kind\n${source}\n${userName}\n${method}\n${toPathClass(error.path)}\n${apiKey}\n${privilege}`;
    if (this.groups.has(key)) return key;
    const kinds = this.kinds.get(source) ?? 0;
    const isFull = this.groups.size >= AUDIT_LIMITS.refusalKinds;
    if (!isFull && kinds < AUDIT_LIMITS.refusalsPerAddress) {
      this.kinds.set(source, kinds + 1);
      return key;
    }
    const ofAddress = `address\n${source}`;
    return isFull && !this.groups.has(ofAddress) ? `category\n${category}` : ofAddress;
  }
}

/** `/_plugins/_security/api/roles/a` and `…/b` are one class: only the name differs. */
const toPathClass = (path = ''): string => path.split('/').slice(0, 5).join('/');

/** What users did, from audit events: every permission that was checked. */
import { getCheckedPermission, isSingleWrite, withoutSingleWrites } from '../../contracts/api';
import { ACTIVITY_LIMITS } from '../../contracts/limits';
import { checkedAction } from '../access/evaluation/action_kind';
import type { CooperativeTask } from '../scheduling/cooperative_task';

/** One permission that a user needed, on one index. */
export interface UsedPermission {
  readonly user: string;
  /** As roles grant it: `indices:admin/create`, not `indices:admin/auto_create`. */
  readonly action: string;
  /** Absent where the event names none: cluster actions, and bulk requests as a whole. */
  readonly index?: string;
  readonly count: number;
  /** Epoch milliseconds. */
  readonly lastMs: number;
}

export interface RecordedActivity {
  readonly used: readonly UsedPermission[];
  /** Permissions that were missing. */
  readonly denied: readonly UsedPermission[];
  /** Events with a granted permission. */
  readonly events: number;
  /** Epoch milliseconds of the first and the last such event; absent without any. */
  readonly period?: { readonly fromMs: number; readonly toMs: number };
  /** Whether some were left out, because there are too many different ones. */
  readonly isPartial: boolean;
}

type Counted = { -readonly [K in keyof UsedPermission]: UsedPermission[K] };

export class ActivityRecorder {
  private readonly used = new Map<string, Counted>();
  private readonly denied = new Map<string, Counted>();
  /** Requests that write one document, by user. */
  private readonly singleWrites = new Map<string, number>();
  private events = 0;
  private fromMs = Infinity;
  private toMs = -Infinity;
  private isPartial = false;

  /** @param document - an audit event of any category */
  addEvent(document: Readonly<Record<string, unknown>>): void {
    const checked = getCheckedPermission(document);
    if (!checked) return;
    const { isGranted, atMs, user, action, names } = checked;
    if (isGranted) this.countEvents(1, atMs, atMs);
    const request = { user, action, count: 1, lastMs: atMs };
    if (isGranted && names.length > 0) this.countWrites(request);
    if (names.length === 0) this.add(isGranted, request);
    for (const index of names) this.add(isGranted, { ...request, index });
  }

  countEvents(count: number, fromMs: number, toMs: number): void {
    this.events += count;
    this.fromMs = Math.min(this.fromMs, fromMs);
    this.toMs = Math.max(this.toMs, toMs);
  }

  /** @param use - its count is that of requests, however many names each of them has */
  countWrites({ user, action, count }: UsedPermission): void {
    if (isSingleWrite(action))
      this.singleWrites.set(user, (this.singleWrites.get(user) ?? 0) + count);
  }

  /** @param use - with the action as the event has it */
  add(isGranted: boolean, use: UsedPermission): void {
    const one = { ...use, action: checkedAction(use.action) };
    this.addOne(isGranted ? this.used : this.denied, one);
  }

  /** Adds what another recorder has, such as that of another day. */
  *merge(other: RecordedActivity): CooperativeTask<void> {
    const { events, period, isPartial } = other;
    if (period) this.countEvents(events, period.fromMs, period.toMs);
    this.isPartial ||= isPartial;
    for (const one of other.used) {
      this.addOne(this.used, one);
      yield;
    }
    for (const one of other.denied) {
      this.addOne(this.denied, one);
      yield;
    }
  }

  /** Some were left out before they came here. */
  leftOut(): void {
    this.isPartial = true;
  }

  result(): RecordedActivity {
    const { used, denied, singleWrites, events, fromMs, toMs, isPartial } = this;
    return {
      used: withoutSingleWrites([...used.values()], singleWrites),
      denied: [...denied.values()],
      events,
      isPartial,
      ...(events > 0 && { period: { fromMs, toMs } }),
    };
  }

  private addOne(list: Map<string, Counted>, one: UsedPermission): void {
    const key = JSON.stringify([one.user, one.action, one.index]);
    const known = list.get(key);
    if (known) {
      known.count += one.count;
      known.lastMs = Math.max(known.lastMs, one.lastMs);
    } else if (list.size < ACTIVITY_LIMITS.permissions) list.set(key, { ...one });
    else this.isPartial = true;
  }
}

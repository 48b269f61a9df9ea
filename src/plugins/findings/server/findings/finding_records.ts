/**
 * Since when findings are known, and which are accepted, by cluster. Several servers may share the
 * store; each change is made against the latest document.
 */
import { type Acceptance, FINDINGS_LIMITS } from '@sd/contracts';
import { changeMember, type DocumentStore } from '@sd/core/server';
import { partition } from 'lodash';

export interface FindingRecord {
  /** When a check first found it, in epoch milliseconds. */
  readonly since: number;
  /** The last check that found it, to the day. */
  readonly seen: number;
  readonly accepted?: Acceptance;
}
type Records = Readonly<Record<string, FindingRecord>>;

const DAY_MS = 86_400_000;

export class FindingRecords {
  /** @param now - epoch milliseconds */
  constructor(
    private readonly store: DocumentStore,
    private readonly now: () => number = Date.now
  ) {}

  /**
   * Records what a check has found, and forgets what has been gone for a while.
   * @param ids - the worst first
   */
  async update(cluster: string, ids: readonly string[]): Promise<Records> {
    const now = this.now();
    const day = now - (now % DAY_MS);
    const oldest = day - FINDINGS_LIMITS.keptDays * DAY_MS;
    return this.change(cluster, (known) => {
      const recorded = new Set(ids.slice(0, FINDINGS_LIMITS.recorded));
      const found = [...recorded].map((id): [string, FindingRecord] => [
        id,
        { ...known[id], since: known[id]?.since ?? now, seen: day },
      ]);
      const gone = Object.entries(known).filter(
        ([id, { seen }]) => seen > oldest && !recorded.has(id)
      );
      const current = [...found, ...gone].map(([id, record]): [string, FindingRecord] => {
        const { accepted, ...rest } = record;
        return [id, accepted && accepted.until > now ? record : rest];
      });
      // An acceptance must not be lost because worse findings appear.
      const [kept, others] = partition(current, ([, { accepted }]) => accepted !== undefined);
      return Object.fromEntries([...kept, ...others].slice(0, FINDINGS_LIMITS.recorded));
    });
  }

  /** @param accepted - `undefined` takes an acceptance back */
  async accept(
    cluster: string,
    ids: readonly string[],
    accepted: Acceptance | undefined
  ): Promise<void> {
    await this.change(cluster, (known) => {
      const changed = ids.map((id): [string, FindingRecord] => {
        const { accepted: _before, ...record } = known[id] ?? {
          since: this.now(),
          seen: this.now(),
        };
        return [id, accepted ? { ...record, accepted } : record];
      });
      return { ...known, ...Object.fromEntries(changed) };
    });
  }

  private async change(cluster: string, next: (known: Records) => Records): Promise<Records> {
    const changed = await changeMember<Records>(this.store, cluster, (known = {}) => {
      const after = next(known);
      return Object.keys(after).length === 0 ? undefined : after;
    });
    return changed ?? {};
  }
}

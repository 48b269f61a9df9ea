/**
 * Since when findings are known, and which are accepted, by cluster. Several servers may share the
 * store; each change is made against the latest document.
 */
import { type Acceptance, FINDINGS_LIMITS } from '@sd/contracts';
import type { DocumentStore } from '@sd/core/server';
import { partition } from 'lodash';

export interface FindingRecord {
  /** When a check first found it, in epoch milliseconds. */
  readonly since: number;
  /** The last check that found it, to the day. */
  readonly seen: number;
  readonly accepted?: Acceptance;
}
type Records = Readonly<Record<string, FindingRecord>>;
type RecordsByCluster = Readonly<Record<string, Records>>;

const DAY_MS = 86_400_000;
/** Attempts of one change while other servers write. */
const ATTEMPTS = 5;

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
  async accept(cluster: string, id: string, accepted: Acceptance | undefined): Promise<void> {
    await this.change(cluster, (known) => {
      const { accepted: _before, ...record } = known[id] ?? { since: this.now(), seen: this.now() };
      return { ...known, [id]: accepted ? { ...record, accepted } : record };
    });
  }

  /** Of a cluster whose connection is removed. */
  async forget(cluster: string): Promise<void> {
    await this.change(cluster, () => ({}));
  }

  private async change(cluster: string, next: (known: Records) => Records): Promise<Records> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const document = await this.store.read();
      const all = JSON.parse(document?.contents ?? '{}') as RecordsByCluster;
      const before = Object.hasOwn(all, cluster) ? (all[cluster] as Records) : {};
      const after = next(before);
      const { [cluster]: _before, ...others } = all;
      const isEmpty = Object.keys(after).length === 0;
      const contents = JSON.stringify(isEmpty ? others : { ...others, [cluster]: after });
      if (contents === document?.contents) return after;
      if (await this.store.write(contents, document?.revision)) return after;
    }
    throw new Error('Too many servers record findings at the same time.');
  }
}

/** Results of comparisons in memory, each for the session that made it. */
import { randomUUID } from 'node:crypto';
import { COMPARISON_LIMITS, type ComparisonKind, type ComparisonRequest } from '@sd/contracts';
import type { ComparedRow, ComparedSides } from '@sd/plugins/security/server';

export interface KeptComparison extends ComparedSides {
  readonly id: string;
  readonly owner: string;
  /** Ids of the clusters that were compared. */
  readonly clusters: readonly string[];
  /** Epoch milliseconds. */
  readonly comparedAtMs: number;
  readonly byName: readonly ComparedRow[];
  /** By `toKey`. */
  readonly byKey: ReadonlyMap<string, ComparedRow>;
}

export const toKey = (kind: ComparisonKind, name: string): string => `${kind}/${name}`;

export class KeptComparisons {
  /** Least recently used first. */
  private readonly kept = new Map<string, KeptComparison & { usedAtMs: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  add(owner: string, { left, right }: ComparisonRequest, compared: ComparedSides): KeptComparison {
    const { idleMs, kept: most, keptBySession, keptSize } = COMPARISON_LIMITS;
    const comparison = {
      ...compared,
      id: randomUUID(),
      owner,
      comparedAtMs: this.now(),
      usedAtMs: this.now(),
      clusters: [left, right].flatMap(({ cluster }) => cluster ?? []),
      byKey: new Map(compared.rows.map((row) => [toKey(row.kind, row.name), row])),
      // The rows of each kind are in order already, so this merges a few runs.
      byName: [...compared.rows].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
    };
    for (const [id, { usedAtMs }] of this.kept)
      if (usedAtMs < this.now() - idleMs) this.kept.delete(id);
    const own = [...this.kept.values()].filter((one) => one.owner === owner);
    for (const { id } of own.slice(0, Math.max(0, own.length + 1 - keptBySession)))
      this.kept.delete(id);
    this.kept.set(comparison.id, comparison);
    let size = [...this.kept.values()].reduce((sum, one) => sum + one.size, 0);
    for (const [id, one] of this.kept) {
      if (this.kept.size <= most && size <= keptSize) break;
      this.kept.delete(id);
      size -= one.size;
    }
    return comparison;
  }

  /** `undefined` also for the comparison of another session. */
  get(owner: string, id: string): KeptComparison | undefined {
    const found = this.kept.get(id);
    if (!found || found.owner !== owner) return undefined;
    this.kept.delete(id);
    if (found.usedAtMs < this.now() - COMPARISON_LIMITS.idleMs) return undefined;
    found.usedAtMs = this.now();
    this.kept.set(id, found);
    return found;
  }
}

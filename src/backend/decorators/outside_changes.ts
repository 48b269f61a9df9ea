/**
 * Whether the configuration is what the last recorded changes made of it. If not, it was changed
 * on the cluster without this product, and the history does not show by whom.
 */
import { setImmediate } from 'node:timers/promises';
import type { ResourceType } from '../../contracts/entities';
import type { FindingObject } from '../../contracts/api';
import { FINDINGS_LIMITS } from '../../contracts/limits';
import { isEntityType } from '../api/change';
import type { EngineSupplies } from '../api/backend';
import type { CheckedFindings, ConfiguredType, FindResult, RecordedChange } from '../api/engine';
import { entryDigest } from '../changes/history/entry_digest';
import { isNewest } from '../changes/history/history_service';

/**
 * Milliseconds after a change of another server for which entries that differ are read again. Far
 * longer than the collections here can be old, as clocks of servers differ.
 */
const RECENT_MS = 60_000;

export class OutsideChanges {
  private readonly digests = new WeakMap<object, string>();

  constructor(
    private readonly store: NonNullable<EngineSupplies['history']>,
    private readonly configuration: EngineSupplies['configuration'],
    private readonly now: () => number = Date.now
  ) {}

  /** Whether no later change is recorded, and the current state is the one after the change. */
  async isCurrent(change: RecordedChange): Promise<boolean> {
    const { type, name, after } = change;
    if (!(await isNewest(this.store, change))) return false;
    if (type === 'connections') return true;
    return (await this.digestNow(type, name)) === entryDigest(type, after);
  }

  async inPage(type: ResourceType, page: FindResult): Promise<FindResult> {
    const names = page.items.map(({ name }) => name);
    const [entities, mappings] = await Promise.all([
      this.among(type, names),
      type === 'roles' ? this.among('rolesmapping', names) : NONE,
    ]);
    if (entities.size === 0 && mappings.size === 0) return page;
    const items = page.items.map((item) => ({
      ...item,
      ...(entities.has(item.name) && { isChangedOutside: true as const }),
      ...(mappings.has(item.name) && { isMappingChangedOutside: true as const }),
    }));
    return { ...page, items };
  }

  /** Marks the objects of as many findings as a response has. */
  async inFindings(checked: CheckedFindings): Promise<CheckedFindings> {
    const { perResponse } = FINDINGS_LIMITS;
    const objects = checked.findings.slice(0, perResponse).flatMap((one) => one.objects);
    const outside = new Map<string, ReadonlySet<string>>();
    for (const type of new Set(objects.map((one) => one.type)))
      if (type !== 'api_keys') {
        const ofType = objects.filter((one) => one.type === type);
        outside.set(type, await this.among(type, ofType.map(recordedName)));
      }
    const isMarked = (one: FindingObject) => outside.get(one.type)?.has(recordedName(one)) === true;
    const findings = checked.findings.map((finding, index) => {
      if (index >= perResponse || !finding.objects.some(isMarked)) return finding;
      const marked = finding.objects.map((one) =>
        isMarked(one) ? { ...one, changed_outside: true } : one
      );
      return { ...finding, objects: marked };
    });
    return { ...checked, findings };
  }

  /** Names of a type whose state is not the one after their last recorded change. */
  private async among(
    type: ConfiguredType,
    names: readonly string[]
  ): Promise<ReadonlySet<string>> {
    const newest = await this.store.newest(type, [...new Set(names)]);
    const outside = new Set<string>();
    if (newest.size === 0) return outside;
    const entities = isEntityType(type) ? await this.configuration.entities(type) : undefined;
    for (const [name, { atMs, digest }] of newest) {
      const known = entities && this.toDigest(type, entities.get(name));
      const mayBeOlder = entities === undefined || atMs > this.now() - RECENT_MS;
      const isCurrent =
        known === digest || (mayBeOlder && (await this.digestNow(type, name)) === digest);
      if (!isCurrent) outside.add(name);
      await setImmediate();
    }
    return outside;
  }

  /** Of an entry that is the same object until it changes. */
  private toDigest(type: ConfiguredType, entry: object | undefined): string | undefined {
    const known = entry && this.digests.get(entry);
    const digest = known ?? entryDigest(type, entry);
    if (entry && digest !== undefined) this.digests.set(entry, digest);
    return digest;
  }

  /** From the cluster itself. */
  private async digestNow(type: ConfiguredType, name: string): Promise<string | undefined> {
    const { configuration } = this;
    const now = isEntityType(type)
      ? await configuration.entity(type, name)
      : await configuration.document(type);
    return entryDigest(type, now);
  }
}

const NONE: ReadonlySet<string> = new Set();

/** Documents are recorded as a whole. */
const recordedName = ({ type, name }: FindingObject): string =>
  type !== 'api_keys' && isEntityType(type) ? name : 'config';

/** The whole configuration for comparisons by the server itself, read in time slices. */
import { RESOURCE_TYPES } from '../../../contracts/entities';
import { TimeSlice } from '../../../workers';
import type { ConfigurationSnapshot, SnapshotKind } from '../../api/configuration';
import { withAuditDefaults } from '../../model/audit_config';
import type { EntityStore } from './entity_store';

type Json = Readonly<Record<string, unknown>>;

/** Entries read per query. */
const STEP = 500;

/** @returns `undefined` if the store still has the revision `known` */
export async function getSnapshot(
  store: EntityStore,
  known: string | undefined
): Promise<ConfigurationSnapshot | undefined> {
  // Read first: a change in between is then found by the next call.
  const revision = store.meta('revision') ?? '';
  if (revision === known) return undefined;
  const slice = new TimeSlice();
  const entries = new Map<SnapshotKind, ReadonlyMap<string, Json>>();
  for (const type of RESOURCE_TYPES) {
    const all = new Map<string, Json>();
    for (let after: string | undefined; ;) {
      const step = store.page(type, after, STEP);
      for (const { name, entity } of step) all.set(name, { ...entity });
      if (step.length < STEP) break;
      after = step.at(-1)?.name;
      if (slice.isOver) await slice.next();
    }
    entries.set(type, all);
  }
  const audit = store.document('audit')?.body;
  entries.set('audit', new Map(audit ? [['config', withAuditDefaults(audit)]] : []));
  const promises = store.document('guardrails')?.body ?? {};
  entries.set('guardrails', new Map(Object.entries(promises as Readonly<Record<string, Json>>)));
  return { revision, entries, hashes: await toHashes(store, slice) };
}

async function toHashes(
  store: EntityStore,
  slice: TimeSlice
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  for (let after = ''; ;) {
    const step = store.credentials(after, STEP);
    for (const { userName, hash } of step) hashes.set(userName, hash);
    if (step.length < STEP) return hashes;
    after = step.at(-1)?.userName ?? '';
    if (slice.isOver) await slice.next();
  }
}

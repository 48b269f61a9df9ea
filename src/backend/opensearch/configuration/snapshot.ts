/** The whole configuration for comparisons by the server itself, from the mirror. */
import { createHash } from 'node:crypto';
import { RESOURCE_TYPES } from '../../../contracts/entities';
import { TimeSlice } from '../../../workers';
import { isJsonObject } from '../../model/entity_shape';
import type { ConfigurationSnapshot, SnapshotKind } from '../../api/configuration';
import type { Mirror } from './mirror';

type Json = Readonly<Record<string, unknown>>;

/**
 * A cluster counts no changes, so the content is hashed.
 * @param guardrails - reads those that the server keeps for the cluster
 * @returns `undefined` if the content still has the revision `known`
 */
export async function getSnapshot(
  mirror: Mirror,
  known: string | undefined,
  guardrails: () => Promise<Json | undefined>
): Promise<ConfigurationSnapshot | undefined> {
  await mirror.renew();
  const audit = await mirror.document('audit');
  const entries = new Map<SnapshotKind, ReadonlyMap<string, Json>>();
  for (const type of RESOURCE_TYPES) {
    // With fields of other releases, which files have as well.
    const all = [...mirror.entities(type).keys()].map((name): [string, Json] => {
      const raw = mirror.raw(type, name);
      return [name, isJsonObject(raw) ? raw : {}];
    });
    entries.set(type, new Map(all));
  }
  entries.set('audit', new Map(audit ? [['config', audit]] : []));
  const promises = (await guardrails()) ?? {};
  entries.set('guardrails', new Map(Object.entries(promises as Readonly<Record<string, Json>>)));
  const hash = createHash('sha256');
  const slice = new TimeSlice();
  for (const [type, all] of entries)
    for (const [name, entity] of all) {
      if (slice.isOver) await slice.next();
      hash.update(JSON.stringify([type, name, entity]));
    }
  const revision = hash.digest('hex');
  return revision === known ? undefined : { revision, entries, hashes: new Map() };
}

/** Reads the configuration of a place for the rules of `check`. */
import { RESOURCE_TYPES, type Entity, type ResourceType } from '../../contracts/entities';
import type { EngineSettings } from '../api/settings';
import type { CheckedConfiguration } from '../findings/facts';
import type { FindingSource } from '../../contracts/api';
import { staticEntries } from '../model/static_entries';
import type { ConfigurationSource } from './configuration/side';

export async function checkedConfiguration(
  source: ConfigurationSource,
  settings: EngineSettings
): Promise<CheckedConfiguration> {
  const sources = new Set<FindingSource>();
  const hashes = new Map<string, string>();
  const entities = new Map<ResourceType, Map<string, Entity>>();
  for (const type of RESOURCE_TYPES) {
    const builtIn = staticEntries().filter((one) => one.type === type);
    const all = new Map(builtIn.map(({ name, entity }) => [name, entity]));
    entities.set(type, all);
    if (source.has && !source.has(type)) continue;
    sources.add(type);
    for await (const { name, entity, hash } of source.entries(type)) {
      all.set(name, entity);
      if (hash !== undefined) hashes.set(name, hash);
    }
  }
  if (hashes.size > 0) sources.add('hashes');
  const documents: { config?: Json; audit?: Json; guardrails?: Json } = {};
  for (const id of ['config', 'audit', 'guardrails'] as const) {
    const isAbsent = id === 'guardrails' && source.has?.(id) === false;
    const body = isAbsent ? undefined : await source.document(id);
    // Without promises, none is broken.
    if (id === 'guardrails' && body === undefined && !source.isBroken?.(id)) sources.add(id);
    if (body === undefined || body === 'unreadable') continue;
    sources.add(id);
    documents[id] = body;
  }
  return {
    entities: Object.fromEntries(entities) as unknown as CheckedConfiguration['entities'],
    ...documents,
    hashes,
    sources,
    settings,
  };
}

type Json = Readonly<Record<string, unknown>>;

/** Reads the configuration of a place for the rules of `check`. */
import { RESOURCE_TYPES } from '../../contracts/entities';
import type { EngineSettings } from '../api/settings';
import type { CheckedConfiguration } from '../findings/facts';
import type { FindingSource } from '../../contracts/api';
import { readEntities } from './configuration/entities';
import type { ConfigurationSource } from './configuration/side';

export async function checkedConfiguration(
  source: ConfigurationSource,
  settings: EngineSettings
): Promise<CheckedConfiguration> {
  const { entities, hashes } = await readEntities(source);
  const sources = new Set<FindingSource>(
    RESOURCE_TYPES.filter((type) => source.has?.(type) !== false)
  );
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
    entities,
    ...documents,
    hashes,
    sources,
    settings,
  };
}

type Json = Readonly<Record<string, unknown>>;

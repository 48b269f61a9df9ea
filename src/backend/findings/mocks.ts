/** Configurations from plain sources, for tests. */
import { RESOURCE_TYPES, type Entity } from '../../contracts/entities';
import { DEFAULT_SETTINGS, type EngineSettings } from '../api/settings';
import { normaliseEntity } from '../model/payload';
import { defaultAuditConfig, defaultSecurityConfig, staticEntries } from '../model/static_entries';
import { runToCompletion } from '../scheduling/cooperative_task';
import type { CheckedConfiguration } from './facts';
import type { Finding, Source } from './finding';
import { findFindings } from './find_findings';

type Json = Readonly<Record<string, unknown>>;

export interface Content {
  readonly roles?: Json;
  readonly rolesmapping?: Json;
  readonly internalusers?: Json;
  readonly actiongroups?: Json;
  readonly tenants?: Json;
  readonly hashes?: Readonly<Record<string, string>>;
  readonly config?: Json;
  readonly audit?: Json;
  readonly settings?: Partial<EngineSettings>;
}

export function configurationOf(content: Content): CheckedConfiguration {
  const entities = new Map(RESOURCE_TYPES.map((type) => [type, new Map<string, Entity>()]));
  for (const { type, name, entity } of staticEntries()) entities.get(type)?.set(name, entity);
  for (const type of RESOURCE_TYPES)
    for (const [name, source] of Object.entries(content[type] ?? {})) {
      const { reserved = false, hidden = false, ...fields } = source as Record<string, unknown>;
      const flags = { reserved: reserved === true, hidden: hidden === true };
      entities.get(type)?.set(name, normaliseEntity(type, fields, flags));
    }
  return {
    entities: Object.fromEntries(entities) as never,
    hashes: new Map(Object.entries(content.hashes ?? {})),
    config: content.config ?? defaultSecurityConfig(),
    audit: content.audit ?? defaultAuditConfig(),
    sources: new Set<Source>([...RESOURCE_TYPES, 'config', 'audit', 'hashes']),
    settings: { ...DEFAULT_SETTINGS, ...content.settings },
  };
}

export const findingsIn = (content: Content): readonly Finding[] =>
  runToCompletion(findFindings(configurationOf(content))).findings;

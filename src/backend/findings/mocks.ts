/** Configurations from plain sources, for tests. */
import { RESOURCE_TYPES, type Entity } from '../../contracts/entities';
import { LIVE_SOURCES, type FindingSource } from '../../contracts/api';
import type { Finding } from '../api/engine';
import { DEFAULT_SETTINGS, type EngineSettings } from '../api/settings';
import { normaliseEntity } from '../model/payload';
import { defaultAuditConfig, defaultSecurityConfig, staticEntries } from '../model/static_entries';
import { runToCompletion } from '../scheduling/cooperative_task';
import type { CheckedConfiguration, LiveFacts } from './facts';
import { findFindings } from './find_findings';

type Json = Readonly<Record<string, unknown>>;

/** When the checked server looks at its clock, in epoch milliseconds. */
export const NOW = Date.UTC(2026, 10, 25);

export interface Content {
  readonly roles?: Json;
  readonly rolesmapping?: Json;
  readonly internalusers?: Json;
  readonly actiongroups?: Json;
  readonly tenants?: Json;
  readonly hashes?: Readonly<Record<string, string>>;
  readonly config?: Json;
  readonly audit?: Json;
  readonly guardrails?: Json;
  readonly live?: Partial<LiveFacts>;
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
    guardrails: content.guardrails ?? {},
    ...(content.live && { live: { nowMs: NOW, ...content.live } }),
    sources: new Set<FindingSource>([
      ...RESOURCE_TYPES,
      ...(['config', 'audit', 'guardrails', 'hashes'] as const),
      ...(content.live ? LIVE_SOURCES : []),
    ]),
    settings: { ...DEFAULT_SETTINGS, ...content.settings },
    canSuspend: true,
  };
}

export const findingsIn = (content: Content): readonly Finding[] =>
  runToCompletion(findFindings(configurationOf(content))).findings;

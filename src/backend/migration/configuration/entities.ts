/** All entities of one side of a move, in memory, with the built-in ones that sides leave out. */
import {
  RESOURCE_TYPES,
  type EntityByType,
  type InternalUser,
  type ResourceType,
} from '../../../contracts/entities';
import { ruleSetFor, type RuleSet } from '../../access/evaluation/rule_set';
import type { EngineSettings } from '../../api/settings';
import { staticEntries } from '../../model/static_entries';
import { MirroredUsers } from '../../opensearch/engine/mirrored_users';
import type { ConfigurationSource } from './side';

export type Entities = { readonly [T in ResourceType]: Map<string, EntityByType[T]> };

/**
 * @returns `hashes`: of users, as far as the side shows them; a kind that a folder lacks has only
 *   its built-in entries
 */
export async function readEntities(
  source: ConfigurationSource
): Promise<{ readonly entities: Entities; readonly hashes: ReadonlyMap<string, string> }> {
  const entities = Object.fromEntries(
    RESOURCE_TYPES.map((type) => [type, new Map()])
  ) as unknown as Readonly<Record<ResourceType, Map<string, unknown>>>;
  const hashes = new Map<string, string>();
  for (const { type, name, entity } of staticEntries()) entities[type].set(name, entity);
  for (const type of RESOURCE_TYPES) {
    if (source.has?.(type) === false) continue;
    for await (const { name, entity, hash } of source.entries(type)) {
      entities[type].set(name, entity);
      if (hash !== undefined) hashes.set(name, hash);
    }
  }
  return { entities: entities as Entities, hashes };
}

export function getRules(entities: Entities, settings: EngineSettings): RuleSet {
  const rules = ruleSetFor(settings);
  for (const type of RESOURCE_TYPES)
    if (type !== 'internalusers')
      for (const [name, after] of entities[type]) rules.apply({ type, name, after });
  return rules;
}

export const listUsers = (users: ReadonlyMap<string, InternalUser>): MirroredUsers =>
  new MirroredUsers({ entities: () => users as never });

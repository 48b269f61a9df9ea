/** Reads unsaved changes: every entity is checked and completed as a write of it would be. */
import { normaliseEntity, ShapeError } from '../model/entity_shape';
import type { EntityByType } from '../model/entity_types';
import type { Changed, RuleChanges } from '../evaluation/overlay_rules';
import type { ChangedEntities, ProposedChanges } from './types';

export interface ReadChanges extends RuleChanges {
  readonly internalusers: Changed<EntityByType['internalusers']>;
}

/** Entities over all types. */
export const MAX_CHANGED_ENTITIES = 100;

/** @returns the changes, or the text of what is wrong with them */
export function readChanges(proposed: ProposedChanges): ReadChanges | string {
  const lists = [
    proposed.roles,
    proposed.rolesmapping,
    proposed.actiongroups,
    proposed.internalusers,
  ];
  const count = lists.reduce((sum, list) => sum + Object.keys(list ?? {}).length, 0);
  if (count > MAX_CHANGED_ENTITIES) {
    return `At most ${MAX_CHANGED_ENTITIES} changed entities can be simulated at a time, got ${count}.`;
  }
  try {
    return {
      roles: read('roles', proposed.roles),
      rolesmapping: read('rolesmapping', proposed.rolesmapping),
      actiongroups: read('actiongroups', proposed.actiongroups),
      internalusers: read('internalusers', proposed.internalusers),
    };
  } catch (error) {
    if (error instanceof ShapeError) return error.message;
    throw error;
  }
}

type ChangeableType = keyof ProposedChanges;

function read<T extends ChangeableType>(
  type: T,
  entities: ChangedEntities = {}
): Changed<EntityByType[T]> {
  const entries = Object.entries(entities).map(([name, source]) => {
    const entity = source === null ? undefined : normaliseEntity(type, source);
    return [name, entity as EntityByType[T] | undefined] as const;
  });
  return new Map(entries);
}

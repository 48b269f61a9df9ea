/** Reads unsaved changes: every entity is checked and completed as a write of it would be. */
import { normaliseEntity, ShapeError } from '../../model/payload';
import type { EntityByType } from '../../../contracts/entities';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import type { Changed, RuleChanges } from '../evaluation/overlay_rules';
import type { ChangedEntities, ProposedChanges } from '../../../contracts/api';

export interface ReadChanges extends RuleChanges {
  readonly internalusers: Changed<EntityByType['internalusers']>;
}

/** @returns the changes, or the text of what is wrong with them */
export function* readChanges(proposed: ProposedChanges): CooperativeTask<ReadChanges | string> {
  try {
    return {
      roles: yield* read('roles', proposed.roles),
      rolesmapping: yield* read('rolesmapping', proposed.rolesmapping),
      actiongroups: yield* read('actiongroups', proposed.actiongroups),
      internalusers: yield* read('internalusers', proposed.internalusers),
    };
  } catch (error) {
    if (error instanceof ShapeError) return error.words;
    throw error;
  }
}

type ChangeableType = keyof ProposedChanges;

function* read<T extends ChangeableType>(
  type: T,
  entities: ChangedEntities = {}
): CooperativeTask<Changed<EntityByType[T]>> {
  const read = new Map<string, EntityByType[T] | undefined>();
  for (const [name, source] of Object.entries(entities)) {
    const entity = source === null ? undefined : normaliseEntity(type, source);
    read.set(name, entity as EntityByType[T] | undefined);
    yield;
  }
  return read;
}

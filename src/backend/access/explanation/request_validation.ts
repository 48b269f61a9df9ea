/**
 * Validates explanation requests. Every item costs time, so requests beyond a limit are rejected
 * with the name of the limit.
 */
import { normaliseEntity, ShapeError } from '../../model/payload';
import type { EntityByType } from '../../../contracts/entities';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import type { Changed, RuleChanges } from '../evaluation/overlay_rules';
import type { ChangedEntities, ExplainRequest, ProposedChanges } from '../../../contracts/api';
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import { LimitExceededError } from '../../scheduling/limit_exceeded';

/** Reads unsaved changes: every entity is validated and completed as when it is saved. */
export interface ReadChanges extends RuleChanges {
  readonly internalusers: Changed<EntityByType['internalusers']>;
}

/** @returns the changes, or an error text */
export function* readChanges(proposed: ProposedChanges): CooperativeTask<ReadChanges | string> {
  try {
    return {
      roles: yield* read('roles', proposed.roles),
      rolesmapping: yield* read('rolesmapping', proposed.rolesmapping),
      actiongroups: yield* read('actiongroups', proposed.actiongroups),
      internalusers: yield* read('internalusers', proposed.internalusers),
    };
  } catch (error) {
    if (error instanceof ShapeError) return error.problem;
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

const LIMITS = EXPLAIN_LIMITS;

/** @throws {LimitExceededError} */
export function checkRequestLimits(request: ExplainRequest): void {
  const { user, subject, action, index = [], tenant, known_indices: known = [], changes } = request;
  for (const [what, name] of Object.entries({ user, action, tenant, subject: subject?.name }))
    within(what, 'characters', name?.length ?? 0, LIMITS.nameLength);
  within('index', 'names at a time', index.length, LIMITS.indices);
  for (const name of index) {
    const isWildcard = /[*?]/.test(name) && !name.startsWith('<');
    const max = isWildcard ? LIMITS.indexNameLength : LIMITS.expressionLength;
    within('index', 'characters', name.length, max);
  }
  within('known_indices', 'indices', known.length, LIMITS.knownIndices);
  let aliases = 0;
  for (const { name, aliases: more = [], data_stream: stream } of known) {
    const names = [name, ...more, ...(stream === undefined ? [] : [stream])];
    for (const one of names)
      within('known_indices', 'characters', one.length, LIMITS.indexNameLength);
    aliases += names.length - 1;
  }
  within('known_indices', 'aliases and data streams', aliases, LIMITS.knownAliases);
  const {
    backend_roles: backend = [],
    security_roles: direct = [],
    attributes = {},
  } = subject ?? {};
  for (const [what, roles] of Object.entries({ backend_roles: backend, security_roles: direct })) {
    within(`subject.${what}`, 'names', roles.length, LIMITS.subjectRoles);
    for (const role of roles)
      within(`subject.${what}`, 'characters', role.length, LIMITS.nameLength);
  }
  within('subject.attributes', 'attributes', Object.keys(attributes).length, LIMITS.attributes);
  for (const value of Object.values(attributes))
    within('subject.attributes', 'characters', value.length, LIMITS.attributeLength);
  checkChanges(changes);
}

/** @throws {LimitExceededError} */
export function checkChanges(changes: ProposedChanges = {}): void {
  const changed = Object.values(changes).map((entities) => Object.keys(entities ?? {}).length);
  const count = changed.reduce((sum, one) => sum + one, 0);
  within('changes', 'changed entities can be simulated at a time', count, LIMITS.changes);
}

function within(what: string, unit: string, value: number, max: number): void {
  if (value > max) throw new LimitExceededError(`[${what}]: at most ${max} ${unit}, got ${value}.`);
}

/** A role mapping as table rows, and removing some of them. */
import { MAPPING_CONDITIONS, type MappingCondition, type RoleMapping } from '@sd/contracts';
import { writableMapping } from '../../../services/role_membership';

export interface MappingRow {
  /** Kind and name, because a user and a backend role can have the same name. */
  readonly id: string;
  readonly kind: MappingCondition;
  readonly name: string;
}

export const mappingRows = (mapping: RoleMapping | undefined): readonly MappingRow[] =>
  MAPPING_CONDITIONS.flatMap((kind) =>
    (mapping?.[kind] ?? []).map((name) => ({ id: `${kind}:${name}`, kind, name }))
  );

/**
 * Body to save: all fields of the mapping, known or not, without the rows and without fields added
 * by the server.
 */
export function mappingWithout(
  mapping: RoleMapping,
  rows: readonly MappingRow[]
): Partial<RoleMapping> {
  const removed = new Set(rows.map(({ id }) => id));
  const remaining = Object.fromEntries(
    MAPPING_CONDITIONS.map((kind) => [
      kind,
      (mapping[kind] ?? []).filter((name) => !removed.has(`${kind}:${name}`)),
    ])
  );
  return { ...writableMapping(mapping), ...remaining };
}

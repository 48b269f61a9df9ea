/**
 * A role mapping as rows of a table, and without some of them. Pure. Source:
 * docs/reference/security-app.md#role-view.
 */
import { MAPPING_CONDITIONS, type MappingCondition, type RoleMapping } from '@sd/contracts';
import { writableMapping } from '../../../services/role_membership';

export interface MappingRow {
  /** Kind and name: a user and a backend role may share a name. */
  readonly id: string;
  readonly kind: MappingCondition;
  readonly name: string;
}

export const mappingRows = (mapping: RoleMapping | undefined): readonly MappingRow[] =>
  MAPPING_CONDITIONS.flatMap((kind) =>
    (mapping?.[kind] ?? []).map((name) => ({ id: `${kind}:${name}`, kind, name }))
  );

/**
 * The body to save: everything the mapping has, known here or not, without the rows and without
 * what the server adds.
 */
export function mappingWithout(
  mapping: RoleMapping,
  rows: readonly MappingRow[]
): Partial<RoleMapping> {
  const gone = new Set(rows.map(({ id }) => id));
  const kept = Object.fromEntries(
    MAPPING_CONDITIONS.map((kind) => [
      kind,
      (mapping[kind] ?? []).filter((name) => !gone.has(`${kind}:${name}`)),
    ])
  );
  return { ...writableMapping(mapping), ...kept };
}

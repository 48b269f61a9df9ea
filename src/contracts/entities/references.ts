/** Names of other entities that an entity relies on. */
type ReferencedKind = 'tenants' | 'actiongroups' | 'roles' | 'internalusers';

export interface EntityReference {
  readonly kind: ReferencedKind;
  readonly name: string;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Patterns and actions are included, because only the other entities tell them from names of
 * tenants and action groups.
 */
function findReferences(kind: string, name: string, entity: object): readonly EntityReference[] {
  const fields = entity as Json;
  const to = (target: ReferencedKind, names: readonly string[]) =>
    names.map((one): EntityReference => ({ kind: target, name: one }));
  switch (kind) {
    case 'actiongroups':
      return to('actiongroups', texts(fields['allowed_actions']));
    case 'roles':
      return [
        ...to('actiongroups', texts(fields['cluster_permissions'])),
        ...maps(fields['index_permissions']).flatMap((one) =>
          to('actiongroups', texts(one['allowed_actions']))
        ),
        ...maps(fields['tenant_permissions']).flatMap((one) =>
          to('tenants', texts(one['tenant_patterns']))
        ),
      ];
    case 'rolesmapping':
      return [...to('roles', [name]), ...to('internalusers', texts(fields['users']))];
    case 'internalusers':
      return to('roles', texts(fields['opendistro_security_roles']));
    default:
      return [];
  }
}

interface FollowOptions<T> {
  /** The entry as its source has it; `undefined` for one that is deleted. */
  readonly sourceOf: (one: T) => object | undefined;
  /** @returns what only the source has under `kind/name` */
  readonly onlyInSource: (key: string) => T | undefined;
  /** Chooses what is found as well, and what that refers to in turn. */
  readonly isAdding: boolean;
}

/**
 * Finds what chosen entries refer to and their target lacks. A task in steps, because a
 * configuration has many references.
 * @param chosen - by `kind/name`; grows if entries are added
 * @returns the references that remain without an entry
 */
export function* followReferences<T extends { readonly kind: string; readonly name: string }>(
  chosen: Map<string, T>,
  { sourceOf, onlyInSource, isAdding }: FollowOptions<T>
): Generator<undefined, readonly EntityReference[]> {
  const missing = new Map<string, EntityReference>();
  // A map that grows is walked to its end, so references of references are found as well.
  for (const one of chosen.values()) {
    const entity = sourceOf(one);
    for (const reference of entity ? findReferences(one.kind, one.name, entity) : []) {
      const key = `${reference.kind}/${reference.name}`;
      const found = onlyInSource(key);
      if (found && isAdding) chosen.set(key, found);
      else if (found && !chosen.has(key)) missing.set(key, reference);
      yield;
    }
  }
  return [...missing.values()];
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const maps = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];

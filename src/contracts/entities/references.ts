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
export function referencesOf(
  kind: string,
  name: string,
  entity: object
): readonly EntityReference[] {
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

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const maps = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];

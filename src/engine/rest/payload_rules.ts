/** Which keys a payload may have, per resource. Source: reference 1.6 to 1.15. */
export type DataType = 'Array' | 'String' | 'Object' | 'Boolean' | 'Integer';

export interface PayloadRules {
  readonly keys: ReadonlyMap<string, DataType>;
  readonly mandatory?: readonly string[];
  /** At least one of these must be present. */
  readonly oneOf?: readonly string[];
}

const rules = (keys: Readonly<Record<string, DataType>>, more: Omit<PayloadRules, 'keys'> = {}): PayloadRules => ({
  keys: new Map(Object.entries(keys)),
  ...more,
});

const FLAG_KEYS = [['hidden', 'Boolean'] as const, ['reserved', 'Boolean'] as const];

/** Super admins may also send the flags. */
export const withFlagKeys = (base: PayloadRules): PayloadRules => ({ ...base, keys: new Map([...base.keys, ...FLAG_KEYS]) });

export const PAYLOAD_RULES = {
  internalusers: rules({
    password: 'String',
    hash: 'String',
    backend_roles: 'Array',
    attributes: 'Object',
    description: 'String',
    opendistro_security_roles: 'Array',
  }),
  roles: rules({
    cluster_permissions: 'Array',
    index_permissions: 'Array',
    tenant_permissions: 'Array',
    description: 'String',
  }),
  rolesmapping: rules(
    { backend_roles: 'Array', and_backend_roles: 'Array', hosts: 'Array', users: 'Array', description: 'String' },
    { oneOf: ['hosts', 'users', 'backend_roles', 'and_backend_roles'] }
  ),
  actiongroups: rules({ allowed_actions: 'Array', type: 'String', description: 'String' }, { mandatory: ['allowed_actions'] }),
  tenants: rules({ description: 'String' }),
  account: rules({ password: 'String', hash: 'String', current_password: 'String' }, { mandatory: ['current_password'] }),
  tenancy: rules({
    default_tenant: 'String',
    private_tenant_enabled: 'Boolean',
    multitenancy_enabled: 'Boolean',
    sign_in_options: 'Array',
    preferred_tenants: 'Array',
  }),
  audit: rules({ enabled: 'Boolean', audit: 'Object', compliance: 'Object' }),
  securityconfig: rules({ dynamic: 'Object' }),
} as const;

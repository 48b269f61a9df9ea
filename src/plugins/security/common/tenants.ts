/** Specification sections 3 and 9. */
export const PRIVATE_TENANT = '__user__';
export const GLOBAL_TENANT = '';
/** Name under which the engine knows the global tenant. */
export const GLOBAL_TENANT_NAME = 'global_tenant';
export const TENANT_QUERY_KEYS = ['security_tenant', 'securitytenant'] as const;

/** Tenant names as displayed and on the wire. */
import { defineMessage } from '@sd/core/common';

export const PRIVATE_TENANT = '__user__';
export const GLOBAL_TENANT = '';
/** The engine's name of the global tenant. */
export const GLOBAL_TENANT_NAME = 'global_tenant';
/** Setting with the wire name of the user's start tenant. */
export const PERSONAL_TENANT_SETTING = 'security:tenant';

/** English texts; `services/tenant_labels.ts` translates them. */
export const TENANT_MESSAGES = Object.freeze({
  global: defineMessage('security.tenantWords.global', { defaultMessage: 'Global' }),
  private: defineMessage('security.tenantWords.private', { defaultMessage: 'Private' }),
  globalDescription: defineMessage('security.tenantWords.globalDescription', {
    defaultMessage: 'Everyone can see it',
  }),
  privateDescription: defineMessage('security.tenantWords.privateDescription', {
    defaultMessage: 'Only visible to the current logged in user',
  }),
  notAvailable: defineMessage('security.tenantWords.notAvailable', { defaultMessage: 'N/A' }),
});

const GLOBAL_TENANT_LABEL = TENANT_MESSAGES.global.defaultMessage;
const PRIVATE_TENANT_LABEL = TENANT_MESSAGES.private.defaultMessage;

/**
 * Displayed name of a tenant: Global, Private or its own name. The text `undefined` counts as
 * unset, hence Global.
 */
export function tenantLabel(tenant: string | null | undefined, userName?: string): string {
  if (!tenant || tenant === 'undefined' || tenant === GLOBAL_TENANT_NAME)
    return GLOBAL_TENANT_LABEL;
  if (tenant === PRIVATE_TENANT || (userName !== undefined && tenant === userName))
    return PRIVATE_TENANT_LABEL;
  return tenant;
}

/**
 * Converts the engine's name to the wire name: `global_tenant` becomes '', the user's own name
 * `__user__`.
 */
export function tenantValue(engineName: string, userName?: string): string {
  if (engineName === GLOBAL_TENANT_NAME) return GLOBAL_TENANT;
  return userName !== undefined && engineName === userName ? PRIVATE_TENANT : engineName;
}

/** Converts a wire name to the engine's name. */
export function engineTenantName(value: string, userName: string): string {
  if (value === GLOBAL_TENANT) return GLOBAL_TENANT_NAME;
  return value === PRIVATE_TENANT ? userName : value;
}

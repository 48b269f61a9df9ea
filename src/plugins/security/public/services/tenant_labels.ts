/** Translated names of the built-in tenants; `common` has the texts of the specification. */
import { i18n } from '@sd/core/public';
import { tenantLabel as englishLabel, TENANT_MESSAGES } from '../../common';

/** Translates labels and descriptions of `common`; other texts stay unchanged. */
export function translatedTenantLabel(text: string): string {
  const message = Object.values(TENANT_MESSAGES).find(
    ({ defaultMessage }) => defaultMessage === text
  );
  return message ? i18n.translateMessage(message) : text;
}

/** Global, Private or the name of a tenant. */
export function tenantLabel(tenant: string | null | undefined, userName?: string): string {
  const label = englishLabel(tenant, userName);
  return label === tenant ? label : translatedTenantLabel(label);
}

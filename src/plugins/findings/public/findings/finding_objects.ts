/** Where the objects of findings are shown and changed. */
import type { FindingObject } from '@sd/contracts';
import { t } from '@sd/core/public';
import type { AdminParts } from '@sd/plugins/security/public';
import { GUARDRAIL_PAGES } from '../paths';

/** Where an object is shown. */
export function getPage(parts: AdminParts, { type, name }: FindingObject): string {
  const { ROLE_PAGES, USER_PAGES, GROUP_PAGES, TENANT_PAGES } = parts;
  switch (type) {
    case 'roles':
      return ROLE_PAGES.view(name);
    case 'rolesmapping':
      return ROLE_PAGES.mappedUsers(name);
    case 'internalusers':
      return USER_PAGES.view(name);
    case 'actiongroups':
      return GROUP_PAGES.view(name);
    case 'tenants':
      return TENANT_PAGES.edit(name);
    case 'audit':
      return parts.AUDIT_PAGES.main;
    case 'config':
      return parts.AUTH_PAGE;
    case 'guardrails':
      return GUARDRAIL_PAGES.edit(name);
    case 'api_keys':
      return parts.API_KEYS_PAGE;
  }
}

/** The page that changes an object, and the text of its button. */
export function getEditing(
  parts: AdminParts,
  object: FindingObject
): { readonly path: string; readonly text: string } {
  const { ROLE_PAGES, USER_PAGES, GROUP_PAGES } = parts;
  const { type, name } = object;
  switch (type) {
    case 'roles':
      return {
        path: ROLE_PAGES.edit(name),
        text: t('findings.editRole', 'Edit role {name}', { name }),
      };
    case 'rolesmapping':
      return {
        path: ROLE_PAGES.mapUser(name),
        text: t('findings.editMapping', 'Edit who has role {name}', { name }),
      };
    case 'internalusers':
      return {
        path: USER_PAGES.edit(name),
        text: t('findings.editUser', 'Edit user {name}', { name }),
      };
    case 'actiongroups':
      return {
        path: GROUP_PAGES.edit(name),
        text: t('findings.editGroup', 'Edit action group {name}', { name }),
      };
    case 'guardrails':
      return {
        path: GUARDRAIL_PAGES.edit(name),
        text: t('findings.guardrails.editOne', 'Edit guardrail {name}', { name }),
      };
    default:
      return { path: getPage(parts, object), text: objectLabel(parts, object) };
  }
}

/** What an object is, with its name. */
export function objectLabel(parts: AdminParts, { type, name }: FindingObject): string {
  switch (type) {
    case 'api_keys':
      return t('findings.apiKey', 'API key {name}', { name });
    case 'guardrails':
      return t('findings.guardrail', 'Guardrail {name}', { name });
    default:
      return parts.entryLabel(type, name);
  }
}

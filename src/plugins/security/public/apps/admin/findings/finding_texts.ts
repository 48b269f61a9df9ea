/** Texts and colors of findings. */
import type { FindingBody, FindingGroup, FindingObject, Severity } from '@sd/contracts';
import { t } from '@sd/core/public';
import { entryLabel } from '../../../components/history/change_texts';
import {
  AUDIT_PAGES,
  API_KEYS_PAGE,
  AUTH_PAGE,
  GROUP_PAGES,
  GUARDRAIL_PAGES,
  ROLE_PAGES,
  TENANT_PAGES,
  USER_PAGES,
} from '../paths';

export const findingsTitle = (): string => t('security.findings.title', 'Findings');

export const severityLabel = (severity: Severity): string =>
  ({
    critical: t('security.findings.critical', 'Critical'),
    high: t('security.findings.high', 'High'),
    medium: t('security.findings.medium', 'Medium'),
    low: t('security.findings.low', 'Low'),
  })[severity];

export const SEVERITY_COLORS = {
  critical: 'danger',
  high: 'warning',
  medium: 'primary',
  low: 'hollow',
} as const satisfies Record<Severity, string>;

export const groupLabel = (group: FindingGroup): string =>
  ({
    too_much: t('security.findings.tooMuch', 'Too much access'),
    broken: t('security.findings.broken', 'Broken'),
    weak: t('security.findings.weak', 'Weak protection'),
    unused: t('security.findings.unused', 'Unused'),
  })[group];

/** Where an object is shown. */
export function pageOf({ type, name }: FindingObject): string {
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
      return AUDIT_PAGES.main;
    case 'config':
      return AUTH_PAGE;
    case 'guardrails':
      return GUARDRAIL_PAGES.edit(name);
    case 'api_keys':
      return API_KEYS_PAGE;
  }
}

/** The page that changes an object, and the text of its button. */
export function editingOf(object: FindingObject): { readonly path: string; readonly text: string } {
  const { type, name } = object;
  switch (type) {
    case 'roles':
      return {
        path: ROLE_PAGES.edit(name),
        text: t('security.findings.editRole', 'Edit role {name}', { name }),
      };
    case 'rolesmapping':
      return {
        path: ROLE_PAGES.mapUser(name),
        text: t('security.findings.editMapping', 'Edit who has role {name}', { name }),
      };
    case 'internalusers':
      return {
        path: USER_PAGES.edit(name),
        text: t('security.findings.editUser', 'Edit user {name}', { name }),
      };
    case 'actiongroups':
      return {
        path: GROUP_PAGES.edit(name),
        text: t('security.findings.editGroup', 'Edit action group {name}', { name }),
      };
    case 'guardrails':
      return {
        path: GUARDRAIL_PAGES.edit(name),
        text: t('security.guardrails.editOne', 'Edit guardrail {name}', { name }),
      };
    default:
      return { path: pageOf(object), text: objectLabel(object) };
  }
}

export function objectLabel({ type, name }: FindingObject): string {
  switch (type) {
    case 'api_keys':
      return t('security.findings.apiKey', 'API key {name}', { name });
    case 'guardrails':
      return t('security.findings.guardrail', 'Guardrail {name}', { name });
    default:
      return entryLabel(type, name);
  }
}

export const isOpen = ({ accepted }: FindingBody): boolean => accepted === undefined;

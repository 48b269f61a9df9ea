/** Maps pages of the Security app to their help. */
import { type DocLinksStart, t } from '@sd/core/public';
import { lazyPage, type PageHelp } from '@sd/ui_kit';
import {
  API_KEYS_PAGE,
  AUDIT_PAGES,
  AUTH_PAGE,
  CLUSTER_PAGES,
  COMPARE_PAGE,
  DRIFT_PAGE,
  EXPLORER_PAGES,
  FINDING_PAGES,
  GUARDRAIL_PAGES,
  EVENTS_PAGE,
  FILES_PAGE,
  GROUP_PAGES,
  ROLE_PAGES,
  START_PAGE,
  TENANT_PAGES,
  USER_PAGES,
} from '../paths';
import { CHANGE_REQUEST_PAGES, HISTORY_PAGES } from '../../../components/history/history_pages';
import type { HelpTopic } from './help_topic';

/** Topic to its key in `docLinks.links.security`. */
const DOCUMENTATION: Readonly<Record<HelpTopic, string>> = {
  start: 'introduction',
  auth: 'backendConfiguration',
  roles: 'usersAndRoles',
  users: 'usersAndRoles',
  permissions: 'permissions',
  tenants: 'multiTenancy',
  audit: 'auditLogs',
  events: 'auditLogs',
  history: 'auditLogs',
  explorer: 'usersAndRoles',
  files: 'usersAndRoles',
  apiKeys: 'usersAndRoles',
  clusters: 'introduction',
  compare: 'introduction',
  changeRequests: 'usersAndRoles',
  findings: 'usersAndRoles',
  guardrails: 'usersAndRoles',
  drift: 'usersAndRoles',
};

const TOPIC_BY_PAGE: Readonly<Record<string, HelpTopic>> = {
  [START_PAGE]: 'start',
  [AUTH_PAGE]: 'auth',
  [ROLE_PAGES.list]: 'roles',
  [USER_PAGES.list]: 'users',
  [GROUP_PAGES.list]: 'permissions',
  [TENANT_PAGES.list]: 'tenants',
  [AUDIT_PAGES.main]: 'audit',
  [EVENTS_PAGE]: 'events',
  [HISTORY_PAGES.list]: 'history',
  [EXPLORER_PAGES.main]: 'explorer',
  [FILES_PAGE]: 'files',
  [API_KEYS_PAGE]: 'apiKeys',
  [CLUSTER_PAGES.list]: 'clusters',
  [COMPARE_PAGE]: 'compare',
  [CHANGE_REQUEST_PAGES.list]: 'changeRequests',
  [FINDING_PAGES.list]: 'findings',
  [GUARDRAIL_PAGES.list]: 'guardrails',
  [DRIFT_PAGE]: 'drift',
};

const HelpTexts = lazyPage(async () => (await import('./help_texts')).HelpTexts);

/** @param pathname - path within the app; pages below a list use the help of the list */
export function helpOf(pathname: string, docLinks: DocLinksStart): PageHelp | undefined {
  const topic = TOPIC_BY_PAGE[`/${pathname.split('/')[1] ?? ''}`];
  const documentation = topic && docLinks.links['security']?.[DOCUMENTATION[topic]];
  if (!topic || !documentation) return undefined;
  return {
    title: titleOf(topic),
    documentation,
    Content: () => <HelpTexts topic={topic} />,
  };
}

function titleOf(topic: HelpTopic): string {
  switch (topic) {
    case 'start':
      return t('security.help.start.title', 'Getting started with security');
    case 'auth':
      return t('security.help.auth.title', 'Authentication and authorization');
    case 'roles':
      return t('security.help.roles.title', 'Roles');
    case 'users':
      return t('security.help.users.title', 'Users');
    case 'permissions':
      return t('security.help.permissions.title', 'Permissions and action groups');
    case 'tenants':
      return t('security.help.tenants.title', 'Tenants');
    case 'audit':
      return t('security.help.audit.title', 'Audit logging');
    case 'events':
      return t('security.help.events.title', 'Audit events');
    case 'files':
      return t('security.help.files.title', 'Export and import');
    case 'history':
      return t('security.help.history.title', 'Change history');
    case 'apiKeys':
      return t('security.apiKeys.title', 'API keys');
    case 'explorer':
      return t('security.explorer.title', 'Access explorer');
    case 'clusters':
      return t('security.clustersPage.title', 'Clusters');
    case 'compare':
      return t('security.comparison.title', 'Compare clusters');
    case 'changeRequests':
      return t('security.changeRequests.title', 'Change requests');
    case 'findings':
      return t('security.findings.title', 'Findings');
    case 'guardrails':
      return t('security.guardrails.title', 'Guardrails');
    case 'drift':
      return t('security.drift.title', 'Drift');
  }
}

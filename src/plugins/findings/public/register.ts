/** The pages, tabs and panels of the plugin in the Security app. */
import { t } from '@sd/core/public';
import type {
  AdminPage,
  AdminParts,
  Needs,
  SecurityPluginSetup,
} from '@sd/plugins/security/public';
import {
  FINDING_PATH,
  FINDINGS_PATH,
  GUARDRAIL_CREATE_PATH,
  GUARDRAIL_EDIT_PATH,
  GUARDRAILS_PATH,
} from '../common';
import { findingsTitle, guardrailsTitle, usageTitle } from './texts';

/** What the server reads for findings. */
const READ_FINDINGS: Needs = [
  'GET ROLES',
  'GET ROLESMAPPING',
  'GET ACTIONGROUPS',
  'GET INTERNALUSERS',
];

const hasGuardrails: NonNullable<AdminPage['isAvailable']> = ({ hasFeature }) =>
  hasFeature('guardrails');

export function register(security: SecurityPluginSetup): void {
  const { adminPages, adminParts, entityParts, impactParts } = security;
  /** Loads a screen together with the parts of the Security app that it uses. */
  const screen =
    <S>(load: () => Promise<(parts: AdminParts) => S>) =>
    async (): Promise<S> => {
      const [create, parts] = await Promise.all([load(), adminParts()]);
      return create(parts);
    };
  const pages: readonly AdminPage[] = [
    {
      id: 'findings.list',
      path: FINDINGS_PATH,
      needs: READ_FINDINGS,
      title: findingsTitle,
      words: () => t('findings.words', 'risk problem check audit'),
      navigation: { group: 'governance', order: 10 },
      help: {
        title: findingsTitle,
        documentation: 'usersAndRoles',
        guide: 'guide/findings',
        load: async () => (await import('./help')).FindingsHelp,
      },
      load: screen(async () => (await import('./findings/findings_page')).findingsPage),
    },
    {
      id: 'findings.finding',
      path: FINDING_PATH,
      needs: READ_FINDINGS,
      shows: 'finding',
      load: screen(async () => (await import('./findings/finding_page')).findingPage),
    },
    {
      id: 'findings.guardrails',
      path: GUARDRAILS_PATH,
      needs: ['GET CONFIG'],
      title: guardrailsTitle,
      words: () => t('findings.guardrails.words', 'promise policy rule'),
      navigation: { group: 'governance', order: 20 },
      isAvailable: hasGuardrails,
      help: {
        title: guardrailsTitle,
        documentation: 'usersAndRoles',
        guide: 'guide/engine#guardrails',
        load: async () => (await import('./help')).GuardrailsHelp,
      },
      load: screen(async () => (await import('./guardrails/guardrails_page')).guardrailsPage),
    },
    {
      id: 'findings.guardrailCreate',
      path: GUARDRAIL_CREATE_PATH,
      needs: ['PUT CONFIG'],
      act: () => t('findings.guardrails.add', 'Add guardrail'),
      isAvailable: hasGuardrails,
      load: screen(
        async () => (await import('./guardrails/guardrail_edit_page')).guardrailEditPage
      ),
    },
    {
      id: 'findings.guardrailEdit',
      path: GUARDRAIL_EDIT_PATH,
      needs: ['PUT CONFIG'],
      load: screen(
        async () => (await import('./guardrails/guardrail_edit_page')).guardrailEditPage
      ),
    },
  ];
  pages.forEach((page) => adminPages.register(page));
  entityParts.register({
    id: 'findings.userUsage',
    entity: 'user',
    path: 'usage',
    title: usageTitle,
    order: 30,
    isAvailable: ({ hasFeature }) => hasFeature('effectivePermissions'),
    load: screen(async () => (await import('./usage/user_usage_tab')).userUsageTab),
  });
  entityParts.register({
    id: 'findings.roleUsage',
    entity: 'role',
    path: 'usage',
    title: usageTitle,
    order: 30,
    isAvailable: ({ hasFeature }) => hasFeature('explain'),
    load: screen(async () => (await import('./usage/role_usage_tab')).roleUsageTab),
  });
  entityParts.register({
    id: 'findings.keyUsage',
    entity: 'apiKey',
    title: usageTitle,
    iconType: 'visBarVertical',
    order: 10,
    load: screen(async () => (await import('./usage/api_key_usage')).apiKeyUsage),
  });
  impactParts.register({
    id: 'findings.replay',
    isAvailable: ({ hasFeature }) => hasFeature('indices'),
    load: async () => (await import('./usage/change_replay')).ChangeReplay,
  });
}

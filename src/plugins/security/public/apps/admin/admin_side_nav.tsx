/** The side navigation of the admin app: the pages that the user may read. */
import type { Right } from '@sd/contracts';
import { t, useObservable } from '@sd/core/public';
import { lazyPage, SideNav, type SideNavGroup } from '@sd/ui_kit';
import { type ReactElement, Suspense } from 'react';
import { CHANGE_REQUEST_PAGES, HISTORY_PAGES } from '../../components/history/history_pages';
import { useAdmin } from '../../services/admin_context';
import { hasClusters, isConnected$ } from '../../services/clusters';
import { useFeature, useHasDrift } from '../../services/features';
import { useResourceSharing } from '../../services/resource_client';
import { useMay } from '../../services/rights';
import {
  API_KEYS_PAGE,
  AUDIT_PAGES,
  AUTH_PAGE,
  CLUSTER_PAGES,
  COMPARE_PAGE,
  DRIFT_PAGE,
  EVENTS_PAGE,
  EXPLORER_PAGES,
  FILES_PAGE,
  FINDING_PAGES,
  GROUP_PAGES,
  GUARDRAIL_PAGES,
  RESOURCES_PAGE,
  ROLE_PAGES,
  TENANT_PAGES,
  USER_PAGES,
} from './paths';

const ClusterPicker = lazyPage(
  async () => (await import('../../components/clusters/cluster_picker')).ClusterPicker
);

/** What the server reads for findings. */
const FINDING_RIGHTS: readonly Right[] = [
  'GET ROLES',
  'GET ROLESMAPPING',
  'GET ACTIONGROUPS',
  'GET INTERNALUSERS',
];

/** Groups and order: docs/reference/security-app.md#side-navigation. */
export function AdminSideNav(): ReactElement {
  const { core, cluster } = useAdmin();
  const isConnected = useObservable(isConnected$, undefined) ?? hasClusters(core.application);
  return (
    <>
      {isConnected && (
        <Suspense fallback={null}>
          <ClusterPicker />
        </Suspense>
      )}
      <SideNav
        entries={sideNavGroups({
          hasApiKeys: useFeature('apiKeys'),
          hasSharing: useResourceSharing().data?.is_enabled === true,
          isConnected,
          hasGuardrails: useFeature('guardrails'),
          hasDrift: useHasDrift(),
          hasIndices: useFeature('indices'),
          isHome: cluster === undefined,
          mayRead: useMay(),
        })}
        isRootLinked
      />
    </>
  );
}

interface SideNavConditions {
  readonly hasApiKeys: boolean;
  readonly hasSharing: boolean;
  readonly isConnected: boolean;
  readonly hasGuardrails: boolean;
  readonly hasDrift: boolean;
  /** Where events are in indices, which no right here is about. */
  readonly hasIndices: boolean;
  readonly isHome: boolean;
  readonly mayRead: ReturnType<typeof useMay>;
}

/** Pages that the user may read, in groups. */
function sideNavGroups({ mayRead, ...conditions }: SideNavConditions): SideNavGroup[] {
  return allGroups(conditions).flatMap(({ title, entries }) => {
    const open = entries.filter(({ rights }) => mayRead(rights));
    return open.length === 0
      ? []
      : [{ title, entries: open.map(({ path, title: text }) => ({ path, title: text })) }];
  });
}

interface Entry {
  readonly path: string;
  readonly title: string;
  readonly rights: readonly Right[];
}

const entry = (path: string, title: string, ...rights: readonly Right[]): Entry => ({
  path,
  title,
  rights,
});

const allGroups = ({
  hasApiKeys,
  hasSharing,
  isConnected,
  hasGuardrails,
  hasDrift,
  hasIndices,
  isHome,
}: Omit<SideNavConditions, 'mayRead'>): ReadonlyArray<{
  readonly title: string;
  readonly entries: readonly Entry[];
}> => [
  {
    title: t('security.sideNav.people', 'People'),
    entries: [
      entry(USER_PAGES.list, t('security.users.title', 'Users'), 'GET INTERNALUSERS'),
      entry(ROLE_PAGES.list, t('security.roles.title', 'Roles'), 'GET ROLES'),
      entry(TENANT_PAGES.list, t('security.tenants.title', 'Tenants'), 'GET TENANTS'),
      ...(hasApiKeys
        ? [entry(API_KEYS_PAGE, t('security.apiKeys.title', 'API keys'), 'GET INTERNALUSERS')]
        : []),
    ],
  },
  {
    title: t('security.sideNav.access', 'Access'),
    entries: [
      entry(EXPLORER_PAGES.main, t('security.explorer.title', 'Access explorer')),
      entry(FINDING_PAGES.list, t('security.findings.title', 'Findings'), ...FINDING_RIGHTS),
      ...(isHome
        ? [entry(CHANGE_REQUEST_PAGES.list, t('security.changeRequests.title', 'Change requests'))]
        : []),
      ...(hasDrift ? [entry(DRIFT_PAGE, t('security.drift.title', 'Drift'))] : []),
      ...(hasGuardrails
        ? [entry(GUARDRAIL_PAGES.list, t('security.guardrails.title', 'Guardrails'), 'GET CONFIG')]
        : []),
      entry(GROUP_PAGES.list, t('security.groups.crumb', 'Permissions'), 'GET ACTIONGROUPS'),
      ...(hasSharing
        ? [entry(RESOURCES_PAGE, t('security.resources.title', 'Resource sharing'))]
        : []),
    ],
  },
  {
    title: t('security.sideNav.records', 'Records'),
    entries: [
      entry(HISTORY_PAGES.list, t('security.history.title', 'Change history')),
      entry(
        EVENTS_PAGE,
        t('security.events.title', 'Audit events'),
        ...(hasIndices ? [] : (['GET AUDIT'] as const))
      ),
    ],
  },
  {
    title: t('security.sideNav.settings', 'Settings'),
    entries: [
      entry(AUTH_PAGE, t('security.auth.crumb', 'Authentication'), 'GET CONFIG'),
      entry(AUDIT_PAGES.main, t('security.audit.title', 'Audit logging'), 'GET AUDIT'),
      entry(FILES_PAGE, t('security.files.title', 'Export and import')),
      entry(CLUSTER_PAGES.list, t('security.clustersPage.title', 'Clusters')),
      ...(isConnected
        ? [entry(COMPARE_PAGE, t('security.comparison.title', 'Compare clusters'))]
        : []),
    ],
  },
];

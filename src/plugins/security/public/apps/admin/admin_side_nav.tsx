/** The side navigation of the admin app: the pages that the user may read. */
import { t } from '@sd/core/public';
import { lazyPage, SideNav, type SideNavGroup } from '@sd/ui_kit';
import { type ReactElement, Suspense, useMemo } from 'react';
import { useAdmin } from '../../services/admin_context';
import { pathWithoutParameters } from '../../services/admin_pages';
import { useOfferedPages, usePageConditions } from '../../services/page_conditions';
import type { AdminPage, AdminPageGroup } from '../../types';

/** Pixels of label, field and space, so that the navigation stays when the clusters arrive. */
const PICKER_HEIGHT = 68;

/** Groups and order: docs/reference/security-app.md#side-navigation. */
export function AdminSideNav({ pages }: { readonly pages: readonly AdminPage[] }): ReactElement {
  const { isConnected } = usePageConditions();
  const [source] = useAdmin().clusterSources;
  const ClusterPicker = useMemo(() => source && lazyPage(() => source.loadPicker()), [source]);
  const offered = useOfferedPages(pages);
  return (
    <>
      {isConnected && ClusterPicker && (
        <div style={{ minBlockSize: PICKER_HEIGHT }}>
          <Suspense fallback={null}>
            <ClusterPicker />
          </Suspense>
        </div>
      )}
      <SideNav entries={navigationGroups(offered)} isRootLinked />
    </>
  );
}

const navigationGroups = (pages: readonly AdminPage[]): SideNavGroup[] => {
  const group = (id: AdminPageGroup, title: string): SideNavGroup => ({
    title,
    entries: pages
      .flatMap(({ path, title: text, navigation }) =>
        text && navigation?.group === id
          ? [{ path: pathWithoutParameters(path), title: text(), order: navigation.order }]
          : []
      )
      .sort((a, b) => a.order - b.order),
  });
  return [
    group('people', t('security.sideNav.people', 'Users and roles')),
    group('investigate', t('security.sideNav.investigate', 'Investigate')),
    group('governance', t('security.sideNav.governance', 'Governance')),
    group('settings', t('security.common.settings', 'Settings')),
  ].filter(({ entries }) => entries.length > 0);
};

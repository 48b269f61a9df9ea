/**
 * Redirects legacy addresses of the admin app and addresses of OpenSearch Dashboards, so that
 * bookmarks and links keep working.
 */
import { AppNavLinkStatus, type CoreSetup, t } from '@sd/core/public';
import { ADMIN_APP_ID, LEGACY_APPS } from '../../common';

/** Call it together with the registration of the admin app. */
export function registerLegacyRedirects(core: CoreSetup): void {
  for (const [id, page] of Object.entries(LEGACY_APPS)) {
    core.application.register({
      id,
      title: t('security.common.security', 'Security'),
      navLinkStatus: AppNavLinkStatus.hidden,
      mount: async ({ history }) => {
        const [{ application }] = await core.getStartServices();
        const { pathname, search, hash } = history.location;
        const named = hash.startsWith('#/') ? hash.slice(1) : pathname;
        const path = named === '' || named === '/' ? page : named;
        // Keeps the query, in particular the tenant.
        const query = path.includes('?') ? search.replace(/^\?/, '&') : search;
        void application.navigateToApp(ADMIN_APP_ID, { path: `${path}${query}`, replace: true });
        return () => undefined;
      },
    });
  }
}

/** Registers the Security app, in a module that the login page does not download. */
import { t } from '@sd/core/public';
import { ADMIN_APP_ID, ADMIN_CATEGORY_ORDER, ADMIN_ORDER, ADMIN_ROUTE } from '../services/paths';
import { registerLegacyRedirects } from './legacy_redirects';
import { screenDeps, type SetupDeps } from './register_apps';

export function registerAdminApp(deps: SetupDeps): void {
  registerLegacyRedirects(deps.core);
  deps.core.application.register({
    id: ADMIN_APP_ID,
    title: t('security.common.security', 'Security'),
    appRoute: ADMIN_ROUTE,
    order: ADMIN_ORDER,
    // Own category: specification section 9, "category order".
    category: {
      id: 'opensearch_security',
      label: t('security.common.security', 'Security'),
      order: ADMIN_CATEGORY_ORDER,
      euiIconType: 'lock',
    },
    euiIconType: 'lock',
    mount: async (params) => {
      const [{ mountAdmin }, screen] = await Promise.all([
        import('../apps/admin'),
        screenDeps(deps),
      ]);
      return mountAdmin(screen, params);
    },
  });
}

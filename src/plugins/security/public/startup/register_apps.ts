/** Registers the plugin's apps for all users. Screens load by dynamic import when they open. */
import { AppNavLinkStatus, type CoreSetup, t } from '@sd/core/public';
import type { ScreenDeps } from '../services/screen_deps';
import {
  ERROR_APP_ID,
  ERROR_ROUTE,
  LOGIN_APP_ID,
  LOGIN_ROUTE,
  MISSING_ROLE_APP_ID,
  MISSING_ROLE_ROUTE,
} from '../services/paths';

export type SetupDeps = Omit<ScreenDeps, 'core'> & { readonly core: CoreSetup };

export async function screenDeps({ core, ...rest }: SetupDeps): Promise<ScreenDeps> {
  const [start] = await core.getStartServices();
  return { ...rest, core: start };
}

export function registerAnonymousApps(deps: SetupDeps): void {
  const { application, http } = deps.core;
  http.anonymousPaths.register(LOGIN_ROUTE);
  http.anonymousPaths.register(ERROR_ROUTE);
  http.anonymousPaths.register(MISSING_ROLE_ROUTE);

  application.register({
    id: LOGIN_APP_ID,
    title: t('security.login.appTitle', 'Log in'),
    appRoute: LOGIN_ROUTE,
    chromeless: true,
    navLinkStatus: AppNavLinkStatus.hidden,
    mount: async (params) => {
      // Loads in parallel to show the page sooner.
      const [{ mountLogin }, screen] = await Promise.all([
        import('../apps/login'),
        screenDeps(deps),
      ]);
      return mountLogin(screen, params);
    },
  });

  application.register({
    id: ERROR_APP_ID,
    title: t('security.customError.appTitle', 'Security error'),
    appRoute: ERROR_ROUTE,
    chromeless: true,
    navLinkStatus: AppNavLinkStatus.hidden,
    mount: async (params) => {
      const [{ mountCustomError }, screen] = await Promise.all([
        import('../apps/custom_error'),
        screenDeps(deps),
      ]);
      return mountCustomError(screen, params);
    },
  });

  application.register({
    id: MISSING_ROLE_APP_ID,
    title: t('security.missingRole.documentTitle', 'Missing Role'),
    appRoute: MISSING_ROLE_ROUTE,
    chromeless: true,
    navLinkStatus: AppNavLinkStatus.hidden,
    mount: async (params) => {
      const [{ mountMissingRole }, screen] = await Promise.all([
        import('../apps/missing_role'),
        screenDeps(deps),
      ]);
      return mountMissingRole(screen, params);
    },
  });
}

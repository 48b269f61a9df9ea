/** Error pages. */
import { type AppMountParameters, renderApp, t, type UnmountCallback } from '@sd/core/public';
import type { ReactElement } from 'react';
import {
  LOGOUT_CONFIRMATION_PATH,
  NO_TENANT_PATH,
  TENANT_SWITCH_PATH,
  UNAVAILABLE_TENANT_PATH,
} from '../../../common';
import { ERROR_ROUTE } from '../../services/paths';
import type { ScreenDeps } from '../../services/screen_deps';
import { ErrorPage, LogoutConfirmationPage, NoTenantPage } from './error_pages';
import { TenantSwitchPage } from './tenant_switch_page';
import { UnavailableTenantPage } from './unavailable_tenant_page';

interface CustomErrorPage {
  readonly title: string;
  readonly Page: (deps: ScreenDeps) => ReactElement;
}

function pageAt(path: string): CustomErrorPage {
  if (path === UNAVAILABLE_TENANT_PATH)
    return {
      title: t('security.unavailableTenant.documentTitle', 'Tenant not available'),
      Page: UnavailableTenantPage,
    };
  if (path === TENANT_SWITCH_PATH)
    return {
      title: t('security.tenantQuestion.documentTitle', 'Switch tenant'),
      Page: TenantSwitchPage,
    };
  if (path === NO_TENANT_PATH)
    return {
      title: t('security.noTenant.documentTitle', 'No tenant available'),
      Page: NoTenantPage,
    };
  if (`${ERROR_ROUTE}${path}` === LOGOUT_CONFIRMATION_PATH)
    return {
      title: t('security.logoutQuestion.documentTitle', 'Log out'),
      Page: LogoutConfirmationPage,
    };
  return {
    title: t('security.errorPage.documentTitle', 'Error'),
    Page: ErrorPage,
  };
}

export function mountCustomError(
  deps: ScreenDeps,
  { element, history }: AppMountParameters
): UnmountCallback {
  const { title, Page } = pageAt(history.location.pathname);
  deps.core.chrome.docTitle.change(title);
  return renderApp(element, <Page {...deps} />);
}

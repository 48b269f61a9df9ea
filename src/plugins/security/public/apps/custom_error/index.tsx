/**
 * Pages for people the product has nothing for. Source: specification section 2.1;
 * docs/reference/security-app.md#error-pages.
 */
import { type AppMountParameters, i18n, renderApp, type UnmountCallback } from '@sd/core/public';
import { MISSING_ROLE_PATH } from '../../services/paths';
import type { ScreenDeps } from '../../services/screen_deps';
import { ErrorPage, MissingRolePage } from './error_pages';

export function mountCustomError(
  deps: ScreenDeps,
  { element, history }: AppMountParameters
): UnmountCallback {
  const isMissingRole = history.location.pathname.startsWith(MISSING_ROLE_PATH);
  deps.core.chrome.docTitle.change(
    isMissingRole
      ? i18n.translate('security.missingRole.documentTitle', { defaultMessage: 'Missing Role' })
      : i18n.translate('security.errorPage.documentTitle', { defaultMessage: 'Error' })
  );
  return renderApp(
    element,
    isMissingRole ? <MissingRolePage {...deps} /> : <ErrorPage {...deps} />
  );
}

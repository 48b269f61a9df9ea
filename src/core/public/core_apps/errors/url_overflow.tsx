/** Watches the length of the URL, because browsers and proxies truncate long ones. */
import type { History } from 'history';
import { URL_MAX_LENGTH, URL_WARNING_LENGTH } from '../../../common';
import type { IBasePath } from '../../http/types';
import { FormattedMessage, t } from '../../i18n';
import type { IToasts } from '../../notifications/types';
import type { IUiSettingsClient } from '../../ui_settings/types';
import { mountReactNode } from '../../theme/render_app';
import {
  ADVANCED_SETTINGS_ROUTE,
  ERROR_APP_ROUTE,
  isLegacyBrowser,
  SESSION_STORAGE_SETTING,
  URL_OVERFLOW_ERROR_TYPE,
} from './error_type';

const LEGACY_WARNING_LENGTH = 1_000;
const LEGACY_MAX_LENGTH = 2_000;
/** Shows one warning at a time, however often the URL changes. */
const TOAST_ID = 'urlOverflowWarning';

/** Browser objects, injected so that tests can replace them. */
export interface UrlWatchEnvironment {
  readonly location: { readonly href: string; assign(url: string): void };
  readonly userAgent: string;
}

export interface UrlWatchDeps {
  readonly history: Pick<History, 'listen' | 'location'>;
  readonly basePath: Pick<IBasePath, 'prepend'>;
  readonly toasts: Pick<IToasts, 'addWarning'>;
  readonly uiSettings: Pick<IUiSettingsClient, 'get'>;
  readonly productName: string;
  readonly environment: UrlWatchEnvironment;
}

/** @returns a function that stops watching */
export function watchUrlLength(deps: UrlWatchDeps): () => void {
  const { basePath, environment, history, toasts, uiSettings, productName } = deps;
  const isLegacy = isLegacyBrowser(environment.userAgent);
  const warningLength = isLegacy ? LEGACY_WARNING_LENGTH : URL_WARNING_LENGTH;
  const maxLength = isLegacy ? LEGACY_MAX_LENGTH : URL_MAX_LENGTH;

  return history.listen(() => {
    const isOnErrorPage = history.location.pathname.startsWith(ERROR_APP_ROUTE);
    if (isOnErrorPage || uiSettings.get<boolean>(SESSION_STORAGE_SETTING, false)) return;
    const { length } = environment.location.href;
    if (length > maxLength) {
      // A full page load removes the long URL from all state.
      environment.location.assign(
        basePath.prepend(`${ERROR_APP_ROUTE}?errorType=${URL_OVERFLOW_ERROR_TYPE}`)
      );
    } else if (length >= warningLength) {
      toasts.addWarning({
        id: TOAST_ID,
        title: t(
          'core.ui.errorUrlOverflow.bigUrlWarningNotificationTitle',
          'The URL is big and {productName} might stop working',
          { productName }
        ),
        text: mountReactNode(<Advice settingsUrl={basePath.prepend(ADVANCED_SETTINGS_ROUTE)} />),
      });
    }
  });
}

const Advice = ({ settingsUrl }: { readonly settingsUrl: string }) => (
  <FormattedMessage
    id="core.ui.errorUrlOverflow.bigUrlWarningNotificationMessage"
    defaultMessage="Either enable the {storeInSessionStorageParam} option in {advancedSettingsLink} or simplify the onscreen visuals."
    values={{
      storeInSessionStorageParam: <code>{SESSION_STORAGE_SETTING}</code>,
      advancedSettingsLink: (
        <a href={settingsUrl} style={{ textDecoration: 'underline' }}>
          {t(
            'core.ui.errorUrlOverflow.bigUrlWarningNotificationMessage.advancedSettingsLinkText',
            'advanced settings'
          )}
        </a>
      ),
    }}
  />
);

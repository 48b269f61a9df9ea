/** The error page. Plain elements only: it must render when nothing more can be downloaded. */
import { type ReactElement, type ReactNode, useLayoutEffect, useState } from 'react';
import { WarningSign } from '../../application/ui/app_not_found';
import { HomeLink } from '../../application/ui/home_link';
import type { ScopedHistoryContract } from '../../application/types';
import type { IBasePath } from '../../http/types';
import { FormattedMessage, t } from '../../i18n';
import type { UnmountCallback } from '../../types';
import { renderApp } from '../../theme/render_app';
import {
  ADVANCED_SETTINGS_ROUTE,
  getErrorType,
  isLegacyBrowser,
  SESSION_STORAGE_SETTING,
  URL_OVERFLOW_ERROR_TYPE,
} from './error_type';

export interface ErrorAppProps {
  readonly history: Pick<ScopedHistoryContract, 'location' | 'listen'>;
  readonly basePath: Pick<IBasePath, 'prepend'>;
  readonly userAgent: string;
}

export const renderErrorApp = (element: HTMLElement, props: ErrorAppProps): UnmountCallback =>
  renderApp(element, <ErrorApp {...props} />);

function ErrorApp({ history, basePath, userAgent }: ErrorAppProps): ReactElement {
  const [errorType, setErrorType] = useState(() => getErrorType(history.location.search));
  // Runs before the user can leave: the history of an app that was left rejects listeners.
  useLayoutEffect(
    () => history.listen(({ search }) => setErrorType(getErrorType(search))),
    [history]
  );
  return errorType === URL_OVERFLOW_ERROR_TYPE ? (
    <ErrorPage
      basePath={basePath}
      title={t(
        'core.ui.errorUrlOverflow.errorTitle',
        "The URL for this object is too long, and we can't display it"
      )}
    >
      <UrlOverflowAdvice basePath={basePath} isLegacy={isLegacyBrowser(userAgent)} />
    </ErrorPage>
  ) : (
    <ErrorPage
      basePath={basePath}
      title={t('core.application.appRenderError.defaultTitle', 'Application error')}
    />
  );
}

interface ErrorPageProps extends Pick<ErrorAppProps, 'basePath'> {
  readonly title: ReactNode;
  readonly children?: ReactNode;
}

/** Styled like the pages that replace an app. */
function ErrorPage({ title, basePath, children }: ErrorPageProps): ReactElement {
  return (
    <section className="appNotFound" data-test-subj="appRenderErrorPageContent">
      <WarningSign />
      <h1>{title}</h1>
      <div style={{ textAlign: 'start' }}>{children}</div>
      <p>
        <HomeLink href={basePath.prepend('/')} />
      </p>
    </section>
  );
}

function UrlOverflowAdvice(props: {
  readonly basePath: Pick<IBasePath, 'prepend'>;
  readonly isLegacy: boolean;
}): ReactElement {
  return (
    <>
      <p>{t('core.ui.errorUrlOverflow.howTofixErrorTitle', 'Things to try:')}</p>
      <ul style={{ listStyle: 'disc', paddingInlineStart: 24, marginBlock: 8 }}>
        <li>
          <FormattedMessage
            id="core.ui.errorUrlOverflow.howTofixError.enableOptionText"
            defaultMessage="Enable the {storeInSessionStorageConfig} option in {kibanaSettingsLink}."
            values={{
              storeInSessionStorageConfig: <code>{SESSION_STORAGE_SETTING}</code>,
              kibanaSettingsLink: (
                <a
                  href={props.basePath.prepend(ADVANCED_SETTINGS_ROUTE)}
                  style={{ textDecoration: 'underline' }}
                >
                  {t(
                    'core.ui.errorUrlOverflow.howTofixError.enableOptionText.settingsLinkText',
                    'Advanced Settings'
                  )}
                </a>
              ),
            }}
          />
        </li>
        <li>
          {t(
            'core.ui.errorUrlOverflow.howTofixError.removeStuffText',
            'Simplify the object you are editing by removing content or filters.'
          )}
        </li>
        {props.isLegacy && (
          <li>
            {t(
              'core.ui.errorUrlOverflow.howTofixError.useOtherBrowserText',
              "Upgrade to a modern browser. Every other supported browser we know of doesn't have this limit."
            )}
          </li>
        )}
      </ul>
    </>
  );
}

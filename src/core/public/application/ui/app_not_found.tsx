import type { ReactElement } from 'react';
import { FormattedMessage, t } from '../../i18n';
import { HomeLink } from './home_link';

interface AppNotFoundProps {
  readonly basePath: string;
  /** Where users ask for access; without it, only the advice is shown. */
  readonly administratorsUrl: string | undefined;
}

/**
 * Not-found screen (docs/reference/core.md#app-container). Uses plain markup so that it needs no
 * chunk and the login page does not include the design system's prompt.
 */
export function AppNotFound({ basePath, administratorsUrl }: AppNotFoundProps): ReactElement {
  const ask = t('core.application.appNotFound.askAdministrator', 'ask an administrator');
  return (
    <section className="appNotFound" data-test-subj="appNotFoundPageContent">
      <WarningSign />
      <h1>{t('core.application.appNotFound.title', 'Application Not Found')}</h1>
      <p>
        {t(
          'core.application.appNotFound.pageDescription',
          'No application was found at this URL. Try going back or choosing an app from the menu.'
        )}
      </p>
      <p>
        <FormattedMessage
          id="core.application.appNotFound.access"
          defaultMessage="Or you may not have access: {ask} for a role that includes this application."
          values={{ ask: administratorsUrl ? <a href={administratorsUrl}>{ask}</a> : ask }}
        />
      </p>
      <p>
        <HomeLink href={`${basePath}/`} />
      </p>
    </section>
  );
}

/** Shown above the heading of a page that replaces an app. */
export const WarningSign = (): ReactElement => (
  <svg className="appNotFound__icon" viewBox="0 0 32 32" width="40" height="40" aria-hidden="true">
    <path d="M16 3 1 29h30L16 3Zm0 4 11.5 20h-23L16 7Zm-1 7h2v7h-2v-7Zm0 9h2v2h-2v-2Z" />
  </svg>
);

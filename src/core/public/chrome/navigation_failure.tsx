import type { ReactElement } from 'react';
import { t } from '../i18n';

/** Replaces a part of the navigation whose code failed to load. */
export function NavigationFailure({ homeUrl }: { readonly homeUrl: string }): ReactElement {
  return (
    <p role="alert" style={{ padding: 16 }}>
      {t('core.chrome.headerFailed', "Couldn't load the navigation. Reload the page to try again.")}{' '}
      <a href={homeUrl}>{t('core.chrome.homeLinkText', 'Home')}</a>
    </p>
  );
}

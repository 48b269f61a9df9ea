import type { ReactElement } from 'react';
import { i18n } from '../i18n';

/** Replaces a part of the navigation whose code failed to load. */
export function NavigationFailure({ homeUrl }: { readonly homeUrl: string }): ReactElement {
  return (
    <p role="alert" style={{ padding: 16 }}>
      {i18n.translate('core.chrome.headerFailed', {
        defaultMessage: 'The navigation could not be loaded. Reload the page to try again.',
      })}{' '}
      <a href={homeUrl}>{i18n.translate('core.chrome.homeLinkText', { defaultMessage: 'Home' })}</a>
    </p>
  );
}

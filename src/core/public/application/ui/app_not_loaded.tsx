import type { ReactElement } from 'react';
import { FormattedMessage } from '../../i18n';
import { WarningSign } from './app_not_found';

/**
 * In place of an app whose mount failed, most often because a script did not arrive: after an
 * upgrade those of an open tab are gone from the server. Plain markup, as it may be scripts that
 * cannot be had.
 */
export function AppNotLoaded(): ReactElement {
  return (
    <section className="appNotFound" role="alert" data-test-subj="appNotLoaded">
      <WarningSign />
      <h1>
        <FormattedMessage
          id="core.application.appNotLoaded.title"
          defaultMessage="The application could not be loaded"
        />
      </h1>
      <p>
        <FormattedMessage
          id="core.application.appNotLoaded.text"
          defaultMessage="A part of it did not arrive or failed. Perhaps the server was updated since you opened this tab, or the connection was interrupted. Reloading the page fetches all parts anew."
        />
      </p>
      <p>
        <a href={window.location.href} onClick={reload}>
          <FormattedMessage
            id="core.application.appNotLoaded.reload"
            defaultMessage="Reload the page"
          />
        </a>
      </p>
    </section>
  );
}

/** A link to the very same address, with a fragment, would not load anything. */
function reload(event: { preventDefault(): void }): void {
  event.preventDefault();
  window.location.reload();
}

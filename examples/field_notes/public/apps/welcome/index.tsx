/** Welcome page for visitors without a login. It contains no notes. */
import { EuiButton, EuiEmptyPrompt } from '@elastic/eui';
import { FormattedMessage, renderApp, type UnmountCallback } from '@sd/core/public';
import type { AboutInfo } from '../../../common';

interface WelcomeProps {
  readonly about: AboutInfo;
  readonly appHref: string;
}

export const mountWelcome = (
  element: HTMLElement,
  { about, appHref }: WelcomeProps
): UnmountCallback =>
  renderApp(
    element,
    <div>
      <EuiEmptyPrompt
        iconType="notebookApp"
        title={
          <h1>
            <FormattedMessage id="fieldNotes.appTitle" defaultMessage="Field notes" />
          </h1>
        }
        body={<p>{about.motto}</p>}
        actions={
          <EuiButton href={appHref} fill>
            <FormattedMessage id="fieldNotes.welcome.open" defaultMessage="Open Field notes" />
          </EuiButton>
        }
        footer={
          <FormattedMessage
            id="fieldNotes.welcome.version"
            defaultMessage="Version {version}"
            values={{ version: about.version }}
          />
        }
      />
    </div>
  );

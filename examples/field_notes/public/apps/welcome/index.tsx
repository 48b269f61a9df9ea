/** Welcome page for visitors without a login. It contains no notes. */
import { EuiButton, EuiEmptyPrompt } from '@elastic/eui';
import { renderApp, t, type UnmountCallback } from '@sd/core/public';
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
        title={<h1>{t('fieldNotes.appTitle', 'Field notes')}</h1>}
        body={<p>{about.motto}</p>}
        actions={
          <EuiButton href={appHref} fill>
            {t('fieldNotes.welcome.open', 'Open Field notes')}
          </EuiButton>
        }
        footer={t('fieldNotes.welcome.version', 'Version {version}', { version: about.version })}
      />
    </div>
  );

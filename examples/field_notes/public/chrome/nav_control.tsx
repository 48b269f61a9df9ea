/** Header button on every page that opens the form for a new note. */
import { EuiHeaderSectionItemButton, EuiIcon, EuiToolTip } from '@elastic/eui';
import type { ReactElement } from 'react';
import { type CoreStart, renderApp, t, type UnmountCallback, useObservable } from '@sd/core/public';
import { APP_ID } from '../../common';
import { canWrite } from '../services/deps';

export const mountNavControl = (element: HTMLElement, core: CoreStart): UnmountCallback =>
  renderApp(element, <NewNoteButton core={core} />);

/** Hidden for readers, and inside the app, whose own menu has the same action. */
function NewNoteButton({ core }: { readonly core: CoreStart }): ReactElement | null {
  const currentAppId = useObservable(core.application.currentAppId$, undefined);
  if (currentAppId === APP_ID || !canWrite({ core })) return null;
  const label = t('fieldNotes.navControl', 'Write a field note');
  return (
    <EuiToolTip content={label} disableScreenReaderOutput>
      <EuiHeaderSectionItemButton
        aria-label={label}
        onClick={() => void core.application.navigateToApp(APP_ID, { path: '/new' })}
      >
        <EuiIcon type="notebookApp" aria-hidden />
      </EuiHeaderSectionItemButton>
    </EuiToolTip>
  );
}

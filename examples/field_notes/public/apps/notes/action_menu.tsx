/** Action menu that the app adds to the header while it is open. */
import { EuiHeaderLink, EuiHeaderLinks } from '@elastic/eui';
import type { History } from 'history';
import type { MouseEvent, ReactElement } from 'react';
import { isPlainLeftClick, t } from '@sd/core/public';
import { PRINT_APP_ID } from '../../../common';
import { canWrite, type FieldNotesDeps } from '../../services/deps';
import { openExport } from './export_modal';
import { openTemplates } from './templates_flyout';

export function ActionMenu(props: FieldNotesDeps & { readonly history: History }): ReactElement {
  const { core, history } = props;
  const label = t('fieldNotes.menu.label', 'Field notes menu');
  return (
    <EuiHeaderLinks aria-label={label}>
      {canWrite(props) && (
        <>
          <EuiHeaderLink onClick={() => history.push('/new')}>
            {t('fieldNotes.menu.new', 'New note')}
          </EuiHeaderLink>
          <EuiHeaderLink onClick={() => openTemplates(props, history)}>
            {t('fieldNotes.menu.templates', 'Templates')}
          </EuiHeaderLink>
        </>
      )}
      <EuiHeaderLink onClick={() => void openExport(props)}>
        {t('fieldNotes.menu.export', 'Export')}
      </EuiHeaderLink>
      <EuiHeaderLink
        href={core.application.getUrlForApp(PRINT_APP_ID)}
        onClick={(event: MouseEvent) => {
          if (!isPlainLeftClick(event)) return;
          // Navigates without a page load and with the check for unsaved input.
          event.preventDefault();
          void core.application.navigateToApp(PRINT_APP_ID);
        }}
      >
        {t('fieldNotes.menu.print', 'Print view')}
      </EuiHeaderLink>
    </EuiHeaderLinks>
  );
}

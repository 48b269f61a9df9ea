/** Action menu that the app adds to the header while it is open. */
import { EuiHeaderLink, EuiHeaderLinks } from '@elastic/eui';
import type { History } from 'history';
import type { ReactElement } from 'react';
import { t } from '@sd/core/public';
import { canWrite, type FieldNotesDeps } from '../../services/deps';
import { openTemplates } from './templates_flyout';

export function ActionMenu(props: FieldNotesDeps & { readonly history: History }): ReactElement {
  const { history } = props;
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
    </EuiHeaderLinks>
  );
}

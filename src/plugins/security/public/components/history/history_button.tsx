/** Button that opens the history of an entity. */
import { EuiButtonEmpty } from '@elastic/eui';
import { t } from '@sd/core/public';
import { useLink } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import type { HistoryTypeName } from '../../../common';
import { HISTORY_PAGES } from './history_pages';

export interface HistoryButtonProps {
  readonly type: HistoryTypeName;
  /** Defaults to the name of the single documents. */
  readonly name?: string;
}

export const HistoryButton = ({ type, name = 'config' }: HistoryButtonProps): ReactElement => {
  const link = useLink();
  return (
    <EuiButtonEmpty iconType="clock" {...link(HISTORY_PAGES.of(type, name))}>
      {t('security.history.tab', 'History')}
    </EuiButtonEmpty>
  );
};

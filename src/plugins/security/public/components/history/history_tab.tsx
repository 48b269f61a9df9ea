/**
 * History of one entity as a tab or section: who changed it and when, with links to the changes.
 */
import { EuiPanel } from '@elastic/eui';
import { ListTable, useColumns, useList } from '@sd/ui_kit';
import { type ReactElement, useMemo } from 'react';
import { t } from '@sd/core/public';
import type { HistoryTypeName } from '../../../common';
import { useAdmin } from '../../services/admin_context';
import { useFeature } from '../../services/features';
import { useChangeColumns } from './change_columns';
import { changeSource } from './change_source';
import { HistoryUnavailable } from './history_unavailable';

export interface HistoryTabProps {
  /** The history of a role includes `roles` and `rolesmapping`. */
  readonly types: readonly HistoryTypeName[];
  /** Entity name; `config` for single documents. */
  readonly name: string;
}

export const HistoryTab = (props: HistoryTabProps): ReactElement =>
  useFeature('history') ? <Changes {...props} /> : <HistoryUnavailable />;

function Changes({ types, name }: HistoryTabProps): ReactElement {
  const { http } = useAdmin().core;
  const kinds = types.join();
  const list = useList(
    useMemo(
      () => changeSource(http, { types: kinds.split(',') as HistoryTypeName[], name }),
      [http, kinds, name]
    )
  );
  const columns = useColumns('entity_history', useChangeColumns(true));
  return (
    <EuiPanel grow={false} hasBorder hasShadow={false} paddingSize="m">
      <ListTable
        list={list}
        columns={columns}
        caption={t('security.history.tab', 'History')}
        empty={t(
          'security.history.tabEmpty',
          'No changes recorded. Changes made before recording began, and those older than the retention period, are not listed.'
        )}
        data-test-subj="entity-history"
      />
    </EuiPanel>
  );
}

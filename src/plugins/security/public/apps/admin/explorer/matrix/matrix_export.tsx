/** Hands the whole matrix over as a table for spreadsheets. */
import { EuiButton } from '@elastic/eui';
import { errorText, FormattedMessage, i18n } from '@sd/core/public';
import type { ListState } from '@sd/ui_kit';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { toCsv } from '../../../../../common';
import { useAdmin } from '../../../../services/admin_context';
import { download } from '../../../../services/download';
import { allColumns, columnKey, type MatrixItem } from './matrix_request';
import { readWholeMatrix } from './matrix_source';

export function MatrixExport({ state }: { readonly state: ListState }): ReactElement {
  const services = useAdmin();
  const { toasts } = services.core.notifications;
  const [count, setCount] = useState<number>();
  const giveUp = useRef<AbortController>(undefined);
  useEffect(() => () => giveUp.current?.abort(), []);
  const run = async () => {
    setCount(0);
    const { signal } = (giveUp.current = new AbortController());
    try {
      const { items, isCut } = await readWholeMatrix(services, state, setCount, signal);
      download(matrixCsv(items, state), 'access_matrix.csv', 'text/csv');
      if (isCut)
        toasts.addWarning({
          title: i18n.translate('security.matrix.exportCut', {
            defaultMessage: 'The file has the first {count, number} rows. Search for the others.',
            values: { count: items.length },
          }),
        });
    } catch (error) {
      if (signal.aborted) return;
      toasts.addDanger({
        title: i18n.translate('security.matrix.notExported', {
          defaultMessage: 'The matrix could not be exported.',
        }),
        text: errorText(error),
      });
    } finally {
      setCount(undefined);
    }
  };
  return (
    <EuiButton iconType="download" isLoading={count !== undefined} onClick={() => void run()}>
      {count === undefined ? (
        <FormattedMessage id="security.matrix.export" defaultMessage="Export CSV" />
      ) : (
        <span role="status">
          <FormattedMessage
            id="security.matrix.exporting"
            defaultMessage="{count, plural, one {# row read} other {# rows read}}"
            values={{ count }}
          />
        </span>
      )}
    </EuiButton>
  );
}

/** Codes, not words: in every language the same, for scripts. */
function matrixCsv(items: readonly MatrixItem[], state: ListState): string {
  const columns = allColumns(state);
  const heading = columns.map(({ action, index }) =>
    index === undefined ? action : `${action} ${index}`
  );
  return toCsv([
    ['name', ...heading],
    ...items.map(({ name, cells }) => [
      name,
      ...columns.map((column) => cells.get(columnKey(column)) ?? ''),
    ]),
  ]);
}

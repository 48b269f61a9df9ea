/** Access matrix: users or roles by actions and indices. Each cell opens its explanation. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiFlexGroup,
  EuiFlexItem,
  EuiSpacer,
  EuiText,
  useGeneratedHtmlId,
  useIsWithinBreakpoints,
} from '@elastic/eui';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { errorText, t } from '@sd/core/public';
import {
  type ListState,
  ListTable,
  ListToolbar,
  PageHeader,
  Panel,
  useColumns,
  useLink,
  useList,
  usePage,
} from '@sd/ui_kit';
import { toCsv } from '../../../../../common';
import { useAdmin } from '../../../../services/admin_context';
import { download } from '../../../../services/download';
import {
  allColumns,
  columnKey,
  readColumnPage,
  COLUMNS_PER_PAGE,
  type MatrixItem,
  readSubjects,
} from './matrix_request';
import { matrixSource, readWholeMatrix } from './matrix_source';
import { NotConsidered } from '../../../../components/access/not_considered';
import { MissingFeature } from '../../../../components/missing_feature';
import { useFeature } from '../../../../services/features';
import { EXPLORER_PAGES } from '../../paths';
import { useMatrixColumns } from './matrix_columns';
import { MatrixForm } from './matrix_form';

/** Exports the whole matrix as CSV. */
export function MatrixExport({ state }: { readonly state: ListState }): ReactElement {
  const services = useAdmin();
  const { toasts } = services.core.notifications;
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async () => {
    setCount(0);
    const { signal } = (running.current = new AbortController());
    try {
      const { items, isCut } = await readWholeMatrix(services, state, setCount, signal);
      download(matrixCsv(items, state), 'access_matrix.csv', 'text/csv');
      if (isCut)
        toasts.addWarning({
          title: t(
            'security.matrix.exportCut',
            'The file contains the first {count, number} rows. Search to narrow them down.',
            { count: items.length }
          ),
        });
    } catch (error) {
      if (signal.aborted) return;
      toasts.addDanger({
        title: t('security.matrix.notExported', "Couldn't export the matrix."),
        text: errorText(error),
      });
    } finally {
      setCount(undefined);
    }
  };
  return (
    <EuiButton iconType="download" isLoading={count !== undefined} onClick={() => void run()}>
      {count === undefined ? (
        t('security.matrix.export', 'Export CSV')
      ) : (
        <span role="status">
          {t(
            'security.matrix.exporting',
            '{count, plural, one {1 row read} other {{count, number} rows read}}',
            {
              count,
            }
          )}
        </span>
      )}
    </EuiButton>
  );
}

/** Untranslated codes, because scripts read them. */
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

const title = (): string => t('security.common.accessMatrix', 'Access matrix');

export function MatrixPage(): ReactElement {
  const canExplain = useFeature('explain');
  const canSearch = useFeature('find');
  if (canExplain && canSearch) return <Matrix />;
  return (
    <MissingFeature
      title={title()}
      reason={t(
        'security.explorer.missing',
        "This server's backend can't explain access. Check the user's roles and their mappings instead."
      )}
    />
  );
}

function Matrix(): ReactElement {
  const services = useAdmin();
  const list = useList(useMemo(() => matrixSource(services), [services]));
  const { state, change } = list;
  const columns = useColumns('matrix', useMatrixColumns(state));
  const link = useLink();
  const isOfUsers = readSubjects(state) === 'users';
  usePage([
    {
      text: t('security.explorer.title', 'Access explorer'),
      path: EXPLORER_PAGES.main,
    },
    { text: title() },
  ]);
  return (
    <>
      <PageHeader
        title={title()}
        description={t(
          'security.matrix.intro',
          'Users are checked with all their roles, roles on their own (without user attributes). Select a cell for details.'
        )}
        actions={
          <EuiButtonEmpty {...link(EXPLORER_PAGES.main)} iconType="search">
            {t('security.common.checkASingleAction', 'Check a single action')}
          </EuiButtonEmpty>
        }
      />
      <Panel
        title={
          isOfUsers
            ? t('security.matrix.ofUsers', 'Access by user')
            : t('security.matrix.ofRoles', 'Access by role')
        }
        actions={<MatrixExport state={state} />}
      >
        <CollapsedOnNarrow>
          <MatrixForm state={state} change={(filters) => change({ filters })} />
        </CollapsedOnNarrow>
        <EuiSpacer size="m" />
        <ListToolbar
          list={list}
          searchLabel={
            isOfUsers
              ? t('security.users.search', 'Search users')
              : t('security.common.searchRoles', 'Search roles')
          }
        >
          <ColumnPager
            state={state}
            onPageChange={(page) =>
              change({
                filters: { ...state.filters, columns: [String(page + 1)] },
                page: state.page,
              })
            }
          />
        </ListToolbar>
        <EuiSpacer size="s" />
        <NotConsidered codes={list.page?.items[0]?.notConsidered} />
        {/* Action names are long, so the table scrolls instead of the page. */}
        <div style={{ overflowX: 'auto' }}>
          <ListTable
            list={list}
            columns={columns}
            caption={title()}
            data-test-subj="access-matrix"
          />
        </div>
      </Panel>
    </>
  );
}

/** Collapses the form on narrow screens, where it would fill the window above the result. */
function CollapsedOnNarrow({ children }: { readonly children: ReactElement }): ReactElement {
  const isNarrow = useIsWithinBreakpoints(['xs', 's']);
  const [isOpen, setIsOpen] = useState(false);
  const id = useGeneratedHtmlId({ prefix: 'matrix' });
  if (!isNarrow) return children;
  return (
    <>
      <EuiButtonEmpty
        size="s"
        flush="left"
        iconType={isOpen ? 'chevronSingleUp' : 'chevronSingleDown'}
        iconSide="right"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('security.matrix.question', 'Rows and columns')}
      </EuiButtonEmpty>
      <div id={id}>{isOpen && children}</div>
    </>
  );
}

/** Renders nothing if all columns are shown. */
function ColumnPager({
  state,
  onPageChange,
}: {
  readonly state: ListState;
  /** @param page - starts at 0 */
  readonly onPageChange: (page: number) => void;
}): ReactElement | null {
  const { length: total } = allColumns(state);
  if (total <= COLUMNS_PER_PAGE) return null;
  const page = readColumnPage(state);
  const from = page * COLUMNS_PER_PAGE;
  const to = Math.min(total, from + COLUMNS_PER_PAGE);
  return (
    <EuiFlexItem grow={false}>
      <EuiFlexGroup gutterSize="xs" alignItems="center" responsive={false} wrap>
        <EuiButtonEmpty size="s" isDisabled={page === 0} onClick={() => onPageChange(page - 1)}>
          {t('security.matrix.previous', 'Previous columns')}
        </EuiButtonEmpty>
        <EuiText size="s" role="status">
          {t('security.matrix.columns', 'Columns {from} to {to} of {total}', {
            from: from + 1,
            to,
            total,
          })}
        </EuiText>
        <EuiButtonEmpty size="s" isDisabled={to === total} onClick={() => onPageChange(page + 1)}>
          {t('security.matrix.next', 'Next columns')}
        </EuiButtonEmpty>
      </EuiFlexGroup>
    </EuiFlexItem>
  );
}

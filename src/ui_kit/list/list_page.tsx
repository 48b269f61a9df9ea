/** A list page: heading, search, filters, rows and actions. */
import { EuiButtonEmpty, EuiPanel, EuiSpacer, EuiText } from '@elastic/eui';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { FormattedMessage, t } from '@sd/core/public';
import { Actions } from '../controls/actions';
import type { List } from './use_list';
import { PageHeader } from '../frame/page_header';
import { usePage } from '../frame/use_page';
import { ActionsMenu } from './actions_menu';
import type { Facet } from './facet_types';
import { actionItems, type ListAction } from './list_actions';
import { isFiltered } from './list_state';
import { ListTable } from './list_table';
import { ListToolbar } from './list_toolbar';
import { type ListColumn, useColumns } from './use_columns';

/** Props for the age of a list's data, if the server returns cached data. */
type AgedData = Pick<List<never>, 'arrivedAtMs' | 'isLoading' | 'refresh'> & {
  readonly page: { readonly ageSeconds?: number } | undefined;
};

const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;

/** Renders nothing for a list whose data is always current. */
function DataAge({ list }: { readonly list: AgedData }): ReactElement | null {
  const { page, arrivedAtMs, isLoading, refresh } = list;
  if (page?.ageSeconds === undefined || arrivedAtMs === undefined) return null;
  return (
    <Actions alignItems="center">
      <EuiText size="xs" color="subdued">
        <Age ageSeconds={page.ageSeconds} arrivedAtMs={arrivedAtMs} />
      </EuiText>
      <EuiButtonEmpty size="xs" iconType="refresh" isLoading={isLoading} onClick={refresh}>
        {t('uiKit.list.refresh', 'Refresh')}
      </EuiButtonEmpty>
    </Actions>
  );
}

/** The age increases while it is shown. */
function Age({
  ageSeconds,
  arrivedAtMs,
}: {
  readonly ageSeconds: number;
  readonly arrivedAtMs: number;
}): ReactElement {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = ageSeconds + Math.max(0, Math.floor((nowMs - arrivedAtMs) / SECOND_MS));
  return seconds < MINUTE_SECONDS ? (
    <FormattedMessage
      id="uiKit.list.ageSeconds"
      defaultMessage="As of {seconds} s ago"
      values={{ seconds }}
    />
  ) : (
    <FormattedMessage
      id="uiKit.list.ageMinutes"
      defaultMessage="As of {minutes} min ago"
      values={{ minutes: Math.floor(seconds / MINUTE_SECONDS) }}
    />
  );
}

/** Props of {@link ListPage}. `T`: an item. */
export interface ListPageProps<T> {
  /** Permanent id of the list, under which the column selection is stored. */
  readonly id: string;
  /** The page's `h1`, its breadcrumb, and the caption of its table. */
  readonly title: string;
  /** Whether the list is the app's start page. */
  readonly isRoot?: boolean;
  /** Shown below the heading. */
  readonly description?: ReactNode;
  /** Shown between the heading and the rows, for example the result of an action. */
  readonly notice?: ReactNode;
  /** From {@link useList}. */
  readonly list: List<T>;
  /** Accessible name and placeholder of the search box. */
  readonly searchLabel: string;
  /** Filters, in the order of their buttons; their names must be in the list's `ListAddress`. */
  readonly facets?: readonly Facet[];
  /** Filters that are no facets, beside them. */
  readonly filters?: ReactNode;
  /** Shown between the filters and the rows. */
  readonly chart?: ReactNode;
  /** Controls beside the columns menu. */
  readonly toolbar?: ReactNode;
  /**
   * In display order; the first one names the row. Use a constant, or a new array only if it
   * changes.
   */
  readonly columns: ReadonlyArray<ListColumn<T>>;
  /** Actions for a selection, and in each row's menu. Without actions, rows cannot be selected. */
  readonly actions: ReadonlyArray<ListAction<T>>;
  /** Buttons at the end of the title's line, such as the one that creates an item. */
  readonly create?: ReactNode;
  /** Replaces "No items found" if the list has no items at all. */
  readonly empty?: ReactNode;
  /** Dialogs of the page. */
  readonly children?: ReactNode;
  /** Set on the table element. */
  readonly 'data-test-subj'?: string;
}

/**
 * A collection with search, filters, pages, columns, selection and actions. The server searches,
 * filters, sorts and paginates; the URL holds the state.
 */
export function ListPage<T extends object>(props: ListPageProps<T>): ReactElement {
  const { id, title, isRoot, description, list, searchLabel, facets, actions } = props;
  const columns = useColumns(id, props.columns);
  usePage(isRoot ? [] : [{ text: title }]);
  return (
    <>
      <PageHeader
        title={title}
        count={countText(list)}
        description={description}
        actions={
          <Actions alignItems="center">
            {list.page?.ageSeconds !== undefined && <DataAge list={list} />}
            {actions.length > 0 && <ActionsMenu items={actionItems(actions, list.selection)} />}
            {props.create}
          </Actions>
        }
      />
      {props.notice}
      <EuiPanel grow={false} hasBorder hasShadow={false} paddingSize="m">
        <ListToolbar list={list} searchLabel={searchLabel} facets={facets}>
          {props.filters}
        </ListToolbar>
        <EuiSpacer size="s" />
        {props.chart}
        <ListTable
          list={list}
          columns={columns}
          caption={title}
          actions={actions}
          empty={props.empty}
          toolbar={props.toolbar}
          data-test-subj={props['data-test-subj']}
        />
      </EuiPanel>
      {props.children}
    </>
  );
}

/** "66"; "3 of 66" while a search or filter is active. */
function countText<T>({ page, state }: List<T>): string | undefined {
  if (!page) return undefined;
  const { total, unfilteredTotal: all } = page;
  if (all === undefined || !isFiltered(state))
    return t('uiKit.list.count', '{total, number}', { total });
  return t('uiKit.list.countOf', '{total, number} of {all, number}', { total, all });
}

/**
 * The table of all lists: plain elements under one style sheet, and rows that are rendered again
 * only if their item changes. On narrow screens, each row is a card.
 */
import {
  EuiTablePagination,
  useEuiTheme,
  useGeneratedHtmlId,
  useIsWithinBreakpoints,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import { type ReactElement, useMemo } from 'react';
import { themeValues, useStaticStyle } from '../controls/static_style';
import { HeaderCell, NarrowControls, SelectAll } from './table_head';
import { TableRows } from './table_rows';
import type { TableProps } from './table_types';

/** A table with sorting, selection, row menus and pages, all controlled by its parent. */
export function Table<T extends object>(props: TableProps<T>): ReactElement {
  const { caption, items, idOf, columns, selection, menu, pages } = props;
  const { isLoading = false, isCompact = false } = props;
  const sorting = columns.some((column) => column.sortField) ? props.sorting : undefined;
  useStaticStyle();
  const { euiTheme } = useEuiTheme();
  const style = useMemo(() => themeValues(euiTheme), [euiTheme]);
  const isNarrow = useIsWithinBreakpoints(['xs', 's']);
  const id = useGeneratedHtmlId({ prefix: 'table' });
  const selectAll = selection && <SelectAll items={items} idOf={idOf} selection={selection} />;
  return (
    <div style={style}>
      {isNarrow && (selection || sorting) && (
        <NarrowControls
          columns={columns}
          sorting={sorting}
          selectAll={items.length > 0 && selectAll}
        />
      )}
      <div className="sdTable__scroll">
        <table
          id={id}
          className={isCompact ? 'sdTable sdTable--compressed' : 'sdTable'}
          aria-label={tableLabel(caption, pages)}
          aria-busy={isLoading}
          data-test-subj={props['data-test-subj']}
        >
          <thead>
            <tr>
              {selection && (
                <th scope="col" className="sdTable__check">
                  {!isNarrow && selectAll}
                </th>
              )}
              {columns.map((column) => (
                <HeaderCell key={column.id} column={column} sorting={sorting} />
              ))}
              {menu && (
                <th scope="col" className="sdTable__end">
                  {t('uiKit.list.menuColumn', 'Actions')}
                </th>
              )}
            </tr>
          </thead>
          <TableRows table={props} width={columns.length + (selection ? 1 : 0) + (menu ? 1 : 0)} />
        </table>
      </div>
      {pages && (
        <div className="sdTable__pages">
          <EuiTablePagination
            aria-label={t('uiKit.table.pages', 'Pages of the table: {caption}', { caption })}
            aria-controls={id}
            activePage={pages.page}
            pageCount={countPages(pages)}
            itemsPerPage={pages.perPage}
            itemsPerPageOptions={pages.sizes ? [...pages.sizes] : []}
            showPerPageOptions={pages.sizes !== undefined}
            onChangePage={pages.onPage}
            {...(pages.onPerPage && { onChangeItemsPerPage: pages.onPerPage })}
          />
        </div>
      )}
    </div>
  );
}

type Pages = NonNullable<TableProps<never>['pages']>;

const countPages = ({ total, perPage }: Pages): number => Math.ceil(total / perPage);

function tableLabel(caption: string, pages: Pages | undefined): string {
  const count = pages ? countPages(pages) : 1;
  return count > 1
    ? t('uiKit.table.page', '{caption}, page {page} of {pages}', {
        caption,
        page: (pages?.page ?? 0) + 1,
        pages: count,
      })
    : caption;
}

/** Below the table: which objects are shown, the ways to the others, or why there are none. */
import { EuiButtonEmpty, EuiText, EuiTitle, useGeneratedHtmlId } from '@elastic/eui';
import type { ReactElement } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';
import {
  MAX_REACHABLE,
  pageCountOf,
  type ObjectsPage,
  type ObjectsQuery,
} from '../../services/saved_objects_page';
import { useControlClass, useFooterClass } from './control_styles';

const PAGE_SIZES = [10, 25, 50, 100];

interface TableFooterProps {
  /** Undefined until the first one has arrived. */
  readonly page: ObjectsPage | undefined;
  readonly query: ObjectsQuery;
  readonly onQueryChange: (query: ObjectsQuery) => void;
}

export function TableFooter({ page, query, onQueryChange }: TableFooterProps): ReactElement {
  const className = useFooterClass();
  const hasPages = page !== undefined && page.total > PAGE_SIZES[0]!;
  return (
    <div className={className}>
      {hasPages && <PageSize query={query} onQueryChange={onQueryChange} />}
      {/* One region for all of it, so that each change is announced. */}
      <div role="status">
        {page === undefined || (page.rows.length === 0 && page.offset > 0) ? (
          <FormattedMessage id="home.objects.loading" defaultMessage="Loading saved objects" />
        ) : page.rows.length === 0 ? (
          <NoObjects isSearch={query.search.trim() !== ''} />
        ) : (
          <Range page={page} />
        )}
      </div>
      {hasPages && <Pages total={page.total} query={query} onQueryChange={onQueryChange} />}
    </div>
  );
}

function Range({ page: { offset, rows, total } }: { readonly page: ObjectsPage }): ReactElement {
  const to = offset + rows.length;
  return (
    <>
      <FormattedMessage
        id="home.objects.range"
        defaultMessage="{from}–{to} of {total}"
        values={{
          from: i18n.formatNumber(offset + 1),
          to: i18n.formatNumber(to),
          total: i18n.formatNumber(total),
        }}
      />
      {to >= MAX_REACHABLE && to < total && (
        <p>
          <FormattedMessage
            id="home.objects.beyond"
            defaultMessage="The list ends here. Search for the other objects."
          />
        </p>
      )}
    </>
  );
}

type PagingProps = Pick<TableFooterProps, 'query' | 'onQueryChange'>;

function PageSize({ query, onQueryChange }: PagingProps): ReactElement {
  const id = useGeneratedHtmlId();
  const className = useControlClass();
  return (
    <div>
      <label htmlFor={id}>
        <FormattedMessage id="home.objects.pageSize" defaultMessage="Rows per page" />
      </label>
      <select
        id={id}
        className={className}
        value={query.pageSize}
        onChange={({ target }) =>
          onQueryChange({ ...query, pageIndex: 0, pageSize: Number(target.value) })
        }
        data-test-subj="homeObjectsPageSize"
      >
        {PAGE_SIZES.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </div>
  );
}

function Pages({
  total,
  query,
  onQueryChange,
}: PagingProps & { readonly total: number }): ReactElement {
  const pageCount = pageCountOf(total, query.pageSize);
  const turn = (pageIndex: number) => ({
    size: 's' as const,
    isDisabled: pageIndex < 0 || pageIndex >= pageCount,
    // The last page must not take the focus from who turned to it.
    hasAriaDisabled: true,
    onClick: () => onQueryChange({ ...query, pageIndex }),
  });
  return (
    <nav
      aria-label={i18n.translate('home.objects.pages', {
        defaultMessage: 'Pages of saved objects',
      })}
    >
      <EuiButtonEmpty
        {...turn(query.pageIndex - 1)}
        iconType="chevronSingleLeft"
        data-test-subj="homeObjectsPrevious"
      >
        <FormattedMessage id="home.objects.previous" defaultMessage="Previous" />
      </EuiButtonEmpty>
      <EuiButtonEmpty
        {...turn(query.pageIndex + 1)}
        iconType="chevronSingleRight"
        iconSide="right"
        data-test-subj="homeObjectsNext"
      >
        <FormattedMessage id="home.objects.next" defaultMessage="Next" />
      </EuiButtonEmpty>
    </nav>
  );
}

function NoObjects({ isSearch }: { readonly isSearch: boolean }): ReactElement {
  return (
    <>
      <EuiTitle size="xs">
        <h3>
          {isSearch ? (
            <FormattedMessage id="home.objects.noneFound" defaultMessage="Nothing found" />
          ) : (
            <FormattedMessage
              id="home.objects.none"
              defaultMessage="This tenant has no saved objects yet"
            />
          )}
        </h3>
      </EuiTitle>
      <EuiText size="s" color="subdued">
        <p>
          {isSearch ? (
            <FormattedMessage
              id="home.objects.noneFoundHint"
              defaultMessage="No saved object of this tenant has these words in its title or description."
            />
          ) : (
            <FormattedMessage
              id="home.objects.noneHint"
              defaultMessage="Objects appear here as soon as somebody saves one in this tenant."
            />
          )}
        </p>
      </EuiText>
    </>
  );
}

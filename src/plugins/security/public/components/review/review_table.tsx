/** The table of every review: entries that are to be changed, with their fields and problems. */
import {
  EuiButtonEmpty,
  EuiButtonIcon,
  EuiCheckbox,
  EuiLink,
  EuiScreenReaderOnly,
  EuiText,
  EuiTextColor,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import { type TableColumn, useLink } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { entryLabel, kindLabel } from '../history/change_texts';
import { fieldChanges } from '../history/field_changes';
import { FieldDifferences } from '../history/field_differences';
import { HISTORY_PAGES } from '../history/history_pages';
import { PagedTable } from '../paged_table';
import { actionText, type ReviewItem, warningText } from './plan';

/** Items whose fields are shown from the start. */
const MOST_OPEN = 10;
const NONE: ReadonlySet<string> = new Set();

export interface ReviewTableProps<T extends ReviewItem> {
  readonly items: readonly T[];
  /** By default, all items belong together. */
  readonly selection?: {
    /** Ids of items that are left out. */
    readonly deselected: ReadonlySet<string>;
    readonly onChange: (id: string, isSelected: boolean) => void;
  };
  /** Ids of items that this review has applied. */
  readonly done?: ReadonlySet<string>;
  /** Shows the fields of a few items from the start. */
  readonly isOpen?: boolean;
  readonly onRemove?: (item: T) => void;
  /** Label of a field; by default its path, as in files. */
  readonly labelOf?: (path: string) => string;
  /** By default, the fields that differ. */
  readonly details?: (item: T) => ReactElement;
}

export function ReviewTable<T extends ReviewItem>(props: ReviewTableProps<T>): ReactElement {
  const { items, selection, done = NONE, isOpen = false, onRemove, labelOf, details } = props;
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set(isOpen && items.length <= MOST_OPEN ? items.map(({ id }) => id) : [])
  );
  const toggle = (id: string) => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  };
  return (
    <PagedTable<T>
      caption={t('security.common.plannedChanges', 'Planned changes')}
      items={items}
      idOf={({ id }) => id}
      rowHeader="name"
      expanded={Object.fromEntries(
        items
          .filter(({ id }) => opened.has(id))
          .map((item) => [
            item.id,
            details?.(item) ?? <Details item={item} {...(labelOf && { labelOf })} />,
          ])
      )}
      columns={[
        ...(selection ? [selectionColumn<T>(selection, done)] : []),
        {
          id: 'kind',
          name: t('security.common.kind', 'Kind'),
          render: ({ kind }) => kindLabel(kind),
        },
        {
          id: 'name',
          name: t('security.common.name', 'Name'),
          render: ({ name }) => <span style={{ overflowWrap: 'anywhere' }}>{name}</span>,
        },
        {
          id: 'action',
          name: t('security.common.change', 'Change'),
          render: (item) => <State item={item} isDone={done.has(item.id)} />,
        },
        {
          id: 'details',
          isControl: true,
          width: '48px',
          name: (
            <EuiScreenReaderOnly>
              <span>{t('security.import.details', 'Details')}</span>
            </EuiScreenReaderOnly>
          ),
          render: ({ id, name }) => (
            <EuiButtonIcon
              iconType={opened.has(id) ? 'chevronSingleUp' : 'chevronSingleDown'}
              aria-expanded={opened.has(id)}
              aria-label={t('security.import.fields', 'Fields of {name}', { name })}
              onClick={() => toggle(id)}
            />
          ),
        },
        ...(onRemove ? [removalColumn(onRemove)] : []),
      ]}
    />
  );
}

const selectionColumn = <T extends ReviewItem>(
  { deselected, onChange }: NonNullable<ReviewTableProps<T>['selection']>,
  done: ReadonlySet<string>
): TableColumn<T> => ({
  id: 'take',
  width: '48px',
  name: (
    <EuiScreenReaderOnly>
      <span>{t('security.import.take', 'Include')}</span>
    </EuiScreenReaderOnly>
  ),
  render: ({ id, name, kind }) => (
    <EuiCheckbox
      id={`take-${id}`}
      aria-label={t('security.import.takeOne', 'Include {kind} {name}', {
        kind: kindLabel(kind),
        name,
      })}
      checked={!deselected.has(id) && !done.has(id)}
      disabled={done.has(id)}
      onChange={({ target }) => onChange(id, target.checked)}
    />
  ),
});

const removalColumn = <T extends ReviewItem>(onRemove: (item: T) => void): TableColumn<T> => ({
  id: 'remove',
  isControl: true,
  name: (
    <EuiScreenReaderOnly>
      <span>{t('security.common.remove', 'Remove')}</span>
    </EuiScreenReaderOnly>
  ),
  render: (item) => (
    <EuiButtonEmpty
      size="s"
      color="danger"
      aria-label={t('security.review.removeOne', 'Remove {entry}', {
        entry: entryLabel(item.kind, item.name),
      })}
      onClick={() => onRemove(item)}
    >
      {t('security.common.remove', 'Remove')}
    </EuiButtonEmpty>
  ),
});

function State({
  item,
  isDone,
}: {
  readonly item: ReviewItem;
  readonly isDone: boolean;
}): ReactElement {
  const { action, error, state, warnings = [] } = item;
  if (isDone)
    return <EuiTextColor color="success">{t('security.import.made', 'Done')}</EuiTextColor>;
  return (
    <div>
      {actionText(action)}
      {state === 'done' && (
        <EuiText size="s" color="success">
          {t('security.review.isDone', 'This entry already has these values.')}
        </EuiText>
      )}
      {state === 'stale' && <StaleText item={item} />}
      {error !== undefined && (
        <EuiText size="s" color="danger" style={{ overflowWrap: 'anywhere' }}>
          {error}
        </EuiText>
      )}
      {warnings.map((warning) => (
        <EuiText
          key={`${warning.kind} ${warning.name}`}
          size="s"
          color="warning"
          style={{ overflowWrap: 'anywhere' }}
        >
          {warningText(warning)}
        </EuiText>
      ))}
    </div>
  );
}

function StaleText({ item }: { readonly item: ReviewItem }): ReactElement {
  const link = useLink();
  return (
    <EuiText size="s" color="danger">
      {t(
        'security.review.stale',
        "This entry has changed since the request was made, so the request can't be applied. The author can request the change again."
      )}{' '}
      <EuiLink {...link(HISTORY_PAGES.of(item.kind, item.name))}>
        {t('security.review.staleHistory', 'See what was changed')}
      </EuiLink>
    </EuiText>
  );
}

const Details = ({
  item,
  labelOf,
}: Pick<ReviewTableProps<ReviewItem>, 'labelOf'> & { readonly item: ReviewItem }): ReactElement => (
  <div style={{ inlineSize: '100%' }}>
    {item.has_secret && (
      <EuiText size="s">
        <p>
          {t(
            'security.import.secret',
            "The file contains a password hash. It becomes this user's password."
          )}
        </p>
      </EuiText>
    )}
    <FieldDifferences
      caption={t('security.import.differences', 'Fields of {name}', { name: item.name })}
      changes={fieldChanges(item.before, item.after)}
      {...(labelOf && { labelOf })}
      empty={t('security.import.noFields', 'No other fields differ.')}
    />
  </div>
);

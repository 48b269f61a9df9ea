/** Table of changed fields. */
import { EuiBadge, EuiText } from '@elastic/eui';
import { t } from '@sd/core/public';
import { DASH, Table } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import type { FieldChange } from './field_changes';

export interface FieldDifferencesProps {
  readonly caption: string;
  readonly changes: readonly FieldChange[];
  /** Headings of the two value columns; before and after by default. */
  readonly headings?: readonly [string, string];
  /** Label of a field; by default its path, as in files and scripts. */
  readonly labelOf?: (path: string) => string;
  /** Text if nothing changed. */
  readonly empty: string;
}

export const FieldDifferences = ({
  caption,
  changes,
  headings: [before, after] = [
    t('security.history.before', 'Before'),
    t('security.history.after', 'After'),
  ],
  labelOf,
  empty,
}: FieldDifferencesProps): ReactElement =>
  changes.length === 0 ? (
    <EuiText size="s">
      <p>{empty}</p>
    </EuiText>
  ) : (
    <Table<FieldChange>
      caption={caption}
      idOf={({ path }) => path}
      items={changes}
      columns={[
        {
          id: 'path',
          name: t('security.history.field', 'Field'),
          // Words of labels stay whole; paths may wrap anywhere.
          render: ({ path }) =>
            labelOf ? labelOf(path) : <span style={{ overflowWrap: 'anywhere' }}>{path}</span>,
        },
        {
          id: 'before',
          name: before,
          render: ({ before: value, removed }) => (
            <Value value={value} marked={removed} markedAs="danger" />
          ),
        },
        {
          id: 'after',
          name: after,
          render: ({ after: value, added }) => (
            <Value value={value} marked={added} markedAs="success" />
          ),
        },
      ]}
    />
  );

interface ValueProps {
  readonly value: unknown;
  /** Items that the other side lacks. */
  readonly marked: readonly string[];
  readonly markedAs: 'danger' | 'success';
}

function Value({ value, marked, markedAs }: ValueProps): ReactElement {
  if (!Array.isArray(value) || value.length === 0 || typeof value[0] !== 'string')
    return (
      <EuiText size="s" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {valueText(value)}
      </EuiText>
    );
  const items = value as readonly string[];
  const rest = items.filter((item) => !marked.includes(item));
  return (
    <div style={{ minWidth: 0 }}>
      {marked.map((item) => (
        <div key={item}>
          <EuiBadge color={markedAs} iconType={markedAs === 'danger' ? 'minus' : 'plus'}>
            {item}
          </EuiBadge>
        </div>
      ))}
      {rest.length > 0 && (
        <EuiText size="s" color="subdued" style={{ overflowWrap: 'anywhere' }}>
          {rest.join(', ')}
        </EuiText>
      )}
    </div>
  );
}

function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return DASH;
  if (Array.isArray(value) && value.length === 0) return DASH;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}

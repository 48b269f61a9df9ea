/** Items of a plan with selection and changes by field. */
import {
  EuiButtonIcon,
  EuiCheckbox,
  EuiScreenReaderOnly,
  EuiText,
  EuiTextColor,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import { type ReactElement, useState } from 'react';
import { kindLabel } from '../../../../components/history/change_texts';
import { fieldChanges } from '../../../../components/history/field_changes';
import { FieldDifferences } from '../../../../components/history/field_differences';
import { PagedTable } from '../../../../components/paged_table';
import { actionText, type PlanItem, warningText } from './import_plan';

export interface PlanTableProps {
  readonly items: readonly PlanItem[];
  /** Ids of deselected items. */
  readonly deselected: ReadonlySet<string>;
  /** Ids of applied items. */
  readonly done: ReadonlySet<string>;
  readonly onChange: (id: string, isSelected: boolean) => void;
}

export function PlanTable({ items, deselected, done, onChange }: PlanTableProps): ReactElement {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  };
  return (
    <PagedTable<PlanItem>
      caption={t('security.import.table', 'Planned changes')}
      items={items}
      idOf={({ id }) => id}
      rowHeader="name"
      expanded={Object.fromEntries(
        items.filter(({ id }) => opened.has(id)).map((item) => [item.id, <Details item={item} />])
      )}
      columns={[
        {
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
        },
        {
          id: 'kind',
          name: t('security.import.kind', 'Kind'),
          render: ({ kind }) => kindLabel(kind),
        },
        {
          id: 'name',
          name: t('security.import.name', 'Name'),
          render: ({ name }) => <span style={{ overflowWrap: 'anywhere' }}>{name}</span>,
        },
        {
          id: 'action',
          name: t('security.import.change', 'Change'),
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
      ]}
    />
  );
}

function State({
  item,
  isDone,
}: {
  readonly item: PlanItem;
  readonly isDone: boolean;
}): ReactElement {
  const { action, error, warnings = [] } = item;
  if (isDone)
    return <EuiTextColor color="success">{t('security.import.made', 'Done')}</EuiTextColor>;
  return (
    <div>
      {actionText(action)}
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

const Details = ({ item }: { readonly item: PlanItem }): ReactElement => (
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
      empty={t('security.import.noFields', 'No other fields differ.')}
    />
  </div>
);

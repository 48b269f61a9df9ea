/** Entries that differ from the folder, and what to do with the selected ones. */
import { EuiBadge, EuiButton, EuiFlexGroup, EuiFlexItem, EuiSpacer, EuiText } from '@elastic/eui';
import type { DriftBody, DriftEntry } from '@sd/contracts';
import { t } from '@sd/core/public';
import type { AdminParts } from '@sd/plugins/security/public';
import { type LinkProps, Table, type TableColumn, useLink, WrappingText } from '@sd/ui_kit';
import { type ReactElement, useMemo } from 'react';
import { useParts } from '../parts';
import { driftTitle } from '../texts';
import { timeLabel } from '../time_label';
import { getId, stateLabel } from './drift_texts';
import { DRIFT_PER_PAGE } from './queries';

interface DriftTableProps {
  readonly drift: DriftBody;
  /** From 1. */
  readonly page: number;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (entries: readonly DriftEntry[]) => void;
  readonly onPage: (page: number) => void;
  readonly onShow: (entry: DriftEntry) => void;
  readonly onAct: (dialog: 'put_back' | 'accept') => void;
}

export function DriftTable(props: DriftTableProps): ReactElement {
  const { drift, page, selected, onSelect, onPage, onShow, onAct } = props;
  const parts = useParts();
  const { entryLabel, missingRightText, rightToChange } = parts;
  const link = useLink();
  const may = parts.useMay();
  // Puts back what the folder has; an entry that it does not have is deleted.
  const isLacking = drift.differences.some(
    (entry) =>
      selected.has(getId(entry)) && !may([rightToChange(entry.kind, entry.state === 'additional')])
  );
  const columns = useMemo(() => toColumns(parts, link, onShow), [parts, link, onShow]);
  return (
    <>
      <EuiFlexGroup gutterSize="s" wrap responsive={false}>
        <EuiFlexItem grow={false}>
          <EuiButton
            size="s"
            iconType="undo"
            isDisabled={selected.size === 0 || isLacking}
            onClick={() => onAct('put_back')}
          >
            {t('requests.drift.putBack', 'Put back')}
          </EuiButton>
        </EuiFlexItem>
        {isLacking && (
          <EuiFlexItem>
            <EuiText size="s" color="subdued" role="status">
              <p>{missingRightText()}</p>
            </EuiText>
          </EuiFlexItem>
        )}
        {may('full') && (
          <EuiFlexItem grow={false}>
            <EuiButton
              size="s"
              iconType="save"
              isDisabled={selected.size === 0}
              onClick={() => onAct('accept')}
            >
              {t('requests.drift.accept', 'Accept into the folder')}
            </EuiButton>
          </EuiFlexItem>
        )}
      </EuiFlexGroup>
      <EuiSpacer size="m" />
      <Table<DriftEntry>
        caption={driftTitle()}
        items={drift.differences}
        idOf={getId}
        columns={columns}
        selection={{
          selected,
          onChange: onSelect,
          labelOf: ({ kind, name }) =>
            t('requests.drift.selectEntry', 'Select {entry}', { entry: entryLabel(kind, name) }),
        }}
        {...(drift.total > DRIFT_PER_PAGE && {
          pages: {
            page: page - 1,
            perPage: DRIFT_PER_PAGE,
            total: drift.total,
            onPage: (turned: number) => {
              onSelect([]);
              onPage(turned + 1);
            },
          },
        })}
      />
    </>
  );
}

const toColumns = (
  parts: AdminParts,
  link: (path: string) => LinkProps,
  show: (entry: DriftEntry) => void
): ReadonlyArray<TableColumn<DriftEntry>> => [
  {
    id: 'name',
    name: t('requests.common.name', 'Name'),
    render: (entry) => (
      <button
        type="button"
        className="sdTextButton"
        style={{ overflowWrap: 'anywhere', textAlign: 'start' }}
        onClick={() => show(entry)}
      >
        {parts.subjectLabel({ type: entry.kind, name: entry.name })}
      </button>
    ),
  },
  {
    id: 'kind',
    name: t('requests.common.kind', 'Kind'),
    render: ({ kind }) => parts.kindLabel(kind),
  },
  {
    id: 'state',
    name: t('requests.common.result', 'Result'),
    render: ({ state }) => (
      <EuiBadge color={state === 'differs' ? 'warning' : 'accent'}>{stateLabel(state)}</EuiBadge>
    ),
  },
  {
    id: 'fields',
    name: t('requests.drift.fields', 'Fields that differ'),
    render: ({ state, fields }) =>
      state === 'differs' ? (
        <WrappingText text={fields.map(({ field }) => parts.fieldLabel(field)).join(', ')} />
      ) : null,
  },
  {
    id: 'changed',
    name: t('requests.drift.changed', 'Last change'),
    render: ({ changed, changed_outside: isOutside }) =>
      isOutside ? (
        parts.outsideLabel()
      ) : changed ? (
        <a {...link(parts.HISTORY_PAGES.view(changed.id))} style={{ overflowWrap: 'anywhere' }}>
          {t('requests.drift.changedBy', '{name}, {time}', {
            name: parts.actorLabel(changed.by),
            time: timeLabel(changed.at),
          })}
        </a>
      ) : null,
  },
];

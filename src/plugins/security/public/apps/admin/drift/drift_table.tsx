/** Entries that differ from the folder, and what to do with the selected ones. */
import { EuiBadge, EuiButton, EuiFlexGroup, EuiFlexItem, EuiSpacer, EuiText } from '@elastic/eui';
import type { DriftBody, DriftEntry } from '@sd/contracts';
import { t } from '@sd/core/public';
import { type LinkProps, Table, type TableColumn, useLink, WrappingText } from '@sd/ui_kit';
import { type ReactElement, useMemo } from 'react';
import {
  actorLabel,
  outsideLabel,
  entryLabel,
  kindLabel,
  subjectLabel,
  timeLabel,
} from '../../../components/history/change_texts';
import { fieldLabel } from '../../../components/history/field_labels';
import { HISTORY_PAGES } from '../../../components/history/history_pages';
import { DRIFT_PER_PAGE } from '../../../services/drift';
import { missingRightText, rightToChange, useMay } from '../../../services/rights';
import { driftTitle, idOf, stateLabel } from './drift_texts';

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
  const link = useLink();
  const may = useMay();
  // Puts back what the folder has; an entry that it does not have is deleted.
  const isLacking = drift.differences.some(
    (entry) =>
      selected.has(idOf(entry)) && !may([rightToChange(entry.kind, entry.state === 'additional')])
  );
  const columns = useMemo(() => columnsOf(link, onShow), [link, onShow]);
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
            {t('security.drift.putBack', 'Put back')}
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
              {t('security.drift.accept', 'Accept into the folder')}
            </EuiButton>
          </EuiFlexItem>
        )}
      </EuiFlexGroup>
      <EuiSpacer size="m" />
      <Table<DriftEntry>
        caption={driftTitle()}
        items={drift.differences}
        idOf={idOf}
        columns={columns}
        selection={{
          selected,
          onChange: onSelect,
          labelOf: ({ kind, name }) =>
            t('security.drift.selectEntry', 'Select {entry}', { entry: entryLabel(kind, name) }),
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

const columnsOf = (
  link: (path: string) => LinkProps,
  show: (entry: DriftEntry) => void
): ReadonlyArray<TableColumn<DriftEntry>> => [
  {
    id: 'name',
    name: t('security.common.name', 'Name'),
    render: (entry) => (
      <button
        type="button"
        className="sdTextButton"
        style={{ overflowWrap: 'anywhere', textAlign: 'start' }}
        onClick={() => show(entry)}
      >
        {subjectLabel({ type: entry.kind, name: entry.name })}
      </button>
    ),
  },
  {
    id: 'kind',
    name: t('security.common.kind', 'Kind'),
    render: ({ kind }) => kindLabel(kind),
  },
  {
    id: 'state',
    name: t('security.common.result', 'Result'),
    render: ({ state }) => (
      <EuiBadge color={state === 'differs' ? 'warning' : 'accent'}>{stateLabel(state)}</EuiBadge>
    ),
  },
  {
    id: 'fields',
    name: t('security.drift.fields', 'Fields that differ'),
    render: ({ state, fields }) =>
      state === 'differs' ? (
        <WrappingText text={fields.map(({ field }) => fieldLabel(field)).join(', ')} />
      ) : null,
  },
  {
    id: 'changed',
    name: t('security.drift.changed', 'Last change'),
    render: ({ changed, changed_outside: isOutside }) =>
      isOutside ? (
        outsideLabel()
      ) : changed ? (
        <a {...link(HISTORY_PAGES.view(changed.id))} style={{ overflowWrap: 'anywhere' }}>
          {t('security.drift.changedBy', '{name}, {time}', {
            name: actorLabel(changed.by),
            time: timeLabel(changed.at),
          })}
        </a>
      ) : null,
  },
];

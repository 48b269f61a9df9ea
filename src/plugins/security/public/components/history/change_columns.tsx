/** Columns of change lists. */
import { i18n, t } from '@sd/core/public';
import { type LinkProps, type ListColumn, TruncatedList, useLink, WrappingText } from '@sd/ui_kit';
import { useMemo } from 'react';
import type { HistoryItem } from '../../../common';
import type { Act } from './acts';
import { CauseLink, useCausePath } from './cause_link';
import {
  actorLabel,
  effectLabel,
  kindLabel,
  subjectLabel,
  timeLabel,
  viaLabel,
} from './change_texts';
import { fieldLabel } from './field_labels';
import { HISTORY_PAGES } from './history_pages';
import { OutsideBadge } from './outside_badge';

const distinct = (labels: readonly string[]): string =>
  i18n.formatList([...new Set(labels)], { type: 'unit' });

/** @param isSingleEntity - all changes belong to one entity, so its name is left out */
export function useChangeColumns(
  isSingleEntity = false
): ReadonlyArray<ListColumn<Act<HistoryItem>>> {
  const link = useLink();
  const pathTo = useCausePath();
  return useMemo(() => changeColumns(link, pathTo, isSingleEntity), [link, pathTo, isSingleEntity]);
}

function changeColumns(
  link: (path: string) => LinkProps,
  pathTo: ReturnType<typeof useCausePath>,
  isSingleEntity: boolean
): ReadonlyArray<ListColumn<Act<HistoryItem>>> {
  const columns: ReadonlyArray<ListColumn<Act<HistoryItem>>> = [
    {
      id: 'changed_at',
      name: t('security.common.time', 'Time'),
      isFixed: true,
      render: ({ main: { id, changed_at: atMs } }) => (
        <a {...link(HISTORY_PAGES.view(id))}>
          <time dateTime={new Date(atMs).toISOString()}>{timeLabel(atMs)}</time>
        </a>
      ),
    },
    {
      id: 'name',
      name: t('security.history.column.name', 'Entry'),
      isFixed: true,
      render: ({ main, parts }) => {
        const names = [...new Set(parts.map(subjectLabel))];
        if (names.length === 1) return <WrappingText text={subjectLabel(main)} />;
        return (
          <TruncatedList
            items={names}
            label={t('security.history.entries', 'Entries changed at {time}', {
              time: timeLabel(main.changed_at),
            })}
          />
        );
      },
    },
    {
      id: 'type',
      name: t('security.common.kind', 'Kind'),
      render: ({ parts }) => distinct(parts.map(({ type }) => kindLabel(type))),
    },
    {
      id: 'action',
      name: t('security.common.change', 'Change'),
      render: ({ main: item, parts }) => (
        <>
          {item.changed_outside && (
            <div>
              <OutsideBadge />
            </div>
          )}
          {distinct(parts.map(effectLabel))}
          {parts.length > 1 && (
            <div className="sdTable__second">
              {t('security.history.inOneStep', '{count, number} entries in one step', {
                count: parts.length,
              })}
            </div>
          )}
          {parts.length === 1 && item.fields && (
            <div className="sdTable__second">
              {i18n.formatList(item.fields.map(fieldLabel), { type: 'unit' })}
            </div>
          )}
          {parts.length === 1 && item.reverts !== undefined && (
            <div className="sdTable__second">
              <a {...link(HISTORY_PAGES.view(item.reverts))}>
                {t('security.history.reverts', 'Reverts change {id}', { id: item.reverts })}
              </a>
            </div>
          )}
        </>
      ),
    },
    {
      id: 'actor',
      name: t('security.common.changedBy', 'Changed by'),
      isFixed: true,
      render: ({ main: { actor, remote_address: address, cause } }) => (
        <>
          <WrappingText text={actorLabel(actor)} />
          {address !== undefined && <div className="sdTable__second">{address}</div>}
          {cause?.author !== undefined && (
            <div className="sdTable__second">
              <CauseLink path={pathTo(cause)} text={requestedBy(cause.author)} />
            </div>
          )}
        </>
      ),
    },
    {
      id: 'via',
      name: t('security.common.source', 'Source'),
      isOptional: true,
      render: ({ main }) => viaLabel(main.via),
    },
  ];
  return isSingleEntity ? columns.filter(({ id }) => id !== 'name') : columns;
}

const requestedBy = (author: string): string =>
  t('security.history.requestedBy', 'Requested by {author}', { author });

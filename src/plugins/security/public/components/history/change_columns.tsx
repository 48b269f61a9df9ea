/** Columns of change lists. */
import { EuiBadge } from '@elastic/eui';
import { i18n, t } from '@sd/core/public';
import { type LinkProps, type ListColumn, useLink, WrappingText } from '@sd/ui_kit';
import { useMemo } from 'react';
import type { HistoryItem } from '../../../common';
import {
  actorLabel,
  effectLabel,
  kindLabel,
  subjectLabel,
  timeLabel,
  viaLabel,
} from './change_texts';
import { fieldLabel } from './field_labels';
import { CHANGE_REQUEST_PAGES, HISTORY_PAGES } from './history_pages';

/** @param isSingleEntity - all changes belong to one entity, so its name is left out */
export function useChangeColumns(isSingleEntity = false): ReadonlyArray<ListColumn<HistoryItem>> {
  const link = useLink();
  return useMemo(() => changeColumns(link, isSingleEntity), [link, isSingleEntity]);
}

function changeColumns(
  link: (path: string) => LinkProps,
  isSingleEntity: boolean
): ReadonlyArray<ListColumn<HistoryItem>> {
  const columns: ReadonlyArray<ListColumn<HistoryItem>> = [
    {
      id: 'changed_at',
      name: t('security.history.column.time', 'Time'),
      isFixed: true,
      render: ({ id, changed_at: atMs }) => (
        <a {...link(HISTORY_PAGES.view(id))}>
          <time dateTime={new Date(atMs).toISOString()}>{timeLabel(atMs)}</time>
        </a>
      ),
    },
    {
      id: 'name',
      name: t('security.history.column.name', 'Entry'),
      isFixed: true,
      render: (item) => <WrappingText text={subjectLabel(item)} />,
    },
    {
      id: 'type',
      name: t('security.history.column.kind', 'Kind'),
      render: ({ type }) => kindLabel(type),
    },
    {
      id: 'action',
      name: t('security.history.column.action', 'Change'),
      render: (item) => (
        <>
          {item.changed_outside && (
            <div>
              <EuiBadge color="warning">
                {t('security.history.changedSince', 'Changed outside this console since')}
              </EuiBadge>
            </div>
          )}
          {effectLabel(item)}
          {item.fields && (
            <div className="sdTable__second">
              {i18n.formatList(item.fields.map(fieldLabel), { type: 'unit' })}
            </div>
          )}
          {item.reverts !== undefined && (
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
      name: t('security.history.column.actor', 'Changed by'),
      isFixed: true,
      render: ({ actor, remote_address: address, cause }) => (
        <>
          <WrappingText text={actorLabel(actor)} />
          {address !== undefined && <div className="sdTable__second">{address}</div>}
          {cause?.author !== undefined && (
            <div className="sdTable__second">
              <a {...link(CHANGE_REQUEST_PAGES.view(cause.id))}>
                {t('security.history.requestedBy', 'Requested by {author}', {
                  author: cause.author,
                })}
              </a>
            </div>
          )}
        </>
      ),
    },
    {
      id: 'via',
      name: t('security.history.column.via', 'Source'),
      isOptional: true,
      render: ({ via }) => viaLabel(via),
    },
  ];
  return isSingleEntity ? columns.filter(({ id }) => id !== 'name') : columns;
}

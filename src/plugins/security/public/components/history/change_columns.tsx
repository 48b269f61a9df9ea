/** Columns of change lists. */
import { EuiLink, EuiText } from '@elastic/eui';
import { t } from '@sd/core/public';
import { WrappingText, type ListColumn, useLink } from '@sd/ui_kit';
import type { HistoryItem } from '../../../common';
import {
  actionLabel,
  actorLabel,
  kindLabel,
  subjectLabel,
  timeLabel,
  viaLabel,
} from './change_texts';
import { HISTORY_PAGES } from './history_pages';

/** @param isSingleEntity - all changes belong to one entity, so its name is left out */
export function useChangeColumns(isSingleEntity = false): ReadonlyArray<ListColumn<HistoryItem>> {
  const link = useLink();
  const columns: ReadonlyArray<ListColumn<HistoryItem>> = [
    {
      id: 'changed_at',
      name: t('security.history.column.time', 'Time'),
      isFixed: true,
      render: ({ id, changed_at: atMs }) => (
        <EuiLink {...link(HISTORY_PAGES.view(id))}>
          <time dateTime={new Date(atMs).toISOString()}>{timeLabel(atMs)}</time>
        </EuiLink>
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
      render: ({ action, reverts }) => (
        <>
          {actionLabel(action)}
          {reverts !== undefined && (
            <EuiText size="xs">
              <EuiLink {...link(HISTORY_PAGES.view(reverts))}>
                {t('security.history.reverts', 'Reverts change {id}', { id: reverts })}
              </EuiLink>
            </EuiText>
          )}
        </>
      ),
    },
    {
      id: 'actor',
      name: t('security.history.column.actor', 'Changed by'),
      isFixed: true,
      render: ({ actor, remote_address: address }) => (
        <div>
          <WrappingText text={actorLabel(actor)} />
          {address !== undefined && (
            <EuiText size="xs" color="subdued">
              {address}
            </EuiText>
          )}
        </div>
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

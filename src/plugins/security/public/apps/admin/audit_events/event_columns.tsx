/** Columns of the audit event list. */
import { EuiLink } from '@elastic/eui';
import { t } from '@sd/core/public';
import { WrappingText, DASH, type ListColumn, TruncatedList } from '@sd/ui_kit';
import type { AuditEvent } from '../../../../common';
import { timeLabel } from '../../../components/history/change_texts';
import { eventAction, eventIndices, eventText, eventTimeMs } from './event_fields';

export const eventTime = (event: AuditEvent): string => {
  const atMs = eventTimeMs(event);
  return Number.isNaN(atMs) ? DASH : timeLabel(atMs);
};

const textColumn = (
  id: string,
  name: string,
  textOf: (event: AuditEvent) => string | undefined
): ListColumn<AuditEvent> => ({
  id,
  name,
  render: (event) => {
    const text = textOf(event);
    return text === undefined ? DASH : <WrappingText text={text} />;
  },
});

export const eventColumns = (
  show: (event: AuditEvent) => void
): ReadonlyArray<ListColumn<AuditEvent>> => [
  {
    id: 'time',
    name: t('security.events.column.time', 'Time'),
    isFixed: true,
    render: (event) => (
      <EuiLink
        onClick={() => show(event)}
        aria-label={t('security.events.show', 'Show details of {category} at {time}', {
          category: eventText(event, 'audit_category') ?? '',
          time: eventTime(event),
        })}
      >
        {eventTime(event)}
      </EuiLink>
    ),
  },
  textColumn('category', t('security.events.column.category', 'Category'), (event) =>
    eventText(event, 'audit_category')
  ),
  textColumn('user', t('security.events.column.user', 'User'), (event) =>
    eventText(event, 'audit_request_effective_user')
  ),
  textColumn('action', t('security.events.column.action', 'Action'), eventAction),
  {
    id: 'indices',
    name: t('security.events.column.indices', 'Indices'),
    render: (event) => (
      <TruncatedList
        items={eventIndices(event)}
        label={t('security.events.indicesOf', 'Indices of the event at {time}', {
          time: eventTime(event),
        })}
      />
    ),
  },
  textColumn('address', t('security.events.column.address', 'Address'), (event) =>
    eventText(event, 'audit_request_remote_address')
  ),
];

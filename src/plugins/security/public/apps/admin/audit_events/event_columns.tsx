/** Columns of the audit event list. */
import { EuiLink } from '@elastic/eui';
import { i18n } from '@sd/core/public';
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
    name: i18n.translate('security.events.column.time', { defaultMessage: 'Time' }),
    isFixed: true,
    render: (event) => (
      <EuiLink
        onClick={() => show(event)}
        aria-label={i18n.translate('security.events.show', {
          defaultMessage: 'Show event {category} of {time}',
          values: {
            category: eventText(event, 'audit_category') ?? '',
            time: eventTime(event),
          },
        })}
      >
        {eventTime(event)}
      </EuiLink>
    ),
  },
  textColumn(
    'category',
    i18n.translate('security.events.column.category', { defaultMessage: 'Category' }),
    (event) => eventText(event, 'audit_category')
  ),
  textColumn(
    'user',
    i18n.translate('security.events.column.user', { defaultMessage: 'User' }),
    (event) => eventText(event, 'audit_request_effective_user')
  ),
  textColumn(
    'action',
    i18n.translate('security.events.column.action', { defaultMessage: 'Action' }),
    eventAction
  ),
  {
    id: 'indices',
    name: i18n.translate('security.events.column.indices', { defaultMessage: 'Indices' }),
    render: (event) => (
      <TruncatedList
        items={eventIndices(event)}
        label={i18n.translate('security.events.indicesOf', {
          defaultMessage: 'Indices of the event of {time}',
          values: { time: eventTime(event) },
        })}
      />
    ),
  },
  textColumn(
    'address',
    i18n.translate('security.events.column.address', { defaultMessage: 'Address' }),
    (event) => eventText(event, 'audit_request_remote_address')
  ),
];

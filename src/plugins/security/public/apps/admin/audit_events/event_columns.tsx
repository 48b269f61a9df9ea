/** Columns of the audit event list. */
import { t } from '@sd/core/public';
import { WrappingText, DASH, type ListColumn, TruncatedList } from '@sd/ui_kit';
import type { AuditEvent } from '../../../../common';
import { timeLabel } from '../../../components/history/change_texts';
import { eventIndices, eventSummary, eventText, eventTimeMs, isChange } from './event_fields';

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

/** @param serverUser - the account of the server, whose events are not a user's */
export const eventColumns = (
  show: (event: AuditEvent) => void,
  serverUser: string | undefined
): ReadonlyArray<ListColumn<AuditEvent>> => [
  {
    id: 'time',
    name: t('security.events.column.time', 'Time'),
    isFixed: true,
    render: (event) => (
      <button
        type="button"
        className="sdTextButton"
        onClick={() => show(event)}
        aria-label={t('security.events.show', 'Show details of “{event}” at {time}', {
          event: eventSummary(event),
          time: eventTime(event),
        })}
      >
        {eventTime(event)}
      </button>
    ),
  },
  {
    id: 'event',
    name: t('security.events.column.event', 'Event'),
    isFixed: true,
    render: (event) => (
      <>
        <WrappingText text={eventSummary(event)} />
        <div className="sdTable__second">{eventText(event, 'audit_category') ?? DASH}</div>
      </>
    ),
  },
  {
    id: 'user',
    name: t('security.events.column.user', 'User'),
    render: (event) => {
      const user = eventText(event, 'audit_request_effective_user');
      return (
        <>
          {user === undefined ? DASH : <WrappingText text={user} />}
          {user !== undefined && user === serverUser && (
            <div className="sdTable__second">
              {t('security.events.thisConsole', 'This console')}
            </div>
          )}
        </>
      );
    },
  },
  {
    id: 'indices',
    name: t('security.events.column.indices', 'Indices'),
    render: (event) => (
      <TruncatedList
        // Every change is one of the security index.
        items={isChange(event) ? [] : eventIndices(event)}
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

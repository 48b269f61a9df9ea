/** Columns of the audit event list. */
import { t } from '@sd/core/public';
import { WrappingText, DASH, type ListColumn, TruncatedList } from '@sd/ui_kit';
import type { AuditEvent } from '../../../../common';
import { timeLabel } from '../../../components/history/change_texts';
import {
  actSummary,
  type EventAct,
  eventIndices,
  eventSummary,
  eventText,
  eventTimeMs,
  isChange,
  isRename,
} from './event_fields';

/** Wide enough for a date with seconds, and for an IPv4 address, in every language. */
const WIDTHS = { time: '200px', address: '150px' } as const;
/** Changes of one request that a row names. */
const SHOWN = 3;

export const eventTime = (event: AuditEvent): string => {
  const atMs = eventTimeMs(event);
  return Number.isNaN(atMs) ? DASH : timeLabel(atMs);
};

/** @param serverUser - the account of the server, whose events are not a user's */
export const eventColumns = (
  show: (act: EventAct) => void,
  serverUser: string | undefined
): ReadonlyArray<ListColumn<EventAct>> => [
  {
    id: 'time',
    name: t('security.common.time', 'Time'),
    isFixed: true,
    width: WIDTHS.time,
    render: (act) => (
      <button
        type="button"
        className="sdTextButton"
        onClick={() => show(act)}
        aria-label={t('security.events.show', 'Show details of “{event}” at {time}', {
          event: actSummary(act),
          time: eventTime(act.main),
        })}
      >
        {eventTime(act.main)}
      </button>
    ),
  },
  {
    id: 'event',
    name: t('security.events.column.event', 'Event'),
    isFixed: true,
    render: (act) => {
      // The parts of a rename would read as if something was deleted.
      const parts = act.parts.length > 1 && !isRename(act.main) ? act.parts.map(eventSummary) : [];
      return (
        <>
          <WrappingText text={actSummary(act)} />
          {parts.length > 0 && (
            <div className="sdTable__second">
              {parts.slice(0, SHOWN).join(' · ')}
              {parts.length > SHOWN &&
                ` ${t('security.events.more', 'and {count, number} more', {
                  count: parts.length - SHOWN,
                })}`}
            </div>
          )}
        </>
      );
    },
  },
  {
    id: 'category',
    name: t('security.events.facet.category', 'Category'),
    isOptional: true,
    render: ({ main }) => eventText(main, 'audit_category') ?? DASH,
  },
  {
    id: 'user',
    name: t('security.common.user', 'User'),
    render: ({ main }) => {
      const user = eventText(main, 'audit_request_effective_user');
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
    name: t('security.common.indices', 'Indices'),
    render: ({ main }) => (
      <TruncatedList
        // Every change is one of the security index.
        items={isChange(main) ? [] : eventIndices(main)}
        label={t('security.events.indicesOf', 'Indices of the event at {time}', {
          time: eventTime(main),
        })}
      />
    ),
  },
  {
    id: 'address',
    name: t('security.common.address', 'Address'),
    width: WIDTHS.address,
    render: ({ main }) => eventText(main, 'audit_request_remote_address') ?? DASH,
  },
];

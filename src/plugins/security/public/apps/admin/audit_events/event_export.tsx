/** Exports the filtered audit events to a file, across all pages up to a limit. */
import {
  EuiButton,
  EuiContextMenuItem,
  EuiContextMenuPanel,
  EuiPopover,
  EuiText,
} from '@elastic/eui';
import { errorText, FormattedMessage, type HttpSetup, send, t } from '@sd/core/public';
import type { List } from '@sd/ui_kit';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import {
  AUDIT_PAGES_REACH,
  type AuditEvent,
  type AuditEventsResponse,
  LIST_AUDIT_EVENTS,
  toCsv,
} from '../../../../common';
import { useAdmin } from '../../../services/admin_context';
import { download } from '../../../services/download';
import { eventAction, type EventAct, eventIndices, eventText } from './event_fields';
import { eventQuery, type EventsQuery } from './event_source';

/** Page size: larger pages could exceed the server's response size. */
const PER_PAGE = 200;

type Format = 'ndjson' | 'csv';

export function EventExport({ list }: { readonly list: List<EventAct> }): ReactElement {
  const { core } = useAdmin();
  const { toasts } = core.notifications;
  const [isOpen, setIsOpen] = useState(false);
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (format: Format) => {
    setIsOpen(false);
    setCount(0);
    const controller = (running.current = new AbortController());
    try {
      const query = eventQuery(list.state, new Date());
      const { events, isCut } = await readAll(core.http, query, setCount, controller.signal);
      download(
        format === 'csv' ? asCsv(events) : asLines(events),
        `audit_events.${format}`,
        format === 'csv' ? 'text/csv' : 'application/x-ndjson'
      );
      const values = { count: events.length };
      if (isCut)
        toasts.addWarning({
          title: t(
            'security.events.exportCut',
            'The file contains the newest {count, number} events. Choose a shorter time range to get the others.',
            values
          ),
        });
      else
        toasts.addSuccess({
          title: t(
            'security.events.exported',
            '{count, plural, =0 {No events exported.} one {1 event exported.} other {{count, number} events exported.}}',
            values
          ),
        });
    } catch (error) {
      if (controller.signal.aborted) return;
      toasts.addDanger({
        title: t('security.events.notExported', "Couldn't export the events."),
        text: errorText(error),
      });
    } finally {
      setCount(undefined);
    }
  };
  const item = (format: Format, label: ReactElement) => (
    <EuiContextMenuItem key={format} onClick={() => void run(format)}>
      {label}
    </EuiContextMenuItem>
  );
  return (
    <EuiPopover
      isOpen={isOpen}
      closePopover={() => setIsOpen(false)}
      panelPaddingSize="none"
      aria-label={t('security.common.export', 'Export')}
      button={
        <EuiButton
          iconType="download"
          aria-haspopup="menu"
          aria-expanded={isOpen}
          isLoading={count !== undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {count === undefined ? (
            t('security.common.export', 'Export')
          ) : (
            <EuiText component="span" size="s" role="status">
              {t(
                'security.events.exporting',
                '{count, plural, one {1 event read} other {{count, number} events read}}',
                { count }
              )}
            </EuiText>
          )}
        </EuiButton>
      }
    >
      <EuiContextMenuPanel
        items={[
          item(
            'ndjson',
            <FormattedMessage
              id="security.events.asNdjson"
              defaultMessage={'NDJSON with all fields'}
            />
          ),
          item(
            'csv',
            <FormattedMessage
              id="security.events.asCsv"
              defaultMessage={'CSV with the columns of the list'}
            />
          ),
        ]}
      />
    </EuiPopover>
  );
}

/** Pages by cursor, so that new events do not shift the pages. */
async function readAll(
  http: Pick<HttpSetup, 'get'>,
  query: EventsQuery,
  report: (count: number) => void,
  signal: AbortSignal
): Promise<{ readonly events: readonly AuditEvent[]; readonly isCut: boolean }> {
  const events: AuditEvent[] = [];
  let cursor: string | undefined;
  do {
    const page: AuditEventsResponse = await send(http, LIST_AUDIT_EVENTS, {
      query: { ...query, per_page: PER_PAGE, cursor },
      signal,
    });
    events.push(...page.events);
    report(events.length);
    cursor = page.next_cursor;
  } while (cursor !== undefined && events.length < AUDIT_PAGES_REACH);
  return { events: events.slice(0, AUDIT_PAGES_REACH), isCut: cursor !== undefined };
}

const asLines = (events: readonly AuditEvent[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('');

/** Headings are untranslated field names, because scripts read them. */
const asCsv = (events: readonly AuditEvent[]): string =>
  toCsv([
    ['@timestamp', 'audit_category', 'user', 'action', 'indices', 'remote_address'],
    ...events.map((event) => [
      eventText(event, '@timestamp') ?? '',
      eventText(event, 'audit_category') ?? '',
      eventText(event, 'audit_request_effective_user') ?? '',
      eventAction(event) ?? '',
      eventIndices(event).join(' '),
      eventText(event, 'audit_request_remote_address') ?? '',
    ]),
  ]);

/** Histogram of the events in the selected period. */
import { EuiSkeletonRectangle, EuiText, useEuiTheme } from '@elastic/eui';
import { i18n, send, t } from '@sd/core/public';
import type { List } from '@sd/ui_kit';
import { useServerQuery } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { type AuditEventsResponse, LIST_AUDIT_EVENTS } from '../../../../common';
import { timeLabel } from '../../../components/history/change_texts';
import { useAdmin } from '../../../services/admin_context';
import type { EventAct } from './event_fields';
import { eventQuery, EVENTS_KEY } from './event_source';

/** Number of bars that can be distinguished on a phone. */
const BAR_COUNT = 48;
const HEIGHT_PX = 72;

const SCALE = {
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  textAlign: 'end',
  lineHeight: 1,
} as const;

type Spans = NonNullable<AuditEventsResponse['spans']>;

/** Renders nothing if the events are not counted: with a text search or without a start time. */
export function EventHistogram({ list }: { readonly list: List<EventAct> }): ReactElement | null {
  const { http } = useAdmin().core;
  const { search, filters } = list.state;
  const now = new Date();
  const isCounted = search.trim() === '' && eventQuery({ search, filters }, now)['from'];
  const { data, isLoading } = useServerQuery(
    [...EVENTS_KEY, 'spans', filters],
    (signal) =>
      send(http, LIST_AUDIT_EVENTS, {
        query: {
          ...eventQuery({ search: '', filters }, new Date()),
          per_page: 1,
          spans: BAR_COUNT,
        },
        signal,
      }),
    { keepsPrevious: true, isOff: !isCounted }
  );
  if (!isCounted) return null;
  if (data?.spans) return <Bars spans={data.spans} />;
  return isLoading ? <EuiSkeletonRectangle width="100%" height={HEIGHT_PX} /> : null;
}

function Bars({ spans }: { readonly spans: Spans }): ReactElement {
  const { euiTheme } = useEuiTheme();
  const most = Math.max(1, ...spans.map(({ count }) => count));
  const [first, end] = [spans[0], bucketEnd(spans)];
  const peak = spans.find(({ count }) => count === most);
  return (
    <figure
      style={{
        margin: 0,
        display: 'grid',
        gridTemplateColumns: 'max-content minmax(0, 1fr)',
        columnGap: 8,
      }}
    >
      <EuiText size="xs" color="subdued" aria-hidden>
        <div style={{ ...SCALE, blockSize: HEIGHT_PX }}>
          <span>{countText(peak)}</span>
          <span>{i18n.formatNumber(0)}</span>
        </div>
      </EuiText>
      <div
        role="img"
        aria-label={t(
          'security.events.histogram',
          'Events over time. At most {most} in one of {spans} intervals, starting {peak}.',
          {
            most: countText(peak),
            spans: spans.length,
            peak: peak ? timeLabel(peak.from) : '–',
          }
        )}
        style={{
          display: 'flex',
          alignItems: 'flex-end',
          gap: 1,
          blockSize: HEIGHT_PX,
          // Scale: lines at the top, the middle and the bottom.
          backgroundImage: `linear-gradient(${euiTheme.colors.lightShade} 1px, transparent 1px)`,
          backgroundSize: `100% ${(HEIGHT_PX - 1) / 2}px`,
        }}
      >
        {spans.map((span) => (
          <div
            key={span.from}
            title={`${timeLabel(span.from)}: ${countText(span)}`}
            style={{
              flex: 1,
              // A single event among thousands stays visible.
              blockSize: span.count === 0 ? 1 : `${Math.max(4, (span.count / most) * 100)}%`,
              background: span.count === 0 ? euiTheme.colors.lightShade : euiTheme.colors.primary,
            }}
          />
        ))}
      </div>
      <EuiText size="xs" color="subdued" style={{ gridColumn: 2 }}>
        <figcaption style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}>
          <span>{first && timeLabel(first.from)}</span>
          <span>{end !== undefined && timeLabel(end)}</span>
        </figcaption>
      </EuiText>
    </figure>
  );
}

/** End of the last bucket, which is as long as the others; epoch milliseconds. */
function bucketEnd(spans: Spans): number | undefined {
  const [before, last] = spans.slice(-2);
  return before && last && 2 * last.from - before.from;
}

const countText = (span: Spans[number] | undefined): string =>
  span?.is_more
    ? t('security.events.atLeast', 'at least {count}', { count: i18n.formatNumber(span.count) })
    : i18n.formatNumber(span?.count ?? 0);

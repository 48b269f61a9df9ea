/** Relative time of a change. */
import { EuiToolTip } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import { useEffect, useState, type ReactElement } from 'react';

/** Props of {@link ChangedTime}. */
export interface ChangedTimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** The setting `dateFormat`, in moment's syntax. */
  readonly format: string;
}

const UNITS: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** Shows the relative time, and the exact time on hover and focus. */
export function ChangedTime({ at, format }: ChangedTimeProps): ReactElement {
  return (
    <EuiToolTip content={<ExactTime at={at} format={format} />}>
      <time dateTime={at} tabIndex={0}>
        {howLongAgo(Date.parse(at))}
      </time>
    </EuiToolTip>
  );
}

function howLongAgo(atMs: number): string {
  const elapsedSeconds = Math.round((atMs - Date.now()) / 1000);
  const [unit, seconds] = UNITS.find(([, size]) => Math.abs(elapsedSeconds) >= size) ?? [
    'second',
    1,
  ];
  return i18n.formatRelativeTime(Math.trunc(elapsedSeconds / seconds), unit);
}

/** Rendered on demand, because formatting requires moment, which is then downloaded. */
function ExactTime({ at, format }: ChangedTimeProps): ReactElement {
  const [text, setText] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    import('moment').then(
      ({ default: moment }) => {
        if (isCurrent) setText(moment(at).format(format));
      },
      () => {
        if (isCurrent) setText(at);
      }
    );
    return () => {
      isCurrent = false;
    };
  }, [at, format]);
  return <>{text ?? '…'}</>;
}

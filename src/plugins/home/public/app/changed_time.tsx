import { EuiToolTip } from '@elastic/eui';
import moment from 'moment';
import type { ReactElement } from 'react';

interface ChangedTimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** Setting `dateFormat`. */
  readonly format: string;
}

/** How long ago; the exact time on hover and focus. */
export function ChangedTime({ at, format }: ChangedTimeProps): ReactElement {
  const instant = moment(at);
  return (
    <EuiToolTip content={instant.format(format)}>
      <time dateTime={at} tabIndex={0}>
        {instant.fromNow()}
      </time>
    </EuiToolTip>
  );
}

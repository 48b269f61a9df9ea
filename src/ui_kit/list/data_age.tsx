/** How old what a list shows is, where the server has it of an earlier time. */
import { EuiButtonEmpty, EuiFlexGroup, EuiFlexItem, EuiText } from '@elastic/eui';
import { FormattedMessage } from '@sd/core/public';
import { useEffect, useState, type ReactElement } from 'react';
import type { List } from './use_list';

type Shown = Pick<List<never>, 'arrivedAtMs' | 'isLoading' | 'refresh'> & {
  readonly page: { readonly ageSeconds?: number } | undefined;
};

const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;

/** Nothing for a list that always shows the newest. */
export function DataAge({ list }: { readonly list: Shown }): ReactElement | null {
  const { page, arrivedAtMs, isLoading, refresh } = list;
  if (page?.ageSeconds === undefined || arrivedAtMs === undefined) return null;
  return (
    <EuiFlexGroup gutterSize="s" responsive={false} alignItems="center" wrap>
      <EuiFlexItem grow={false}>
        <EuiText size="xs" color="subdued">
          <Age ageSeconds={page.ageSeconds} arrivedAtMs={arrivedAtMs} />
        </EuiText>
      </EuiFlexItem>
      <EuiFlexItem grow={false}>
        <EuiButtonEmpty size="xs" iconType="refresh" isLoading={isLoading} onClick={refresh}>
          <FormattedMessage id="uiKit.list.refresh" defaultMessage="Refresh" />
        </EuiButtonEmpty>
      </EuiFlexItem>
    </EuiFlexGroup>
  );
}

/** Grows while it is shown. */
function Age({
  ageSeconds,
  arrivedAtMs,
}: {
  readonly ageSeconds: number;
  readonly arrivedAtMs: number;
}): ReactElement {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = ageSeconds + Math.max(0, Math.floor((nowMs - arrivedAtMs) / SECOND_MS));
  return seconds < MINUTE_SECONDS ? (
    <FormattedMessage
      id="uiKit.list.ageSeconds"
      defaultMessage="As of {seconds} s ago"
      values={{ seconds }}
    />
  ) : (
    <FormattedMessage
      id="uiKit.list.ageMinutes"
      defaultMessage="As of {minutes} min ago"
      values={{ minutes: Math.floor(seconds / MINUTE_SECONDS) }}
    />
  );
}

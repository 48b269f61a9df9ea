import { EuiBadge, EuiToolTip } from '@elastic/eui';
import type { ReactElement } from 'react';
import type { Observable } from 'rxjs';
import { ErrorBoundary, useObservable } from '../../utils';
import type { ChromeBadge } from '../types';

/** What an app wants known at a glance, e.g. "Read only". Source: docs/reference/core.md#chrome. */
export function HeaderBadge({
  badge$,
}: {
  readonly badge$: Observable<ChromeBadge | undefined>;
}): ReactElement | null {
  const badge = useObservable<ChromeBadge | undefined>(badge$, undefined);
  if (!badge) return null;
  return (
    <ErrorBoundary resetKey={badge}>
      <EuiToolTip content={badge.tooltip} position="bottom">
        <EuiBadge
          tabIndex={0}
          color="hollow"
          iconType={badge.iconType}
          data-test-subj="headerBadge"
          data-test-badge-label={badge.text}
        >
          {badge.text}
        </EuiBadge>
      </EuiToolTip>
    </ErrorBoundary>
  );
}

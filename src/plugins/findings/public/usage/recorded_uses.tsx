/** List of single recorded uses. */
import { EuiText } from '@elastic/eui';
import type { RecordedUse } from '@sd/contracts';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';

const MAX_SHOWN = 10;

/** Requests that would be or were denied. */
export const RecordedUses = ({ uses }: { readonly uses: readonly RecordedUse[] }): ReactElement => (
  <EuiText size="s">
    <ul>
      {uses.slice(0, MAX_SHOWN).map(({ user, action, index, count }) => (
        <li key={JSON.stringify([user, action, index])} style={{ overflowWrap: 'anywhere' }}>
          {index === undefined
            ? t(
                'findings.usage.one',
                '{user}: {action}, {count, plural, one {once} other {# times}}',
                { user, action, count }
              )
            : t(
                'findings.usage.oneOn',
                '{user}: {action} on {index}, {count, plural, one {once} other {# times}}',
                { user, action, index, count }
              )}
        </li>
      ))}
    </ul>
  </EuiText>
);

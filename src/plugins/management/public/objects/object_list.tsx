/** Lists the first objects by title. */
import { EuiText } from '@elastic/eui';
import type { ReactElement } from 'react';
import { t } from '@sd/core/public';
import { objectTypeLabel } from '@sd/ui_kit';
import type { ObjectRow } from './objects_api';

const SHOWN = 10;

export function ObjectList({ objects }: { readonly objects: readonly ObjectRow[] }): ReactElement {
  return (
    <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
      <ul>
        {objects.slice(0, SHOWN).map(({ key, title, type }) => (
          <li key={key}>{`${title} (${objectTypeLabel(type)})`}</li>
        ))}
      </ul>
      {objects.length > SHOWN && (
        <p>
          {t('management.objects.more', 'and {count, plural, one {# other} other {# others}}', {
            count: objects.length - SHOWN,
          })}
        </p>
      )}
    </EuiText>
  );
}

/** Lists the first objects by title. */
import { EuiText } from '@elastic/eui';
import type { ReactElement } from 'react';
import { t } from '@sd/core/public';
import { objectTypeLabel } from '@sd/ui_kit';
import type { ObjectRow } from './objects_api';

const VISIBLE_VALUES = 10;

export function ObjectList({ objects }: { readonly objects: readonly ObjectRow[] }): ReactElement {
  return (
    <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
      <ul>
        {objects.slice(0, VISIBLE_VALUES).map(({ key, title, type }) => (
          <li key={key}>{`${title} (${objectTypeLabel(type)})`}</li>
        ))}
      </ul>
      {objects.length > VISIBLE_VALUES && (
        <p>
          {t('management.objects.more', 'and {count, plural, one {# other} other {# others}}', {
            count: objects.length - VISIBLE_VALUES,
          })}
        </p>
      )}
    </EuiText>
  );
}

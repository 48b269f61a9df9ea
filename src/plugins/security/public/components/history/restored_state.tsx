/** Shows above a form what saving a restored state would change. Separate chunk. */
import { EuiCallOut, EuiSpacer } from '@elastic/eui';
import { t } from '@sd/core/public';
import { type ReactElement, useMemo } from 'react';
import { fieldChanges } from './field_changes';
import { FieldDifferences } from './field_differences';

/** Width of the form below it. */
const FORM_WIDTH_PX = 960;

export interface RestoredStateProps {
  /** Current entity; `undefined` if it does not exist. */
  readonly present: object | undefined;
  readonly restored: object;
}

export function RestoredState({ present, restored }: RestoredStateProps): ReactElement {
  const changes = useMemo(
    () =>
      fieldChanges(
        present as Readonly<Record<string, unknown>> | undefined,
        restored as Readonly<Record<string, unknown>>,
        true
      ),
    [present, restored]
  );
  const title = t(
    'security.restored.title',
    'An earlier version is in the form. Save to restore it.'
  );
  return (
    <div style={{ maxInlineSize: FORM_WIDTH_PX }}>
      <EuiCallOut iconType="clock" title={title}>
        <FieldDifferences
          caption={title}
          changes={changes}
          headings={[
            t('security.restored.now', 'Now'),
            t('security.restored.saved', 'After saving'),
          ]}
          empty={t(
            'security.restored.same',
            'This is the current version. There is nothing to save.'
          )}
        />
      </EuiCallOut>
      <EuiSpacer size="m" />
    </div>
  );
}

/** Above the buttons of a form: who gains and loses what by what is typed, before it is saved. */
import { EuiCallOut, EuiSpacer } from '@elastic/eui';
import type { ProposedChanges } from '@sd/contracts';
import { errorText, FormattedMessage } from '@sd/core/public';
import { type Control, type FieldValues, useWatch } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { useFeature } from '../../services/features';
import { ImpactLines } from './impact_lines';
import { useDebouncedValue } from '../../services/use_debounced_value';
import { useImpact } from './use_impact';

export interface ImpactPanelProps<S extends FieldValues> {
  readonly control: Control<S>;
  /** What saving the values would change; `undefined` for nothing. */
  readonly changesOf: (values: S) => ProposedChanges | undefined;
}

export function ImpactPanel<S extends FieldValues>(
  props: ImpactPanelProps<S>
): ReactElement | null {
  return useFeature('explain') ? <Impact {...props} /> : null;
}

function Impact<S extends FieldValues>({ control, changesOf }: ImpactPanelProps<S>): ReactElement {
  const typed = useWatch({ control }) as S;
  const changes = changesOf(typed);
  const rested = useDebouncedValue(changes, isSameChange);
  const { data, error, isLoading } = useImpact(rested);
  return (
    <div role="status">
      {changes !== undefined && rested !== undefined && (
        <>
          <EuiSpacer size="m" />
          <EuiCallOut
            size="s"
            iconType="inspect"
            data-test-subj="what-will-change"
            title={
              <FormattedMessage id="security.impact.title" defaultMessage="What will change" />
            }
          >
            {error !== undefined && !isLoading ? (
              <p>
                <FormattedMessage
                  id="security.impact.unknown"
                  defaultMessage="Who gains or loses something cannot be told now: {reason}"
                  values={{ reason: errorText(error) }}
                />
              </p>
            ) : (
              <ImpactLines impact={data} />
            )}
          </EuiCallOut>
        </>
      )}
    </div>
  );
}

const isSameChange = (
  one: ProposedChanges | undefined,
  other: ProposedChanges | undefined
): boolean => JSON.stringify(one) === JSON.stringify(other);

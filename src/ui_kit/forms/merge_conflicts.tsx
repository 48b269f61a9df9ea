/** Fields that two people changed, each otherwise: both versions, and the choice between them. */
import { EuiRadioGroup, EuiSpacer, useGeneratedHtmlId } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import { displayedValue } from './entity_changes';
import type { MergeConflict } from './merge';

export type Side = 'mine' | 'theirs';

export interface CollisionsProps {
  readonly collisions: readonly MergeConflict[];
  /** Path of a field to the side that was chosen. */
  readonly sides: ReadonlyMap<string, Side>;
  readonly onChoose: (field: string, side: Side) => void;
}

export function Collisions({ collisions, sides, onChoose }: CollisionsProps): ReactElement {
  const prefix = useGeneratedHtmlId({ prefix: 'collision' });
  return (
    <>
      {collisions.map(({ field, mine, theirs }) => {
        const idOf = (side: Side) => `${prefix}-${field}-${side}`;
        const side = sides.get(field);
        return (
          <div key={field} style={{ overflowWrap: 'anywhere' }}>
            <EuiSpacer size="m" />
            <EuiRadioGroup
              name={`${prefix}-${field}`}
              legend={{ children: <code>{field}</code> }}
              idSelected={side && idOf(side)}
              onChange={(id) => onChoose(field, id === idOf('mine') ? 'mine' : 'theirs')}
              options={[
                {
                  id: idOf('mine'),
                  label: i18n.translate('uiKit.conflict.mine', {
                    defaultMessage: 'Yours: {value}',
                    values: { value: displayedValue(mine) },
                  }),
                },
                {
                  id: idOf('theirs'),
                  label: i18n.translate('uiKit.conflict.theirs', {
                    defaultMessage: 'Theirs: {value}',
                    values: { value: displayedValue(theirs) },
                  }),
                },
              ]}
            />
          </div>
        );
      })}
      <EuiSpacer size="m" />
    </>
  );
}

/** The entries that a dialog is about, with what happens to each. */
import { EuiText } from '@elastic/eui';
import type { DriftEntry } from '@sd/contracts';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { kindLabel } from '../../../components/history/change_texts';
import { idOf } from './drift_texts';

interface SelectedEntriesProps {
  readonly entries: readonly DriftEntry[];
  /** What happens to an entry. */
  readonly effectOf: (state: DriftEntry['state']) => 'add' | 'change' | 'remove';
  /** Why an entry cannot be changed, by id. */
  readonly problems?: ReadonlyMap<string, string>;
}

export const SelectedEntries = (props: SelectedEntriesProps): ReactElement => (
  <EuiText size="s">
    <ul style={{ overflowWrap: 'anywhere' }}>
      {props.entries.map((entry) => {
        const problem = props.problems?.get(idOf(entry));
        return (
          <li key={idOf(entry)}>
            {effectText(props.effectOf(entry.state), kindLabel(entry.kind), entry.name)}
            {problem !== undefined && <strong> {problem}</strong>}
          </li>
        );
      })}
    </ul>
  </EuiText>
);

const effectText = (effect: 'add' | 'change' | 'remove', kind: string, name: string): string =>
  ({
    add: t('security.drift.willAdd', 'Add {kind} {name}.', { kind, name }),
    change: t('security.drift.willChange', 'Change {kind} {name}.', { kind, name }),
    remove: t('security.drift.willRemove', 'Delete {kind} {name}.', { kind, name }),
  })[effect];

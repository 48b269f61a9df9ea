/** The entries that a dialog is about, with what happens to each. */
import { EuiText } from '@elastic/eui';
import type { DriftEntry } from '@sd/contracts';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { entryLabel } from '../../../components/history/change_texts';
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
            {effectText(props.effectOf(entry.state), entryLabel(entry.kind, entry.name))}
            {problem !== undefined && <strong> {problem}</strong>}
          </li>
        );
      })}
    </ul>
  </EuiText>
);

const effectText = (effect: 'add' | 'change' | 'remove', entry: string): string =>
  ({
    add: t('security.drift.willAdd', '{entry} will be added.', { entry }),
    change: t('security.drift.willChange', '{entry} will be changed.', { entry }),
    remove: t('security.drift.willRemove', '{entry} will be deleted.', { entry }),
  })[effect];

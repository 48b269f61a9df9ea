/** The entries that a dialog is about, with what happens to each. */
import type { DriftEntry } from '@sd/contracts';
import type { ReviewItem } from '@sd/plugins/security/public';
import type { ReactElement } from 'react';
import { useParts } from '../parts';
import { DriftFields } from './drift_fields';
import { getId } from './drift_texts';

/** What happens to an entry that only one side has, or both. */
export type DriftEffects = Readonly<Record<DriftEntry['state'], ReviewItem['action']>>;

interface ReviewedDriftProps {
  readonly entries: readonly DriftEntry[];
  readonly effects: DriftEffects;
  /** Why an entry cannot be changed, by id. */
  readonly errors?: ReadonlyMap<string, string>;
}

interface DriftItem extends ReviewItem {
  readonly entry: DriftEntry;
}

export function ReviewedDrift(props: ReviewedDriftProps): ReactElement {
  const { ReviewTable } = useParts();
  const items = props.entries.map((entry): DriftItem => {
    const error = props.errors?.get(getId(entry));
    return {
      id: getId(entry),
      kind: entry.kind,
      name: entry.name,
      action: props.effects[entry.state],
      entry,
      ...(error !== undefined && { error }),
    };
  });
  return <ReviewTable items={items} details={({ entry }) => <DriftFields entry={entry} />} />;
}

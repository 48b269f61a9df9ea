/** A change that the product proposes, with what it does, before it is made. */
import type { ImportKind, ProposedChanges } from '@sd/contracts';
import { LoadError, PageLoading, useServerQuery } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { useAdmin } from '../../services/admin_context';
import { SECURITY_KEY } from '../../services/query_keys';
import { type DesiredEntries, planChanges } from './plan';
import { PlanReview } from './plan_review';

export interface PreparedChangeProps {
  /** Tells prepared changes apart. */
  readonly id: string;
  /** The entries as they would be saved, by type and name; `null` deletes one. */
  readonly change: ProposedChanges | Readonly<Record<string, unknown>>;
  /** Of the button. */
  readonly label: string;
  /** Id of the finding that the change fixes, for the history. */
  readonly finding?: string;
  readonly onDone: () => void;
}

export function PreparedChange(props: PreparedChangeProps): ReactElement {
  const { id, change, label, finding, onDone } = props;
  const { core } = useAdmin();
  const { data, error, reload, isLoading } = useServerQuery(
    [...SECURITY_KEY, 'prepared', id],
    (signal) => planChanges(core.http, toDesired(change), false, signal),
    { isFresh: true }
  );
  if (error !== undefined)
    return <LoadError error={error} onRetry={reload} isRetrying={isLoading} />;
  if (!data) return <PageLoading />;
  return (
    <PlanReview
      key={data.items.map(({ id: item, version }) => `${item} ${version}`).join()}
      plan={data}
      label={label}
      {...(finding !== undefined && { finding })}
      onDone={onDone}
      onReplan={reload}
    />
  );
}

/** `null` removes an entry. */
const toDesired = (change: PreparedChangeProps['change']) =>
  Object.entries(change as Partial<Record<ImportKind, DesiredEntries['entries']>>).map(
    ([kind, entries]) => ({
      kind: kind as ImportKind,
      entries: Object.fromEntries(Object.entries(entries).filter(([, entry]) => entry !== null)),
      removed: Object.keys(entries).filter((name) => entries[name] === null),
    })
  );

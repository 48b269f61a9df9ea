/** Who changed a differing entry last. */
import { DRIFT_LIMITS, type DriftEntry } from '@sd/contracts';
import type { ScopedEngineClient } from '@sd/core/server';
import { mapEngineErrors } from '../shared/engine_requests';

/**
 * The last change of a field that differs, or else of the entry. `undefined` if there is none, or
 * the caller may not see it.
 */
export async function lastChangeOf(
  history: ScopedEngineClient['history'],
  { kind, name, fields }: Pick<DriftEntry, 'kind' | 'name' | 'fields'>
): Promise<DriftEntry['changed']> {
  // The guardrails are one document, of which each is a field.
  const isField = kind === 'guardrails';
  const query = {
    ...{ types: [kind], page: 1, perPage: DRIFT_LIMITS.changesRead },
    ...(!isField && { name }),
  };
  const outcome = await mapEngineErrors(history.list(query));
  if (!outcome.ok) return undefined;
  const { items } = outcome.result;
  const differing = new Set(isField ? [name] : fields.map(({ field }) => field));
  // The creation of a document names no fields.
  const unnamed = isField ? [name] : [];
  const ofField = items.find(({ fields: changed = unnamed }) =>
    changed.some((field) => differing.has(field))
  );
  const change = ofField ?? (isField ? undefined : items[0]);
  return change && { id: change.id, by: change.actor, at: change.atMs };
}

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
  // The guardrails are one document, so the last change of any of them is shown.
  const about = kind === 'guardrails' ? kind : name;
  const query = { types: [kind], name: about, page: 1, perPage: DRIFT_LIMITS.changesRead };
  const outcome = await mapEngineErrors(history.list(query));
  if (!outcome.ok) return undefined;
  const { items } = outcome.result;
  const differing = new Set(fields.map(({ field }) => field));
  const ofField = items.find((change) => change.fields?.some((field) => differing.has(field)));
  const change = ofField ?? items[0];
  return change && { id: change.id, by: change.actor, at: change.atMs };
}

/** Who changed a differing entry last. */
import { DRIFT_LIMITS, type DriftEntry } from '@sd/contracts';
import type { ScopedEngineClient } from '@sd/core/server';
import type { SecurityPluginSetup } from '@sd/plugins/security/server';

/**
 * The last change of a field that differs, or else of the entry. Empty if there is none, or the
 * caller may not see it.
 */
export async function readLastChange(
  { mapEngineErrors }: Pick<SecurityPluginSetup, 'mapEngineErrors'>,
  history: ScopedEngineClient['history'],
  { kind, name, fields }: Pick<DriftEntry, 'kind' | 'name' | 'fields'>
): Promise<Pick<DriftEntry, 'changed' | 'changed_outside'>> {
  // The guardrails are one document, of which each is a field.
  const isField = kind === 'guardrails';
  const query = {
    types: [kind],
    page: 1,
    perPage: DRIFT_LIMITS.changesRead,
    ...(!isField && { name }),
  };
  const outcome = await mapEngineErrors(history.list(query));
  if (!outcome.ok) return {};
  const { items } = outcome.result;
  if (items[0]?.isChangedOutside) return { changed_outside: true };
  const differing = new Set(isField ? [name] : fields.map(({ field }) => field));
  // The creation of a document names no fields.
  const unnamed = isField ? [name] : [];
  const ofField = items.find(({ fields: changed = unnamed }) =>
    changed.some((field) => differing.has(field))
  );
  const change = ofField ?? (isField ? undefined : items[0]);
  return change ? { changed: { id: change.id, by: change.actor, at: change.atMs } } : {};
}

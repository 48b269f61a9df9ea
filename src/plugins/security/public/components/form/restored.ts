/** A recorded state that a form is opened with, unsaved: `?restore=<change>&state=before`. */
import { parseQueryParams } from '@sd/core/public';
import type { EntityByType, ResourceType } from '@sd/contracts';
import {
  lazyPage,
  type PrefilledValues,
  type Read,
  useAppLocation,
  useServerQuery,
} from '@sd/ui_kit';
import { useAdmin } from '../../services/admin_context';
import { SECURITY_KEY } from '../../services/query_keys';
import { readChange } from '../../services/records_client';

export const RestoredState = lazyPage(
  async () => (await import('../history/restored_state')).RestoredState
);

const RESTORED_STATES = ['before', 'after'] as const;
export type RestoredState = (typeof RESTORED_STATES)[number];

/** What is to be put into the form. */
export interface Restored<R extends ResourceType> {
  /** Of the state: another one is another form. */
  readonly id: string;
  readonly name: string;
  readonly entity: EntityByType[R];
}

/**
 * Reads the state that the address names.
 * @param name - of the entity that the form is about; `undefined` for a new one
 * @returns as `data` an object without `restored` when the address names none, or one of another
 *   entity
 */
export function useRestored<R extends ResourceType>(
  resource: R,
  name: string | undefined
): Read<{ readonly restored?: Restored<R> }> & { readonly id: string } {
  const { http } = useAdmin().core;
  const query = parseQueryParams(useAppLocation().search);
  const change = query.get('restore') ?? '';
  const state = RESTORED_STATES.find((one) => one === query.get('state')) ?? 'before';
  const id = change === '' ? '' : `${change}-${state}`;
  const read = useServerQuery(
    [...SECURITY_KEY, 'restored', resource, name ?? '', id],
    async (signal) => {
      if (change === '') return {};
      const details = await readChange(http, change, signal);
      const entity = details[state] as EntityByType[R] | undefined;
      const isMeant = details.type === resource && (name ?? details.name) === details.name;
      return isMeant && entity ? { restored: { id, name: details.name, entity } } : {};
    }
  );
  return { ...read, ...(change === '' && { data: {} }), id };
}

/** As `useEntityForm` takes it. */
export const proposalOf = <R extends ResourceType, S>(
  restored: Restored<R> | undefined,
  toForm: (name: string, entity: EntityByType[R]) => S
): PrefilledValues<S> | undefined =>
  restored && { id: restored.id, values: toForm(restored.name, restored.entity) };

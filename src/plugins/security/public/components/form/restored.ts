/** Opens a form with a recorded state, unsaved: `?restore=<change>&state=before`. */
import { parseQueryParams, send } from '@sd/core/public';
import type { EntityByType, ResourceType } from '@sd/contracts';
import {
  lazyPage,
  type PrefilledValues,
  type Read,
  useAppLocation,
  useServerQuery,
} from '@sd/ui_kit';
import { READ_CHANGE } from '../../../common';
import { useAdmin } from '../../services/admin_context';
import { SECURITY_KEY } from '../../services/query_keys';

export const RestoredState = lazyPage(
  async () => (await import('../history/restored_state')).RestoredState
);

const RESTORED_STATES = ['before', 'after'] as const;
export type RestoredState = (typeof RESTORED_STATES)[number];

/** State to load into the form. */
export interface Restored<R extends ResourceType> {
  /** Id of the state; a different one resets the form. */
  readonly id: string;
  readonly name: string;
  readonly entity: EntityByType[R];
}

/**
 * Loads the state that the address names.
 * @param name - entity of the form; `undefined` for a new one
 * @returns `data` without `restored` if the address names no state, or one of another entity
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
      const details = await send(http, READ_CHANGE, { params: { id: Number(change) }, signal });
      const entity = details[state] as EntityByType[R] | undefined;
      const isForEntity = details.type === resource && (name ?? details.name) === details.name;
      return isForEntity && entity ? { restored: { id, name: details.name, entity } } : {};
    }
  );
  return { ...read, ...(change === '' && { data: {} }), id };
}

/** Adapts the restored state to `useEntityForm`. */
export const toProposal = <R extends ResourceType, S>(
  restored: Restored<R> | undefined,
  toForm: (name: string, entity: EntityByType[R]) => S
): PrefilledValues<S> | undefined =>
  restored && { id: restored.id, values: toForm(restored.name, restored.entity) };

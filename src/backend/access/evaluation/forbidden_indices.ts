/** What a cluster does with requests that name indices without permission. */
import type { Effect } from '../../../contracts/api';
import { PatternSet } from '../patterns/pattern';

export interface ForbiddenIndicesSettings {
  readonly doNotFailOnForbidden: boolean;
  readonly doNotFailOnForbiddenEmpty: boolean;
}

/** docs/reference/engine.md#index-permissions. */
const REDUCIBLE = new PatternSet([
  'indices:data/read/*',
  'indices:admin/mappings/fields/get*',
  'indices:admin/shards/search_shards',
  'indices:admin/resolve/index',
  'indices:monitor/settings/get',
  'indices:monitor/stats',
  'indices:admin/aliases/get',
]);
/** Requests for a single index, which cannot be reduced to none. */
const OF_ONE_INDEX = new PatternSet([
  'indices:data/read/get',
  'indices:data/read/mget*',
  'indices:data/read/explain',
  'indices:data/read/tv',
  'indices:data/read/mtv*',
]);
/** What a cluster does if only some of the indices are permitted. */
export const effectOnSome = (
  indexActions: readonly string[],
  { doNotFailOnForbidden }: ForbiddenIndicesSettings
): Effect =>
  doNotFailOnForbidden && indexActions.every((action) => REDUCIBLE.matches(action))
    ? 'reduce'
    : 'refuse';

/** What a cluster does if none of the indices is permitted. */
export const effectOnNone = (
  indexActions: readonly string[],
  settings: ForbiddenIndicesSettings
): Effect =>
  settings.doNotFailOnForbiddenEmpty &&
  effectOnSome(indexActions, settings) === 'reduce' &&
  !indexActions.some((action) => OF_ONE_INDEX.matches(action))
    ? 'empty'
    : 'refuse';

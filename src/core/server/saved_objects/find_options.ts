/**
 * Converts the options of `find` to the store's query (docs/reference/core.md#saved-objects-api).
 */
import { SAVED_OBJECTS_ERRORS as ERRORS } from '../../../contracts/errors';
import { SAVED_OBJECTS_LIMITS as LIMITS } from '../../common';
import {
  SavedObjectsError,
  savedObjectsErrors,
  type StoreQuery,
  type StoreSortField,
} from '../../../backend/api';
import { toStoreFilter } from './filter/resolve_filter';
import { parseSearch } from './search/query_parser';
import type { SavedObjectsTypeRegistry } from './type_registry';
import type { SavedObjectsFindOptions } from './types';

export const DEFAULT_PER_PAGE = 20;

/**
 * Common fields by which objects of several types can be sorted. `display_title` is specific to
 * this product: the text of the attribute that names objects of a type.
 */
const ROOT_FIELDS = new Map<string, StoreSortField>([
  ['type', 'type'],
  ['id', 'id'],
  ['updated_at', 'updated_at'],
  ['display_title', 'title'],
]);

/**
 * @throws {SavedObjectsError} 400 for a page outside the result window, unknown sort fields and
 *   invalid filters
 */
export function toStoreQuery(
  options: SavedObjectsFindOptions,
  types: SavedObjectsTypeRegistry,
  isKnown: (type: string) => boolean
): { page: number; perPage: number; query: StoreQuery } {
  const { page = 1, perPage = DEFAULT_PER_PAGE, search } = options;
  assertWindow(page, perPage);
  if (search !== undefined && search.length > LIMITS.searchLength) {
    throw new SavedObjectsError(ERRORS.searchTooLong, { limit: LIMITS.searchLength });
  }
  assertCount('searchFields', options.searchFields, LIMITS.searchFields);
  assertCount('fields', options.fields, LIMITS.responseFields);
  const knownTypes = [
    ...new Set(typeof options.type === 'string' ? [options.type] : options.type),
  ].filter(isKnown);
  const sort = toSort(options, knownTypes, types);
  const filter =
    options.filter === undefined || knownTypes.length === 0
      ? undefined
      : toStoreFilter(options.filter, knownTypes, types);
  return {
    page,
    perPage,
    query: {
      types: knownTypes.map((name) => ({ name, titleField: types.titleField(name) })),
      ...(search !== undefined &&
        search !== '' && { search: parseSearch(search, options.defaultSearchOperator ?? 'OR') }),
      ...(options.searchFields &&
        options.searchFields.length > 0 && { searchFields: options.searchFields }),
      ...(options.hasReference && {
        hasReference: { type: options.hasReference.type, id: options.hasReference.id },
      }),
      ...(filter && { filter }),
      ...(sort && { sort }),
      offset: (page - 1) * perPage,
      limit: perPage,
    },
  };
}

/** @throws {SavedObjectsError} 400 */
function assertCount(path: string, list: readonly unknown[] | undefined, limit: number): void {
  if (list && list.length > limit)
    throw new SavedObjectsError(ERRORS.tooManyEntries, { path, limit });
}

function assertWindow(page: number, perPage: number): void {
  if (!Number.isInteger(page) || page < 1) throw new SavedObjectsError(ERRORS.wrongPage);
  if (!Number.isInteger(perPage) || perPage < 0 || perPage > LIMITS.perPage) {
    throw new SavedObjectsError(ERRORS.wrongPageSize, { limit: LIMITS.perPage });
  }
  if (!Number.isSafeInteger(page * perPage)) throw new SavedObjectsError(ERRORS.pageTooFar);
}

function toSort(
  { sortField, sortOrder }: SavedObjectsFindOptions,
  knownTypes: readonly string[],
  types: SavedObjectsTypeRegistry
): StoreQuery['sort'] {
  if (sortField === undefined || sortField === '' || knownTypes.length === 0) return undefined;
  const isDescending = sortOrder === 'desc';
  const root = ROOT_FIELDS.get(sortField);
  if (root) return { by: root, isDescending };
  if (knownTypes.length > 1) throw savedObjectsErrors.sortFieldNotRoot(sortField);
  const [type] = knownTypes as [string];
  const attribute = sortField.replace(new RegExp(`^${type}\\.`), '').replace(/\.keyword$/, '');
  if (attribute === types.titleField(type)) return { by: 'title', isDescending };
  if (!types.hasAttribute(type, attribute)) throw savedObjectsErrors.unknownSortField(sortField);
  return { by: { attribute }, isDescending };
}

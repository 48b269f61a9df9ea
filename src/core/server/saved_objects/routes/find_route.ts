/** `GET _find`: one page of objects of the given types. */
import { Type, type Static } from '@sinclair/typebox';
import { VALIDATION_ERRORS } from '../../../../contracts/errors';
import { SAVED_OBJECTS_PAGE } from '../../../../contracts/api/saved_objects';
import { DEFAULT_PER_PAGE } from '../find_options';
import { SavedObjectsError } from '../../../../backend/api';
import { invalidAt } from '../schema_error';
import type { SavedObjectsFindOptions } from '../types';
import { objectsResponse } from './object_stream';
import {
  answering,
  BASE_PATH,
  NAMESPACES,
  toList,
  toWholeNumber,
  USER_ROUTE,
  type SavedObjectsRouteDeps,
} from './route_context';
import { TextOrList } from './schemas';

const FindQuery = Type.Object({
  type: Type.Optional(TextOrList),
  per_page: Type.Optional(Type.String()),
  page: Type.Optional(Type.String()),
  search: Type.Optional(Type.String()),
  default_search_operator: Type.Optional(Type.String()),
  search_fields: Type.Optional(TextOrList),
  sort_field: Type.Optional(Type.String()),
  sort_order: Type.Optional(Type.String()),
  has_reference: Type.Optional(Type.String()),
  fields: Type.Optional(TextOrList),
  filter: Type.Optional(Type.String()),
  namespaces: Type.Optional(TextOrList),
  /** Accepted for compatibility: selects a shard copy in a cluster, but there is only one here. */
  preference: Type.Optional(Type.String()),
});

export function registerFindRoute({ router, getClient }: SavedObjectsRouteDeps): void {
  router.get(
    {
      path: `${BASE_PATH}/_find`,
      validate: { query: FindQuery },
      doc: { summary: 'Find saved objects of some types', responses: { 200: SAVED_OBJECTS_PAGE } },
      options: USER_ROUTE,
    },
    (request, response) =>
      answering(response, async () => {
        const options = toFindOptions(request.query);
        const client = getClient(request);
        const found = await client.openFind(
          isElsewhere(request.query) ? { ...options, type: [] } : options
        );
        const { page, per_page, total } = found;
        return objectsResponse(response, { page, per_page, total }, found);
      })
  );
}

/** @throws {SavedObjectsError} 400 for invalid values */
function toFindOptions(query: Static<typeof FindQuery>): SavedObjectsFindOptions {
  const types = toList(query.type);
  if (!types)
    throw new SavedObjectsError(VALIDATION_ERRORS.missing, { path: 'request query.type' });
  const fields = toList(query.fields);
  const searchFields = toList(query.search_fields);
  return {
    type: types,
    page: toWholeNumber('page', query.page, 1) ?? 1,
    perPage: toWholeNumber('per_page', query.per_page, 0) ?? DEFAULT_PER_PAGE,
    defaultSearchOperator:
      oneOf('default_search_operator', query.default_search_operator, ['OR', 'AND']) ?? 'OR',
    ...(query.search !== undefined && { search: query.search }),
    ...(searchFields && { searchFields }),
    ...(query.sort_field !== undefined && { sortField: query.sort_field }),
    ...(query.sort_order !== undefined && {
      sortOrder: oneOf('sort_order', query.sort_order, ['asc', 'desc']),
    }),
    ...(query.has_reference !== undefined && { hasReference: toReference(query.has_reference) }),
    ...(query.filter !== undefined && { filter: query.filter }),
    ...(fields && { fields }),
  };
}

/** Whether the query names only spaces that do not exist. */
function isElsewhere({ namespaces }: Static<typeof FindQuery>): boolean {
  const requested = toList(namespaces);
  return (
    requested !== undefined &&
    !requested.some((namespace) => namespace === '*' || NAMESPACES.includes(namespace))
  );
}

function oneOf<T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[]
): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((item) => item === value);
  if (found === undefined) {
    throw new SavedObjectsError(VALIDATION_ERRORS.notOneOf, {
      path: `request query.${name}`,
      values: allowed.join(', '),
    });
  }
  return found;
}

function toReference(text: string): { type: string; id: string } {
  try {
    const value = JSON.parse(text) as { type?: unknown; id?: unknown } | null;
    if (typeof value?.type === 'string' && typeof value.id === 'string')
      return { type: value.type, id: value.id };
  } catch {
    // Reported below.
  }
  throw invalidAt(
    'request query.has_reference',
    'expected JSON of the form {"type": "...", "id": "..."}'
  );
}

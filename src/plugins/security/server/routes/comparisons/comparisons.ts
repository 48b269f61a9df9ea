/**
 * `/api/v1/comparisons`: compares two connected clusters, home included, or a cluster and files,
 * and says what promoting entries would write. The plan and the change itself are those of an
 * import (`configuration_import.ts`). Needs API access, and read permission on both sides, which
 * they check themselves. Errors: 400, 401, 403, 404 no such comparison, 413.
 */
import { createHash } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import {
  BACKEND_ERRORS,
  CodedError,
  COMPARISON,
  COMPARISON_BODY,
  COMPARISON_ENTRY,
  COMPARISON_ENTRY_QUERY,
  COMPARISON_FILTERS,
  COMPARISON_KINDS,
  COMPARISON_LIMITS,
  COMPARISON_PAGE,
  COMPARISON_QUERY,
  COMPARISON_STATES,
  type ComparisonQuery,
  CONFIGURATION_FILE,
  type ErrorDefinition,
  IMPORT_LIMITS,
  SELECTION,
  SELECTION_BODY,
} from '@sd/contracts';
import type { ResponseFactory, RouteRequest, RouteResponse } from '@sd/core/server';
import {
  COMPARISON_PATHS,
  COMPARISONS_PATH,
  CLUSTER_ERRORS,
  SECURITY_ERRORS,
} from '../../../common';
import { authStateOf } from '../../auth/auth_state';
import { EngineUnavailableError } from '../../auth/engine_unavailable';
import { type ComparedRow, keyOf } from '../../comparison/compare_contents';
import { compareSides, SideError } from './compare_sides';
import { type KeptComparison, KeptComparisons } from './kept_comparisons';
import { selectionOf } from './selection';
import { refused } from '../../errors';
import { withEngineErrors } from '../shared/engine_requests';
import { tableText } from '../shared/file_tables';
import { DEFAULT_PER_PAGE, listOf, QueryValueError } from '../shared/query_values';
import type { RouteDeps } from '../shared/route_deps';

const ADMIN = { access: 'admin', rights: 'each' } as const;
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 40 }) });
type WithId = RouteRequest<{ readonly id: string }>;
const errors = [CLUSTER_ERRORS.noComparison, BACKEND_ERRORS.clusterCredentials];
const path = (part?: keyof typeof COMPARISON_PATHS) =>
  `${COMPARISONS_PATH}/{id}${part ? `/${COMPARISON_PATHS[part]}` : ''}`;

export function registerComparisonRoutes(deps: RouteDeps): void {
  const { router, clusters } = deps;
  const kept = new KeptComparisons();

  router.post(
    {
      path: COMPARISONS_PATH,
      validate: { body: COMPARISON_BODY },
      doc: {
        summary: 'Compare two clusters, or a cluster and files',
        responses: { 200: COMPARISON },
        errors: [
          CLUSTER_ERRORS.comparisonSide,
          CLUSTER_ERRORS.comparisonTooLarge,
          CLUSTER_ERRORS.differencesTooLarge,
          SECURITY_ERRORS.unknownCluster,
          BACKEND_ERRORS.clusterCredentials,
        ],
      },
      options: {
        ...ADMIN,
        reads: true,
        body: { maxBytes: IMPORT_LIMITS.bodyBytes },
        rateLimitPerMinute: COMPARISON_LIMITS.perMinute,
      },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        try {
          const engineOf = (id: string) => clusters.backendFor(id, request);
          const compared = await compareSides(request.body, engineOf);
          const made = kept.add(ownerOf(request), request.body, compared);
          return response.ok({
            body: {
              id: made.id,
              compared_at: made.comparedAtMs,
              counts: countsOf(made.rows),
              unreadable: [...made.unreadable],
            },
          });
        } catch (error) {
          if (error instanceof CodedError) return refused(response, error.definition, error.params);
          if (!(error instanceof SideError)) throw error;
          return sideRefused(error, response);
        }
      })
  );

  router.get(
    {
      path: path(),
      validate: { params, query: COMPARISON_QUERY },
      doc: {
        summary: 'A page of a comparison',
        responses: { 200: COMPARISON_PAGE },
        errors,
      },
      options: ADMIN,
    },
    (request, response) =>
      withKept(request, response, ({ comparedAtMs, unreadable, ...comparison }) => {
        const { page = 1, per_page: perPage = DEFAULT_PER_PAGE } = request.query;
        const found = filtered(comparison, request.query);
        const items = found.slice((page - 1) * perPage, page * perPage);
        return response.ok({
          body: {
            total: found.length,
            unfiltered_total: comparison.rows.length,
            compared_at: comparedAtMs,
            unreadable: [...unreadable],
            items: items.map(({ left: _left, right: _right, ...row }) => row),
          },
        });
      })
  );

  router.get(
    {
      path: path('entry'),
      validate: { params, query: COMPARISON_ENTRY_QUERY },
      doc: {
        summary: 'Both sides of an entry that differs',
        responses: { 200: COMPARISON_ENTRY },
        errors,
      },
      options: ADMIN,
    },
    (request, response) =>
      withKept(request, response, ({ byKey }) => {
        const { kind, name } = request.query;
        const { left, right } = byKey.get(keyOf(kind, name)) ?? {};
        return response.ok({ body: { ...(left && { left }), ...(right && { right }) } });
      })
  );

  router.get(
    {
      path: path('csv'),
      validate: { params, query: COMPARISON_FILTERS },
      doc: {
        summary: 'The filtered rows of a comparison as a table',
        responses: { 200: CONFIGURATION_FILE },
        errors,
      },
      options: ADMIN,
    },
    (request, response) =>
      withKept(request, response, async (comparison) => {
        const rows = filtered(comparison, request.query);
        const text = await tableText(
          rows.map(({ kind, name, state, fields = [] }) => [name, { kind, state, fields }])
        );
        return response.ok({ body: { file: 'comparison.csv', text, entries: rows.length } });
      })
  );

  router.post(
    {
      path: path('selection'),
      validate: { params, body: SELECTION_BODY },
      doc: {
        summary: 'What promoting entries would write, for the plan of an import',
        responses: { 200: SELECTION },
        errors,
      },
      options: { ...ADMIN, reads: true },
    },
    (request, response) =>
      withKept(request, response, async (comparison) =>
        response.ok({ body: await selectionOf(comparison, request.body) })
      )
  );

  /** Forgotten credentials end the access to what they have read. */
  const withKept = (
    request: WithId,
    response: ResponseFactory,
    handler: (comparison: KeptComparison) => RouteResponse | Promise<RouteResponse>
  ): Promise<RouteResponse> =>
    withEngineErrors(deps, response, async () => {
      const comparison = kept.get(ownerOf(request), request.params.id);
      if (!comparison) return refused(response, CLUSTER_ERRORS.noComparison);
      for (const id of comparison.clusters) clusters.backendFor(id, request);
      return handler(comparison);
    });
}

/** The session, or the credentials of a script. */
function ownerOf(request: RouteRequest): string {
  const { session } = authStateOf(request);
  if (session) return `session ${session.id}`;
  const credentials = request.headers['authorization'] ?? '';
  const hash = createHash('sha256').update(credentials).digest('hex');
  return `user ${request.auth?.identity.userName} ${hash}`;
}

const countsOf = (rows: readonly ComparedRow[]): Record<string, number> =>
  Object.fromEntries(
    COMPARISON_STATES.map((state) => [state, rows.filter((row) => row.state === state).length])
  );

/** Names the side, so that the page can show it beside the right field. */
function sideRefused({ side, cause }: SideError, response: ResponseFactory): RouteResponse {
  if (cause instanceof CodedError) return refused(response, cause.definition, cause.params);
  const inner = cause instanceof EngineUnavailableError ? cause.cause : cause;
  const known = (inner as { readonly response?: Partial<ErrorDefinition> }).response;
  if (known?.code === undefined) throw cause;
  return refused(response, known as ErrorDefinition, { side });
}

/** @throws {QueryValueError} for unknown values */
function filtered(
  { rows, byName }: Pick<KeptComparison, 'rows' | 'byName'>,
  { search = '', kind, state, sort = 'kind', order = 'asc' }: ComparisonQuery
): readonly ComparedRow[] {
  const kinds = valuesOf('kind', kind, COMPARISON_KINDS);
  const states = valuesOf('state', state, COMPARISON_STATES);
  const needle = search.trim().toLowerCase();
  const found = (sort === 'name' ? byName : rows).filter(
    (row) =>
      (kinds.length === 0 || kinds.includes(row.kind)) &&
      (states.length === 0 || states.includes(row.state)) &&
      (needle === '' || row.name.toLowerCase().includes(needle))
  );
  const sorted =
    sort === 'state'
      ? COMPARISON_STATES.flatMap((one) => found.filter((row) => row.state === one))
      : found;
  return order === 'desc' ? [...sorted].reverse() : sorted;
}

function valuesOf<W extends string>(
  key: string,
  text: string | undefined,
  known: readonly W[]
): readonly string[] {
  const values = listOf(text);
  if (!values.every((value) => (known as readonly string[]).includes(value)))
    throw new QueryValueError(key, `expected any of ${known.join(', ')}`);
  return values;
}

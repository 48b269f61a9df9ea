/**
 * `/api/v1/comparisons`: compares two connected clusters, home included, or a cluster and files,
 * and says what promoting entries would write. The plan and the change itself are those of an
 * import (`configuration_import.ts`). Needs API access, and read permission on both sides, which
 * they check themselves. Errors: 400, 401, 403, 404 no such comparison, 413.
 */
import { createHash } from 'node:crypto';
import {
  CodedError,
  COMPARISON_KINDS,
  COMPARISON_STATES,
  type ComparisonQuery,
  type ErrorDefinition,
} from '@sd/contracts';
import type { RouteRequest } from '@sd/core/server';
import {
  CLUSTER_ERRORS,
  COMPARE,
  READ_COMPARISON,
  READ_COMPARED_ENTRY,
  READ_COMPARISON_TABLE,
  SELECT_COMPARED_ENTRIES,
} from '../../../common';
import { authStateOf } from '../../auth/auth_state';
import { EngineUnavailableError } from '../../engine_unavailable';
import { type ComparedRow, keyOf } from '../../changes/compare_contents';
import { compareSides, SideError } from '../../changes/compare_sides';
import { type KeptComparison, KeptComparisons } from './kept_comparisons';
import { selectPromoted } from '../../changes/promoted_entries';
import { tableText } from '../shared/file_tables';
import { DEFAULT_PER_PAGE, listOf, QueryValueError } from '../shared/query_values';
import type { RouteDeps } from '../shared/route_deps';

export function registerComparisonRoutes(deps: RouteDeps): void {
  const { handle, clusters } = deps;
  const kept = new KeptComparisons();

  handle(COMPARE, async ({ body, request }) => {
    const engineOf = (id: string) => clusters.engineFor(id, request);
    const compared = await compareSides(body, engineOf).catch((error: unknown) => {
      throw error instanceof SideError ? problemOf(error) : error;
    });
    const made = kept.add(ownerOf(request), body, compared);
    return {
      id: made.id,
      compared_at: made.comparedAtMs,
      counts: countsOf(made.rows),
      unreadable: [...made.unreadable],
    };
  });

  handle(READ_COMPARISON, ({ query, request }) => {
    const { comparedAtMs, unreadable, ...comparison } = comparisonOf(request);
    const { page = 1, per_page: perPage = DEFAULT_PER_PAGE } = query;
    const found = filtered(comparison, query);
    const items = found.slice((page - 1) * perPage, page * perPage);
    return {
      total: found.length,
      unfiltered_total: comparison.rows.length,
      compared_at: comparedAtMs,
      unreadable: [...unreadable],
      items: items.map(({ left: _left, right: _right, ...row }) => row),
    };
  });

  handle(READ_COMPARED_ENTRY, ({ query, request }) => {
    const { left, right } = comparisonOf(request).byKey.get(keyOf(query.kind, query.name)) ?? {};
    return { ...(left && { left }), ...(right && { right }) };
  });

  handle(READ_COMPARISON_TABLE, async ({ query, request }) => {
    const rows = filtered(comparisonOf(request), query);
    const text = await tableText(
      rows.map(({ kind, name, state, fields = [] }) => [name, { kind, state, fields }])
    );
    return { file: 'comparison.csv', text, entries: rows.length };
  });

  handle(SELECT_COMPARED_ENTRIES, ({ body, request }) =>
    selectPromoted(comparisonOf(request), body)
  );

  /**
   * Forgotten credentials end the access to what they have read.
   * @throws {CodedError}
   */
  function comparisonOf(request: RouteRequest<{ readonly id: string }>): KeptComparison {
    const comparison = kept.get(ownerOf(request), request.params.id);
    if (!comparison) throw new CodedError(CLUSTER_ERRORS.noComparison);
    for (const id of comparison.clusters) clusters.engineFor(id, request);
    return comparison;
  }
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
function problemOf({ side, cause }: SideError): unknown {
  if (cause instanceof CodedError) return cause;
  const inner = cause instanceof EngineUnavailableError ? cause.cause : cause;
  const known = (inner as { readonly response?: Partial<ErrorDefinition> }).response;
  return known?.code === undefined ? cause : new CodedError(known as ErrorDefinition, { side });
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

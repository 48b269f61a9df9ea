/**
 * `/api/v1/comparisons`: compares two connected clusters, home included, or a cluster and files,
 * and says what promoting entries would write. The plan and the change itself are those of an
 * import (`configuration_import.ts`). Needs API access, and read permission on both sides, which
 * they check themselves. Errors: 400, 401, 403, 404 no such comparison, 413.
 */
import { createHash } from 'node:crypto';
import {
  CALL_ERRORS,
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
} from '../../common';
import type { ComparedRow, RouteTools } from '@sd/plugins/security/server';
import type { PluginDeps } from '../types';
import { compareSides, SideError } from './compare_sides';
import { type KeptComparison, KeptComparisons, toKey } from './kept_comparisons';
import { selectPromoted } from './promoted_entries';

const DEFAULT_PER_PAGE = 50;

type Deps = Pick<PluginDeps, 'handle' | 'clusters' | 'changes' | 'tools' | 'sessions'>;

export function registerComparisonRoutes(deps: Deps): void {
  const { handle, clusters, tools } = deps;
  const kept = new KeptComparisons();

  handle(COMPARE, async ({ body, request }) => {
    const getEngine = (id: string) => clusters.engineFor(id, request);
    const compared = await compareSides(deps, body, getEngine).catch((error: unknown) => {
      throw error instanceof SideError ? findProblem(tools, error) : error;
    });
    const made = kept.add(getOwner(deps, request), body, compared);
    return {
      id: made.id,
      compared_at: made.comparedAtMs,
      counts: countEach(made.rows),
      unreadable: [...made.unreadable],
    };
  });

  handle(READ_COMPARISON, ({ query, request }) => {
    const { comparedAtMs, unreadable, ...comparison } = getComparison(request);
    const { page = 1, per_page: perPage = DEFAULT_PER_PAGE } = query;
    const found = applyFilter(comparison, query);
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
    const { left, right } = getComparison(request).byKey.get(toKey(query.kind, query.name)) ?? {};
    return { ...(left && { left }), ...(right && { right }) };
  });

  handle(READ_COMPARISON_TABLE, async ({ query, request }) => {
    const rows = applyFilter(getComparison(request), query);
    const text = await tools.tableText(
      rows.map(({ kind, name, state, fields = [] }) => [name, { kind, state, fields }])
    );
    return { file: 'comparison.csv', text, entries: rows.length };
  });

  handle(SELECT_COMPARED_ENTRIES, ({ body, request }) =>
    selectPromoted(getComparison(request), body)
  );

  /**
   * Forgotten credentials end the access to what they have read.
   * @throws {CodedError}
   */
  function getComparison(request: RouteRequest<{ readonly id: string }>): KeptComparison {
    const comparison = kept.get(getOwner(deps, request), request.params.id);
    if (!comparison) throw new CodedError(CLUSTER_ERRORS.noComparison);
    for (const id of comparison.clusters) clusters.engineFor(id, request);
    return comparison;
  }
}

/** The session, or the credentials of a script. */
function getOwner({ sessions }: Deps, request: RouteRequest): string {
  const session = sessions.keyOf(request);
  if (session !== undefined) return `session ${session}`;
  const credentials = request.headers['authorization'] ?? '';
  const hash = createHash('sha256').update(credentials).digest('hex');
  return `user ${request.auth?.identity.userName} ${hash}`;
}

const countEach = (rows: readonly ComparedRow[]): Record<string, number> =>
  Object.fromEntries(
    COMPARISON_STATES.map((state) => [state, rows.filter((row) => row.state === state).length])
  );

/** Names the side, so that the page can show it beside the right field. */
function findProblem({ EngineUnavailableError }: RouteTools, { side, cause }: SideError): unknown {
  if (cause instanceof CodedError) return cause;
  const inner = cause instanceof EngineUnavailableError ? cause.cause : cause;
  const known = (inner as { readonly response?: Partial<ErrorDefinition> }).response;
  return known?.code === undefined ? cause : new CodedError(known as ErrorDefinition, { side });
}

/** @throws {CodedError} for unknown values */
function applyFilter(
  { rows, byName }: Pick<KeptComparison, 'rows' | 'byName'>,
  { search = '', kind, state, sort = 'kind', order = 'asc' }: ComparisonQuery
): readonly ComparedRow[] {
  const kinds = listValues('kind', kind, COMPARISON_KINDS);
  const states = listValues('state', state, COMPARISON_STATES);
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

function listValues<W extends string>(
  key: string,
  text: string | undefined,
  known: readonly W[]
): readonly string[] {
  const values = text?.split(',').flatMap((item) => item.trim() || []) ?? [];
  if (!values.every((value) => (known as readonly string[]).includes(value)))
    throw new CodedError(CALL_ERRORS.invalidQueryValue, {
      key,
      problem: `expected any of ${known.join(', ')}`,
    });
  return values;
}

/**
 * Parts of roles that are saved as they are and never work, or do the opposite of what is meant.
 * Plugins can add kinds of queries, so these are warnings of forms and findings, never errors.
 */

const LEAF_QUERIES =
  'boosting combined_fields distance_feature exists function_score fuzzy geo_bounding_box ' +
  'geo_distance geo_polygon geo_shape hybrid ids intervals knn match match_all ' +
  'match_bool_prefix match_none match_phrase match_phrase_prefix more_like_this multi_match ' +
  'neural neural_sparse parent_id percolate prefix query_string range rank_feature regexp script ' +
  'simple_query_string span_containing span_first span_multi span_near span_not span_or ' +
  'span_term span_within template term terms terms_set wildcard wrapper xy_shape';

interface Compound {
  /** Parts that contain a query or a list of queries. */
  readonly queries: readonly string[];
  readonly others: readonly string[];
}

const COMMON_PARAMETERS = ['boost', '_name'];
const JOINED = ['score', 'score_mode', 'ignore_unmapped', 'inner_hits', ...COMMON_PARAMETERS];

/** Source: the query DSL of OpenSearch 3. */
const COMPOUNDS: Readonly<Record<string, Compound>> = {
  bool: {
    queries: ['must', 'filter', 'should', 'must_not'],
    others: ['minimum_should_match', 'adjust_pure_negative', ...COMMON_PARAMETERS],
  },
  constant_score: { queries: ['filter'], others: COMMON_PARAMETERS },
  dis_max: { queries: ['queries'], others: ['tie_breaker', ...COMMON_PARAMETERS] },
  nested: { queries: ['query'], others: ['path', ...JOINED] },
  has_child: { queries: ['query'], others: ['type', 'min_children', 'max_children', ...JOINED] },
  has_parent: { queries: ['query'], others: ['parent_type', ...JOINED] },
  script_score: { queries: ['query'], others: ['script', 'min_score', ...COMMON_PARAMETERS] },
};
const KINDS: ReadonlySet<string> = new Set([...LEAF_QUERIES.split(' '), ...Object.keys(COMPOUNDS)]);

/** `path`: of the property or value in the query. */
export type QueryFault = { readonly path: readonly (string | number)[] } & (
  | { readonly code: 'wrapped' }
  | { readonly code: 'unknown_kind'; readonly kind: string }
  | {
      readonly code: 'unknown_part';
      readonly kind: string;
      readonly part: string;
      readonly parts: readonly string[];
    }
  | { readonly code: 'no_query'; readonly part: string }
);

/** Deeper queries are left to the engine. */
const MAX_DEPTH = 50;

/** The first part of a parsed query that cannot work. */
export function queryFault(
  query: unknown,
  path: QueryFault['path'] = [],
  depth = 0
): QueryFault | undefined {
  if (!isObject(query) || depth > MAX_DEPTH) return undefined;
  for (const [kind, value] of Object.entries(query)) {
    const at = [...path, kind];
    if (!KINDS.has(kind))
      return kind === 'query' && path.length === 0
        ? { code: 'wrapped', path: at }
        : { code: 'unknown_kind', kind, path: at };
    const found = Object.hasOwn(COMPOUNDS, kind)
      ? partFault(kind, COMPOUNDS[kind] as Compound, value, at, depth + 1)
      : undefined;
    if (found) return found;
  }
  return undefined;
}

function partFault(
  kind: string,
  { queries, others }: Compound,
  value: unknown,
  path: QueryFault['path'],
  depth: number
): QueryFault | undefined {
  for (const [part, content] of Object.entries(isObject(value) ? value : {})) {
    const at = [...path, part];
    if (!queries.includes(part)) {
      if (others.includes(part)) continue;
      return { code: 'unknown_part', kind, part, parts: queries, path: at };
    }
    const list: readonly unknown[] = Array.isArray(content) ? content : [content];
    for (const [position, one] of list.entries()) {
      const place = Array.isArray(content) ? [...at, position] : at;
      if (!isObject(one)) return { code: 'no_query', part, path: place };
      const found = queryFault(one, place, depth);
      if (found) return found;
    }
  }
  return undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * - `space`: space at the start or the end, or in the middle
 * - `exception`: begins with a minus sign, as if it took something away
 * - `list`: several patterns with commas in one
 * - `regex`: a regular expression without slashes
 * - `upper_case`: only aliases can have such a name
 */
export type PatternFault = 'space' | 'exception' | 'list' | 'regex' | 'upper_case';

const PLACEHOLDER = /\$\{[^${}]*\}/g;
const REGEX_SYNTAX = /^\^|\$$|\\[a-zA-Z.]|\[[^\]]+\]|\([^)]*\|[^)]*\)|[-_]\.\*|\.\+|\|/;

/** Why a pattern can match no name of an index, or `undefined`. */
export function indexPatternFault(pattern: string): PatternFault | undefined {
  if (pattern.trim() === '') return undefined;
  const isRegex = pattern.length >= 2 && pattern.startsWith('/') && pattern.endsWith('/');
  const isDateMath = pattern.startsWith('<') && pattern.endsWith('>');
  if (isRegex || isDateMath) return undefined;
  const text = pattern.replace(PLACEHOLDER, 'x');
  const name = text.slice(text.indexOf(':') + 1);
  if (text.startsWith('-')) return 'exception';
  if (text.includes(',')) return 'list';
  if (/\s/.test(text)) return 'space';
  if (REGEX_SYNTAX.test(name)) return 'regex';
  return /\p{Lu}/u.test(name) ? 'upper_case' : undefined;
}

const VARIABLES: ReadonlySet<string> = new Set(
  ['name', 'roles', 'securityRoles'].flatMap((one) => [`user.${one}`, `user_${one}`])
);
const ATTRIBUTE = /^attr[._](?:internal|jwt|ldap|proxy|saml|clientcert|kerberos)[._]./;

/** Variables that no login fills in, without their default (`${name:-default}`). */
export const unknownVariables = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(/\$\{([^${}]*)\}/g)]
      .map(([, content]) => (content ?? '').split(/:-|\|/)[0] ?? '')
      .filter((name) => !VARIABLES.has(name) && !ATTRIBUTE.test(name))
  ),
];

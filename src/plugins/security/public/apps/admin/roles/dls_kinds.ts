/**
 * Known query types and the parts of them that contain queries. Source: the query DSL of OpenSearch
 * 3. Plugins can add types, so unknown types are a warning, never an error.
 */
import { i18n } from '@sd/core/public';
import type { Node } from 'jsonc-parser';

/** Finding in the text of a query. */
export interface DlsFinding {
  readonly text: string;
  /** Position; absent if it concerns the whole text. */
  readonly at?: { readonly offset: number; readonly length: number };
}

const LEAVES =
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

const OF_ALL = ['boost', '_name'];
const JOINED = ['score', 'score_mode', 'ignore_unmapped', 'inner_hits', ...OF_ALL];

const COMPOUNDS: Readonly<Record<string, Compound>> = {
  bool: {
    queries: ['must', 'filter', 'should', 'must_not'],
    others: ['minimum_should_match', 'adjust_pure_negative', ...OF_ALL],
  },
  constant_score: { queries: ['filter'], others: OF_ALL },
  dis_max: { queries: ['queries'], others: ['tie_breaker', ...OF_ALL] },
  nested: { queries: ['query'], others: ['path', ...JOINED] },
  has_child: { queries: ['query'], others: ['type', 'min_children', 'max_children', ...JOINED] },
  has_parent: { queries: ['query'], others: ['parent_type', ...JOINED] },
  script_score: { queries: ['query'], others: ['script', 'min_score', ...OF_ALL] },
};
const KINDS: ReadonlySet<string> = new Set([...LEAVES.split(' '), ...Object.keys(COMPOUNDS)]);

/**
 * First questionable part of a query.
 * @param query - a JSON object node
 */
export function queryDoubt(query: Node): DlsFinding | undefined {
  for (const { key, value } of propertiesOf(query)) {
    const kind = String(key.value);
    if (!KINDS.has(kind))
      return doubt(
        key,
        i18n.translate('security.roleForm.dlsUnknownKind', {
          defaultMessage: 'OpenSearch itself has no kind of query “{kind}”.',
          values: { kind },
        })
      );
    const found = Object.hasOwn(COMPOUNDS, kind)
      ? partsDoubt(kind, COMPOUNDS[kind] as Compound, value)
      : undefined;
    if (found) return found;
  }
  return undefined;
}

function partsDoubt(kind: string, compound: Compound, holder: Node): DlsFinding | undefined {
  for (const { key, value } of propertiesOf(holder)) {
    const part = String(key.value);
    if (compound.queries.includes(part)) {
      const found = queriesDoubt(part, value);
      if (found) return found;
    } else if (!compound.others.includes(part))
      return doubt(
        key,
        i18n.translate('security.roleForm.dlsUnknownPart', {
          defaultMessage: '“{part}” is no part of “{kind}”, which takes {parts}.',
          values: { part, kind, parts: compound.queries.join(', ') },
        })
      );
  }
  return undefined;
}

function queriesDoubt(part: string, value: Node): DlsFinding | undefined {
  for (const query of value.type === 'array' ? (value.children ?? []) : [value]) {
    if (query.type !== 'object')
      return doubt(
        query,
        i18n.translate('security.roleForm.dlsPartObject', {
          defaultMessage: '“{part}” takes queries, which are JSON objects.',
          values: { part },
        })
      );
    const found = queryDoubt(query);
    if (found) return found;
  }
  return undefined;
}

const propertiesOf = (
  node: Node
): ReadonlyArray<{
  readonly key: Node;
  readonly value: Node;
}> =>
  node.type !== 'object'
    ? []
    : (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
        key && value ? [{ key, value }] : []
      );

const doubt = ({ offset, length }: Node, text: string): DlsFinding => ({
  text,
  at: { offset, length },
});

/**
 * Known query types and the parts of them that contain queries. Source: the query DSL of OpenSearch
 * 3. Plugins can add types, so unknown types are a warning, never an error.
 */
import { t } from '@sd/core/public';
import type { Node } from 'jsonc-parser';

/** Finding in the text of a query. */
export interface DlsFinding {
  readonly text: string;
  /** Position; absent if it concerns the whole text. */
  readonly at?: { readonly offset: number; readonly length: number };
}

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

/**
 * First questionable part of a query.
 * @param query - a JSON object node
 */
export function queryWarning(query: Node): DlsFinding | undefined {
  for (const { key, value } of propertiesOf(query)) {
    const kind = String(key.value);
    if (!KINDS.has(kind))
      return warning(
        key,
        t('security.roleForm.dlsUnknownKind', 'OpenSearch has no “{kind}” query.', {
          kind,
        })
      );
    const found = Object.hasOwn(COMPOUNDS, kind)
      ? partsWarning(kind, COMPOUNDS[kind] as Compound, value)
      : undefined;
    if (found) return found;
  }
  return undefined;
}

function partsWarning(kind: string, compound: Compound, node: Node): DlsFinding | undefined {
  for (const { key, value } of propertiesOf(node)) {
    const part = String(key.value);
    if (compound.queries.includes(part)) {
      const found = queriesWarning(part, value);
      if (found) return found;
    } else if (!compound.others.includes(part))
      return warning(
        key,
        t('security.roleForm.dlsUnknownPart', '“{kind}” has no “{part}”. It takes {parts}.', {
          part,
          kind,
          parts: compound.queries.join(', '),
        })
      );
  }
  return undefined;
}

function queriesWarning(part: string, value: Node): DlsFinding | undefined {
  for (const query of value.type === 'array' ? (value.children ?? []) : [value]) {
    if (query.type !== 'object')
      return warning(
        query,
        t('security.roleForm.dlsPartObject', '“{part}” takes queries (JSON objects).', {
          part,
        })
      );
    const found = queryWarning(query);
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

const warning = ({ offset, length }: Node, text: string): DlsFinding => ({
  text,
  at: { offset, length },
});

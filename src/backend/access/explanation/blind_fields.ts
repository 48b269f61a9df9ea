/**
 * Queries of documents look through the same restrictions as those who search: what is hidden or
 * masked meets no condition. Source: docs/reference/engine.md#documents-fields-and-masks.
 */
import type { Restrictions } from '../../../contracts/api';
import { isJsonObject } from '../../model/entity_shape';
import { PatternSet } from '../patterns/pattern';

/** Their objects have fields for keys. */
const BY_FIELD = new Set([
  'term', 'terms', 'terms_set', 'match', 'match_phrase', 'match_phrase_prefix', 'match_bool_prefix', 'prefix', 'wildcard', 'regexp',
  'fuzzy', 'range', 'intervals', 'span_term', 'geo_bounding_box', 'geo_distance', 'geo_polygon', 'geo_shape',
]); // prettier-ignore
/** Keys beside the field that are none. */
const OPTIONS = new Set([
  'boost',
  '_name',
  'distance',
  'distance_type',
  'validation_method',
  'ignore_unmapped',
]);

/** @returns fields of the queries that nobody under these restrictions can search by, ascending */
export function blindFields({ documents, fields, masking }: Restrictions): readonly string[] {
  if (documents.mode !== 'some' || (fields.mode === 'all' && masking.mode === 'none')) return [];
  const shown = new PatternSet(fields.fields);
  const masked = new PatternSet(masking.fields.map((expression) => fieldOf(expression)));
  const isHidden = (field: string): boolean => {
    const levels = withParents(field);
    if (fields.mode === 'exclude') return levels.some((level) => shown.mayMatch(level));
    return fields.mode === 'include' && !levels.some((level) => shown.matches(level));
  };
  const isBlind = (field: string): boolean => {
    const searched = field.replace(/\.keyword$/, '');
    return !field.startsWith('_') && (isHidden(searched) || masked.mayMatch(searched));
  };
  const asked = new Set<string>();
  for (const query of documents.queries) collectFields(JSON.parse(query), asked);
  return [...asked].filter(isBlind).sort();
}

/** Of a masking expression. */
const fieldOf = (expression: string): string => expression.split('::', 1)[0] ?? '';

/** `a.b.c`, `a.b`, `a`. */
function withParents(field: string): readonly string[] {
  const parts = field.split('.');
  return parts.map((_part, at) => parts.slice(0, parts.length - at).join('.'));
}

/** Without recursion: queries may be as deep as they are long. */
function collectFields(query: unknown, found: Set<string>): void {
  const left: unknown[] = [query];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (Array.isArray(part)) for (const one of part) left.push(one);
    if (!isJsonObject(part)) continue;
    for (const [kind, content] of Object.entries(part)) {
      if (kind === 'field' && typeof content === 'string') found.add(content);
      else if (kind === 'fields' && Array.isArray(content)) addNames(content, found);
      else if (BY_FIELD.has(kind) && isJsonObject(content)) addKeys(content, found);
      else left.push(content);
    }
  }
}

/** `title^2` is the field `title`. */
function addNames(names: readonly unknown[], found: Set<string>): void {
  for (const name of names) if (typeof name === 'string') found.add(name.split('^', 1)[0] ?? '');
}

function addKeys(content: Record<string, unknown>, found: Set<string>): void {
  for (const key of Object.keys(content)) if (!OPTIONS.has(key)) found.add(key);
}

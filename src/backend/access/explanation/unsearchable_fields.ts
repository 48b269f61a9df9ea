/**
 * DLS queries are subject to the same restrictions as the user's searches: conditions on hidden or
 * masked fields match nothing.
 */
import type { DocumentAccess, Restrictions } from '../../../contracts/api';
import { isJsonObject } from '../../model/entity_shape';
import { maskedName } from '../../model/masked_field';
import { PatternSet } from '../patterns/pattern';

/** Query kinds whose objects have field names as keys. */
const BY_FIELD = new Set([
  'term',
  'terms',
  'terms_set',
  'match',
  'match_phrase',
  'match_phrase_prefix',
  'match_bool_prefix',
  'prefix',
  'wildcard',
  'regexp',
  'fuzzy',
  'range',
  'intervals',
  'span_term',
  'geo_bounding_box',
  'geo_distance',
  'geo_polygon',
  'geo_shape',
]);
/** Keys of these objects that are not fields. */
const OPTIONS = new Set([
  'boost',
  '_name',
  'distance',
  'distance_type',
  'validation_method',
  'ignore_unmapped',
]);
/** Query kinds that search all fields unless they name some. */
const ABOUT_ALL = new Set(['query_string', 'simple_query_string', 'multi_match', 'more_like_this']);
const ALL_FIELDS = '*';
/** `name:` in the text of a `query_string`. Quoted text of this form also matches. */
const NAMED_IN_TEXT = /([^\s()[\]{}+\-!:"/\\][^\s()[\]{}!:"/\\]*):/g;
const EXISTS_IN_TEXT = /_exists_:\s*([^\s()]+)/g;

/** Fields that a query has conditions on, and fields that must only exist. */
interface SearchedFields {
  readonly conditions: Set<string>;
  readonly presences: Set<string>;
}

/**
 * Query fields that cannot be searched under these restrictions, and fields for which it depends on
 * the mapping. Ascending; omitted if empty.
 */
export function unsearchableFields({
  documents,
  fields,
  masking,
}: Restrictions): Pick<DocumentAccess, 'blind_fields' | 'uncertain_fields'> {
  if (documents.mode !== 'some' || (fields.mode === 'all' && masking.mode === 'none')) return {};
  const patterns = new PatternSet(fields.fields);
  const masks = masking.fields.map(maskedName);
  const masked = new PatternSet(masks);
  const isHidden = (field: string): boolean => {
    const levels = withParents(field);
    if (fields.mode === 'exclude') return levels.some((level) => patterns.mayMatch(level));
    return fields.mode === 'include' && !levels.some((level) => patterns.matches(level));
  };
  const isKnown = (field: string): boolean => !field.startsWith('_') && !field.includes('*');
  const searchText = (field: string): string => field.replace(/\.keyword$/, '');
  const isBlind = (field: string): boolean =>
    isKnown(field) && (isHidden(searchText(field)) || masked.mayMatch(searchText(field)));
  const concealed = fields.mode === 'exclude' ? [...masks, ...fields.fields] : masks;
  const isPartlyBlind = (pattern: string): boolean =>
    pattern.includes('*') &&
    (fields.mode === 'include' || concealed.some((other) => mayShare(pattern, other)));
  const queried: SearchedFields = { conditions: new Set(), presences: new Set() };
  for (const query of documents.queries) collectFields(JSON.parse(query), queried);
  const blind = new Set([...queried.conditions].filter(isBlind));
  const uncertain = [...queried.conditions, ...queried.presences].filter(isPartlyBlind);
  for (const field of queried.presences) {
    if (isKnown(field) && isHidden(searchText(field))) blind.add(field);
    else if (isBlind(field)) uncertain.push(field);
  }
  return {
    ...(blind.size > 0 && { blind_fields: [...blind].sort() }),
    ...(uncertain.length > 0 && { uncertain_fields: [...new Set(uncertain)].sort() }),
  };
}

/**
 * Whether two patterns can match the same name, judged by the text before their first wildcards.
 */
function mayShare(one: string, other: string): boolean {
  const [start = '', otherStart = ''] = [one, other].map((pattern) => pattern.split('*', 1)[0]);
  return start.startsWith(otherStart) || otherStart.startsWith(start);
}

/** `a.b.c`, `a.b`, `a`. */
function withParents(field: string): readonly string[] {
  const parts = field.split('.');
  return parts.map((_part, at) => parts.slice(0, parts.length - at).join('.'));
}

/** @param query - a valid DLS query without placeholders */
export function queriedFields(query: string): ReadonlySet<string> {
  const queried: SearchedFields = { conditions: new Set(), presences: new Set() };
  collectFields(JSON.parse(query), queried);
  return new Set([...queried.conditions, ...queried.presences]);
}

/** Not recursive, because queries can be nested very deeply. */
function collectFields(query: unknown, queried: SearchedFields): void {
  const pending: unknown[] = [query];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (Array.isArray(part)) for (const one of part) pending.push(one);
    if (!isJsonObject(part)) continue;
    for (const [kind, content] of Object.entries(part)) {
      const isOwn = isJsonObject(content);
      if (kind === 'exists' && isOwn) add(content['field'], queried.presences);
      else if (ABOUT_ALL.has(kind) && isOwn) addSearched(kind, content, queried);
      else if (kind === 'field' || kind === 'default_field') add(content, queried.conditions);
      else if (kind === 'fields') add(content, queried.conditions);
      else if (BY_FIELD.has(kind) && isOwn) addKeys(content, queried.conditions);
      else pending.push(content);
    }
  }
}

function addSearched(
  kind: string,
  content: Record<string, unknown>,
  queried: SearchedFields
): void {
  const { fields, default_field: byDefault, query } = content;
  add(fields ?? byDefault ?? ALL_FIELDS, queried.conditions);
  if (kind !== 'query_string' || typeof query !== 'string') return;
  for (const [, field = ''] of query.matchAll(NAMED_IN_TEXT)) add(field, queried.conditions);
  for (const [, field = ''] of query.matchAll(EXISTS_IN_TEXT)) add(field, queried.presences);
}

/** `title^2` is the field `title`. */
function add(names: unknown, found: Set<string>): void {
  for (const name of [names].flat())
    if (typeof name === 'string') found.add(name.split('^', 1)[0] ?? '');
}

function addKeys(content: Record<string, unknown>, found: Set<string>): void {
  for (const key of Object.keys(content)) if (!OPTIONS.has(key)) found.add(key);
}

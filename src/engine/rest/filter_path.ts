/**
 * The global parameter `filter_path`: which parts of an answer to send. Source: OpenSearch, "Common REST
 * parameters". Dots separate levels, `*` is a part of a name, `**` any number of levels, a leading `-` leaves
 * out; several filters are separated by commas.
 */
import { matchesWildcard } from '../evaluation/pattern';
import { isJsonObject } from '../model/entity_shape';

type Path = readonly string[];

const MAX_FILTERS = 100;

export function filterPath(body: unknown, filter: string): unknown {
  const filters = filter
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .slice(0, MAX_FILTERS);
  const excluded = filters
    .filter((one) => one.startsWith('-'))
    .map((one) => one.slice(1).split('.'));
  const included = filters.filter((one) => !one.startsWith('-')).map((one) => one.split('.'));
  const kept = included.length > 0 ? pick(body, included) : body;
  const rest = excluded.length > 0 ? omit(kept, excluded) : kept;
  return rest ?? {};
}

/** What is left of the filters below a key; an empty path means that the whole value is meant. */
const below = (paths: readonly Path[], key: string): readonly Path[] =>
  paths.flatMap((path) => {
    const [head = '', ...tail] = path;
    if (head === '**') return [path, ...below([tail], key)];
    return path.length > 0 && matchesWildcard(head, key) ? [tail] : [];
  });

const isHit = (paths: readonly Path[]): boolean =>
  paths.some((path) => path.every((part) => part === '**'));

function pick(value: unknown, paths: readonly Path[]): unknown {
  if (isHit(paths)) return value;
  if (Array.isArray(value)) {
    const elements = value
      .map((element) => pick(element, paths))
      .filter((element) => element !== undefined);
    return elements.length > 0 ? elements : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value)
    .map(([key, child]) => [key, pick(child, below(paths, key))] as const)
    .filter(([, child]) => child !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function omit(value: unknown, paths: readonly Path[]): unknown {
  if (paths.length === 0) return value;
  if (Array.isArray(value)) return value.map((element) => omit(element, paths));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value)
    .map(([key, child]) => [key, child, below(paths, key)] as const)
    .filter(([, , deeper]) => !isHit(deeper))
    .map(([key, child, deeper]) => [key, omit(child, deeper)] as const);
  return Object.fromEntries(entries);
}

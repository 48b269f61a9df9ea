/** Collects configuration values from file, environment and arguments, with their origins. */
import type { Leaf } from './schema_walk';
import { coerceText } from './schema_walk';
import { EnvironmentText, isTree, type ConfigTree } from './config_file';
import { RENAMED_KEYS } from './dashboards_keys';

export interface Assignment {
  readonly leaf: Leaf;
  /** Set if a dotted key assigns one entry of a map. */
  readonly entry?: string;
  readonly value: unknown;
  /** For error messages: `config/security-dashboards.yml`, `SD_SERVER_PORT`, `--server.port`. */
  readonly origin: string;
  /** Set if the key was given under another name. */
  readonly renamedFrom?: string;
}

export interface KeyIndex {
  readonly leaves: ReadonlyMap<string, Leaf>;
  readonly maps: readonly Leaf[];
  readonly prefixes: ReadonlySet<string>;
}

const ENVIRONMENT_PREFIX = 'SD_';

export function indexKeys(leaves: readonly Leaf[]): KeyIndex {
  const prefixes = new Set<string>();
  for (const key of [...leaves.map((leaf) => leaf.key), ...Object.keys(RENAMED_KEYS)]) {
    for (let dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1))
      prefixes.add(key.slice(0, dot));
  }
  return {
    leaves: new Map(leaves.map((leaf) => [leaf.key, leaf])),
    maps: leaves.filter((leaf) => leaf.isMap),
    prefixes,
  };
}

/** `server.keepaliveTimeout` becomes `SD_SERVER_KEEPALIVETIMEOUT`; names are case-insensitive. */
export const environmentName = (key: string): string =>
  ENVIRONMENT_PREFIX + key.toUpperCase().replace(/[^A-Z0-9]/g, '_');

type Found = { leaf: Leaf; entry?: string; renamedFrom?: string };

/** Returns `undefined` for keys of unregistered sections, too. */
function findLeaf(index: KeyIndex, key: string): Found | undefined {
  const renamed = RENAMED_KEYS[key];
  if (renamed) {
    const found = findLeaf(index, renamed.key);
    return found && { ...found, renamedFrom: key };
  }
  const leaf = index.leaves.get(key);
  if (leaf) return { leaf };
  const map = index.maps.find((candidate) => key.startsWith(`${candidate.key}.`));
  return map && { leaf: map, entry: key.slice(map.key.length + 1) };
}

/** Current names override the names that they replace, regardless of their order in one source. */
const inOrder = (assignments: Assignment[]): Assignment[] => {
  const isRenamed = ({ renamedFrom }: Assignment) => renamedFrom !== undefined;
  return [...assignments.filter(isRenamed), ...assignments.filter((one) => !isRenamed(one))];
};

function assignment(found: Found, value: unknown, origin: string): Assignment[] {
  const { renamedFrom } = found;
  if (renamedFrom === undefined) return [{ ...found, value, origin }];
  const convert = RENAMED_KEYS[renamedFrom]?.convert;
  const converted = convert && value !== null ? convert(value) : value;
  if (converted === undefined) return [];
  return [{ ...found, value: converted, origin: `${origin}, as ${renamedFrom}` }];
}

/** Reads the file's assignments. Calls `onUnknown` for undeclared keys. */
export function fromFile(
  tree: ConfigTree,
  origin: string,
  index: KeyIndex,
  onUnknown: (key: string, value: unknown) => void = () => undefined
): Assignment[] {
  const walk = (node: ConfigTree, prefix: string): Assignment[] =>
    Object.entries(node).flatMap(([name, child]) => {
      const key = prefix === '' ? name : `${prefix}.${name}`;
      const found = findLeaf(index, key);
      if (found) return assignment(found, fromYaml(child, found), origin);
      if (index.prefixes.has(key) && child === null) return [];
      if (isTree(child) && (index.prefixes.has(key) || Object.keys(child).length > 0))
        return walk(child, key);
      onUnknown(key, child);
      return [];
    });
  return inOrder(walk(tree, ''));
}

function fromYaml(value: unknown, { leaf, entry }: Found): unknown {
  if (value instanceof EnvironmentText)
    return entry ? value.text : coerceText(value.text, leaf.schema);
  // OpenSearch Dashboards accepts a single item without brackets.
  if (leaf.schema['type'] === 'array' && typeof value === 'string') return [value];
  if (!isTree(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      child instanceof EnvironmentText ? child.text : child,
    ])
  );
}

export function fromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  index: KeyIndex,
  onUnknown: (name: string) => void = () => undefined
): Assignment[] {
  const keys = [...index.leaves.keys(), ...Object.keys(RENAMED_KEYS)];
  const byName = new Map(keys.map((key) => [environmentName(key), findLeaf(index, key)]));
  const assignments = Object.entries(env).flatMap(([name, text]) => {
    if (!name.toUpperCase().startsWith(ENVIRONMENT_PREFIX) || text === undefined || text === '')
      return [];
    const found = byName.get(name.toUpperCase());
    if (found) return assignment(found, textValue(text, found), name);
    onUnknown(name);
    return [];
  });
  return inOrder(assignments);
}

export function fromArguments(
  settings: ReadonlyArray<readonly [key: string, text: string]>,
  index: KeyIndex,
  onUnknown: (key: string) => void = () => undefined
): Assignment[] {
  const assignments = settings.flatMap(([key, text]) => {
    const found = findLeaf(index, key);
    if (found) return assignment(found, textValue(text, found), `--${key}`);
    onUnknown(key);
    return [];
  });
  return inOrder(assignments);
}

/** Converted keys of OpenSearch Dashboards and map entries have no schema type of their own. */
const textValue = (text: string, { leaf, entry, renamedFrom }: Found): unknown => {
  const isConverted = renamedFrom !== undefined && RENAMED_KEYS[renamedFrom]?.convert;
  return entry || isConverted ? scalar(text) : coerceText(text, leaf.schema);
};

/** Map entries have no declared type: parsed as JSON if possible, else text. */
function scalar(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

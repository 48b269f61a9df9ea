/**
 * Where values come from: file, environment, arguments; each as a list of key, value and origin.
 */
import type { Leaf } from './schema_walk';
import { coerceText } from './schema_walk';
import { EnvironmentText, isTree, type ConfigTree } from './config_file';

export interface Assignment {
  readonly leaf: Leaf;
  /** Set when one entry of a map is assigned by a dotted key. */
  readonly entry?: string;
  readonly value: unknown;
  /** For error lines: `config/security-dashboards.yml`, `SD_SERVER_PORT`, `--server.port`. */
  readonly origin: string;
}

export interface KeyIndex {
  readonly leaves: ReadonlyMap<string, Leaf>;
  readonly maps: readonly Leaf[];
  readonly prefixes: ReadonlySet<string>;
}

const ENVIRONMENT_PREFIX = 'SD_';

export function indexKeys(leaves: readonly Leaf[]): KeyIndex {
  const prefixes = new Set<string>();
  for (const { key } of leaves) {
    for (let dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1))
      prefixes.add(key.slice(0, dot));
  }
  return {
    leaves: new Map(leaves.map((leaf) => [leaf.key, leaf])),
    maps: leaves.filter((leaf) => leaf.isMap),
    prefixes,
  };
}

/**
 * `server.keepaliveTimeout` is `SD_SERVER_KEEPALIVETIMEOUT`; upper and lower case do not matter.
 */
export const environmentName = (key: string): string =>
  ENVIRONMENT_PREFIX + key.toUpperCase().replace(/[^A-Z0-9]/g, '_');

type Found = { leaf: Leaf; entry?: string };

function findLeaf(index: KeyIndex, key: string): Found | undefined {
  const leaf = index.leaves.get(key);
  if (leaf) return { leaf };
  const map = index.maps.find((candidate) => key.startsWith(`${candidate.key}.`));
  return map && { leaf: map, entry: key.slice(map.key.length + 1) };
}

/** Walks the file. `onUnknown` hears of keys that nobody declared. */
export function fromFile(
  tree: ConfigTree,
  origin: string,
  index: KeyIndex,
  onUnknown: (key: string) => void = () => undefined
): Assignment[] {
  const walk = (node: ConfigTree, prefix: string): Assignment[] =>
    Object.entries(node).flatMap(([name, child]) => {
      const key = prefix === '' ? name : `${prefix}.${name}`;
      const found = findLeaf(index, key);
      if (found) return [{ ...found, value: fromYaml(child, found), origin }];
      if (index.prefixes.has(key) && child === null) return [];
      if (isTree(child) && (index.prefixes.has(key) || Object.keys(child).length > 0))
        return walk(child, key);
      onUnknown(key);
      return [];
    });
  return walk(tree, '');
}

function fromYaml(value: unknown, { leaf, entry }: Found): unknown {
  if (value instanceof EnvironmentText)
    return entry ? value.text : coerceText(value.text, leaf.schema);
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
  const byName = new Map(
    [...index.leaves.values()].map((leaf) => [environmentName(leaf.key), leaf])
  );
  return Object.entries(env).flatMap(([name, text]) => {
    if (!name.toUpperCase().startsWith(ENVIRONMENT_PREFIX) || text === undefined || text === '')
      return [];
    const leaf = byName.get(name.toUpperCase());
    if (leaf) return [{ leaf, value: coerceText(text, leaf.schema), origin: name }];
    onUnknown(name);
    return [];
  });
}

export function fromArguments(
  settings: ReadonlyArray<readonly [key: string, text: string]>,
  index: KeyIndex,
  onUnknown: (key: string) => void = () => undefined
): Assignment[] {
  return settings.flatMap(([key, text]) => {
    const found = findLeaf(index, key);
    if (found) {
      const value = found.entry ? scalar(text) : coerceText(text, found.leaf.schema);
      return [{ ...found, value, origin: `--${key}` }];
    }
    onUnknown(key);
    return [];
  });
}

/** Entries of maps have no type of their own: JSON when it is JSON, else text. */
function scalar(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

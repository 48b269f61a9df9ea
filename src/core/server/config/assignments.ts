/** Collects configuration values from files, environment and arguments, with their origins. */
import type { TSchema } from '@sinclair/typebox';
import { isTree, type ConfigFile, type ConfigTree } from './config_file';
import { RENAMED_KEYS, RENAMED_SECTIONS } from './dashboards_keys';
import {
  assertOnlyFile,
  readTextFile,
  ReferenceProblem,
  replaceReferences,
  type Environment,
} from './references';
import { coerceText, findMember, type Leaf } from './schema_walk';

export interface Assignment {
  readonly leaf: Leaf;
  /** Set if a dotted key assigns one entry of a map. */
  readonly entry?: string;
  readonly value: unknown;
  /** For error messages: `config/security-dashboards.yml`, `SD_SERVER_PORT`, `--server.port`. */
  readonly origin: string;
  /** Set if the key was given under another name. */
  readonly renamedFrom?: string;
  /** Why there is no value: a variable or a file that it refers to cannot be read. */
  readonly problem?: string;
}

export interface KeyIndex {
  readonly leaves: ReadonlyMap<string, Leaf>;
  readonly maps: readonly Leaf[];
  readonly prefixes: ReadonlySet<string>;
  /** Every name of a key: its own, and earlier ones. */
  readonly names: readonly string[];
}

const ENVIRONMENT_PREFIX = 'SD_';
const FILE_SUFFIX = '_FILE';

export function indexKeys(leaves: readonly Leaf[]): KeyIndex {
  const own = leaves.map((leaf) => leaf.key);
  const names = [...own, ...Object.keys(RENAMED_KEYS)];
  for (const [section, current] of Object.entries(RENAMED_SECTIONS))
    names.push(
      ...names
        .filter((key) => key.startsWith(`${current}.`))
        .map((key) => section + key.slice(current.length))
    );
  const prefixes = new Set<string>();
  for (const key of names) {
    for (let dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1))
      prefixes.add(key.slice(0, dot));
  }
  return {
    leaves: new Map(leaves.map((leaf) => [leaf.key, leaf])),
    maps: leaves.filter((leaf) => leaf.isMap),
    prefixes,
    names,
  };
}

/** `server.keepaliveTimeout` becomes `SD_SERVER_KEEPALIVETIMEOUT`; names are case-insensitive. */
export const environmentName = (key: string): string =>
  ENVIRONMENT_PREFIX + key.toUpperCase().replace(/[^A-Z0-9]/g, '_');

/** `elasticsearch.hosts` is `opensearch.hosts` now; other keys stay. */
export function inCurrentSection(key: string): string {
  const [section = ''] = key.split('.', 1);
  const current = Object.hasOwn(RENAMED_SECTIONS, section) ? RENAMED_SECTIONS[section] : undefined;
  return current === undefined ? key : current + key.slice(section.length);
}

interface Found {
  readonly leaf: Leaf;
  readonly entry?: string;
  readonly renamedFrom?: string;
  readonly convert?: ((value: unknown) => unknown) | undefined;
}

/** Returns `undefined` for keys of unregistered sections, too. */
function findLeaf(index: KeyIndex, key: string): Found | undefined {
  const current = inCurrentSection(key);
  if (current !== key) {
    const found = findLeaf(index, current);
    return found && { ...found, renamedFrom: key };
  }
  const renamed = Object.hasOwn(RENAMED_KEYS, key) ? RENAMED_KEYS[key] : undefined;
  if (renamed) {
    const found = findLeaf(index, renamed.key);
    return found && { ...found, renamedFrom: key, convert: renamed.convert };
  }
  const leaf = index.leaves.get(key);
  if (leaf) return { leaf };
  const map = index.maps.find((candidate) => key.startsWith(`${candidate.key}.`));
  return map && { leaf: map, entry: key.slice(map.key.length + 1) };
}

const schemaAt = ({ leaf, entry }: Found): TSchema | undefined =>
  entry === undefined ? leaf.schema : findMember(leaf.schema, entry);

/** Current names override the names that they replace, regardless of their order in one source. */
const inOrder = (assignments: Assignment[]): Assignment[] => {
  const isRenamed = ({ renamedFrom }: Assignment) => renamedFrom !== undefined;
  return [...assignments.filter(isRenamed), ...assignments.filter((one) => !isRenamed(one))];
};

/** @param read - returns the value; may throw a {@link ReferenceProblem} */
function assign(found: Found, source: string, read: () => unknown): Assignment[] {
  const { convert, ...target } = found;
  const origin = found.renamedFrom === undefined ? source : `${source}, as ${found.renamedFrom}`;
  try {
    const value = read();
    const converted = convert && value !== null ? convert(value) : value;
    return converted === undefined ? [] : [{ ...target, value: converted, origin }];
  } catch (error) {
    if (!(error instanceof ReferenceProblem)) throw error;
    return [{ ...target, value: undefined, origin, problem: error.message }];
  }
}

/** Reads the assignments of a file. Calls `onUnknown` for undeclared keys. */
export function fromFile(
  { tree, name: origin }: ConfigFile,
  index: KeyIndex,
  env: Environment,
  onUnknown: (key: string, value: unknown) => void = () => undefined
): Assignment[] {
  const walk = (node: ConfigTree, prefix: string): Assignment[] =>
    Object.entries(node).flatMap(([name, child]) => {
      const key = prefix === '' ? name : `${prefix}.${name}`;
      const found = findLeaf(index, key);
      if (found) return assign(found, origin, () => valueInFile(child, found, env));
      if (index.prefixes.has(key) && child === null) return [];
      if (isTree(child) && (index.prefixes.has(key) || Object.keys(child).length > 0))
        return walk(child, key);
      onUnknown(key, child);
      return [];
    });
  return inOrder(walk(tree, ''));
}

function valueInFile(value: unknown, found: Found, env: Environment): unknown {
  const schema = schemaAt(found);
  const replaced = replaceReferences(value, schema, env);
  // OpenSearch Dashboards accepts a single item without brackets.
  return schema?.['type'] === 'array' && typeof replaced === 'string' ? [replaced] : replaced;
}

/** Each key has a variable, and one with `_FILE` that names a file with the value. */
export function fromEnvironment(
  env: Environment,
  index: KeyIndex,
  onUnknown: (name: string) => void = () => undefined
): Assignment[] {
  const byName = new Map(index.names.map((key) => [environmentName(key), findLeaf(index, key)]));
  const assignments = Object.entries(env).flatMap(([name, text]) => {
    const upper = name.toUpperCase();
    if (!upper.startsWith(ENVIRONMENT_PREFIX) || text === undefined || text === '') return [];
    const found = isServiceLink(upper, text) ? undefined : byName.get(upper);
    if (found) return assign(found, name, () => valueOfText(text, found));
    const own = name.slice(0, -FILE_SUFFIX.length);
    const inFile = upper.endsWith(FILE_SUFFIX) ? byName.get(own.toUpperCase()) : undefined;
    if (inFile)
      return assign(inFile, name, () => {
        assertOnlyFile(own, env);
        return valueOfText(readTextFile(text), inFile);
      });
    onUnknown(name);
    return [];
  });
  return inOrder(assignments);
}

/** Kubernetes tells each container the address of a service `sd-server` in `SD_SERVER_PORT`. */
const isServiceLink = (name: string, text: string): boolean =>
  name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(text);

export function fromArguments(
  settings: ReadonlyArray<readonly [key: string, text: string]>,
  index: KeyIndex,
  onUnknown: (key: string) => void = () => undefined
): Assignment[] {
  const assignments = settings.flatMap(([key, text]) => {
    const found = findLeaf(index, key);
    if (found) return assign(found, `--${key}`, () => valueOfText(text, found));
    onUnknown(key);
    return [];
  });
  return inOrder(assignments);
}

/** Converted keys of OpenSearch Dashboards and map entries have no schema type of their own. */
const valueOfText = (text: string, { leaf, entry, convert }: Found): unknown =>
  entry !== undefined || convert ? parseScalar(text) : coerceText(text, leaf.schema);

/** Map entries have no declared type: parsed as JSON if possible, else text. */
function parseScalar(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

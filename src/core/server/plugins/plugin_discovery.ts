/** Discovers plugin folders: those included in the build, and those listed in `plugins.paths`. */
import { basename, dirname, join, resolve } from 'node:path';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { DiscoveredPlugin, Privilege } from './types';
import type { PluginManifest } from '../../common';
import type { Logger } from '../logging';
import { StartError } from '../start_error';

/** Ids of the product's plugins with privileges. The only place where core names a plugin. */
const HOLDERS: Readonly<Record<Privilege, readonly string[]>> = {
  backend: ['security', 'alarms', 'clusters', 'findings', 'requests'],
};

const isPrivilege = (name: unknown): name is Privilege =>
  typeof name === 'string' && Object.hasOwn(HOLDERS, name);

/**
 * Checks both id and folder, because an external plugin may use any id.
 * @param ownFolders - folders of the product's own plugins
 * @returns an error if the plugin requests a privilege that it may not have
 */
function privilegeProblem(
  { manifest: { id }, path, privileges }: DiscoveredPlugin,
  ownFolders: readonly string[]
): string | undefined {
  const isOwn = ownFolders.some((folder) => resolve(folder) === dirname(resolve(path)));
  const refused = privileges.find((name) => !isOwn || !HOLDERS[name].includes(id));
  return refused === undefined
    ? undefined
    : `Plugin "${id}" asks for the privilege "${refused}", which only these plugins of the product have: ${HOLDERS[refused].join(', ')}. Remove the key "privileges".`;
}

/** The first existing file is used. */
const MANIFEST_FILES = ['plugin.json', 'opensearch_dashboards.json', 'kibana.json'] as const;
const OWN_FILE = MANIFEST_FILES[0];

const KNOWN = new Set([
  'id',
  'version',
  'kibanaVersion',
  'configPath',
  'moreConfigPaths',
  'requiredPlugins',
  'optionalPlugins',
  'server',
  'ui',
  'privileges',
]);
/** Keys that have no meaning in manifests of OpenSearch Dashboards. */
const OWN_KEYS: readonly string[] = ['kibanaVersion', 'moreConfigPaths', 'privileges'];
const ALWAYS_COMPATIBLE = 'kibana';
const ID = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** JSON errors quote the file. */
const REASON_MAX_LENGTH = 300;

class PluginManifestError extends Error {}

interface ReadManifestOptions {
  readonly productName: string;
  readonly productVersion: string;
}

/** Absolute path; undefined if the folder is not a plugin. */
const getManifestFile = (folder: string): string | undefined =>
  MANIFEST_FILES.map((name) => join(folder, name)).find((file) => existsSync(file));

interface ReadManifest {
  readonly manifest: PluginManifest;
  /** Keys of OpenSearch Dashboards manifests that have no effect here. */
  readonly ignored: readonly string[];
  readonly privileges: readonly Privilege[];
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new PluginManifestError(`Plugin manifest ${file} cannot be read: ${findReason(error)}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PluginManifestError(
      `Plugin manifest ${file} is not valid JSON: ${findReason(error)}`
    );
  }
}

const findReason = (error: unknown): string =>
  (error as Error).message.slice(0, REASON_MAX_LENGTH).replace(/\s+/g, ' ');

/** @throws {PluginManifestError} with one of the documented texts */
function readPluginManifest(file: string, options: ReadManifestOptions): ReadManifest {
  const raw = readJson(file);
  if (basename(file) === OWN_FILE || typeof raw !== 'object' || raw === null)
    return { manifest: parseManifest(raw, options), ignored: [], privileges: getPrivileges(raw) };
  const known = Object.entries(raw).filter(([key]) => isKnownKey(key));
  const ignored = Object.keys(raw).filter((key) => !isKnownKey(key));
  return { manifest: parseManifest(Object.fromEntries(known), options), ignored, privileges: [] };
}

function getPrivileges(raw: unknown): readonly Privilege[] {
  const { id, privileges = [] } = (raw ?? {}) as { id?: unknown; privileges?: unknown };
  if (Array.isArray(privileges) && privileges.every(isPrivilege)) return privileges;
  return fail(
    `The "privileges" in plugin manifest for "${String(id)}" should be an array of known privileges.`
  );
}

/** The version of another product is irrelevant here. */
const isKnownKey = (key: string): boolean => KNOWN.has(key) && !OWN_KEYS.includes(key);

export function parseManifest(
  raw: unknown,
  { productName, productVersion }: ReadManifestOptions
): PluginManifest {
  const manifest = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  const { id, version } = manifest;
  if (typeof id !== 'string' || id === '') fail('Plugin manifest must contain an "id" property.');
  if (id.includes('.')) fail('Plugin "id" must not include `.` characters.');
  // The id becomes part of file names and URLs.
  if (!ID.test(id))
    fail(`Plugin "id" must be letters and digits, preferably in camelCase, got "${id}".`);
  if (typeof version !== 'string' || version === '')
    fail(`Plugin manifest for "${id}" must contain a "version" property.`);
  const requiredVersion = manifest['kibanaVersion'] ?? ALWAYS_COMPATIBLE;
  if (
    requiredVersion !== ALWAYS_COMPATIBLE &&
    plainVersion(String(requiredVersion)) !== plainVersion(productVersion)
  ) {
    fail(
      `Plugin "${id}" is only compatible with ${productName} version "${String(requiredVersion)}", but used ${productName} version is "${productVersion}".`
    );
  }
  const configPath = manifest['configPath'] ?? snakeCase(id);
  const isPath =
    typeof configPath === 'string' ||
    (Array.isArray(configPath) && configPath.every((part) => typeof part === 'string'));
  if (!isPath)
    fail(
      `The "configPath" in plugin manifest for "${id}" should either be a string or an array of strings.`
    );
  const server = manifest['server'] === true;
  const ui = manifest['ui'] === true;
  if (!server && !ui) {
    fail(
      `Both "server" and "ui" are missing or set to "false" in plugin manifest for "${id}", but at least one of these must be set to "true".`
    );
  }
  const unknown = Object.keys(manifest).filter((key) => !KNOWN.has(key));
  if (unknown.length > 0)
    fail(
      `Manifest for plugin "${id}" contains the following unrecognized properties: ${unknown.join(',')}.`
    );
  return {
    id,
    version,
    configPath: Array.isArray(configPath) ? configPath.join('.') : (configPath as string),
    moreConfigPaths: textList(manifest['moreConfigPaths'], 'moreConfigPaths', id),
    requiredPlugins: textList(manifest['requiredPlugins'], 'requiredPlugins', id),
    optionalPlugins: textList(manifest['optionalPlugins'], 'optionalPlugins', id),
    server,
    ui,
  };
}

function textList(value: unknown, key: string, id: string): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  return fail(`The "${key}" in plugin manifest for "${id}" should be an array of strings.`);
}

const plainVersion = (version: string): string => version.split('-', 1)[0] as string;

const snakeCase = (id: string): string =>
  id
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/-/g, '_')
    .toLowerCase();

function fail(message: string): never {
  throw new PluginManifestError(message);
}

interface DiscoveryOptions extends ReadManifestOptions {
  readonly log: Pick<Logger, 'warn'>;
  /** Folders that contain plugins; a missing one is ignored. */
  readonly searchFolders: readonly string[];
  /** Each is a plugin or a folder of plugins; a missing one is an error. */
  readonly pluginPaths: readonly string[];
}

/** A plugin without a usable manifest. */
export interface FaultyPlugin {
  /** Undefined if the manifest has none. */
  readonly id: string | undefined;
  /** Absolute folder. */
  readonly path: string;
  /** Its section of the configuration, as far as that can be known. */
  readonly configPath: string;
  readonly problem: string;
}

/** The id and section of a manifest that was refused, or what the folder's name suggests. */
function faultyPlugin(path: string, file: string, problem: string): FaultyPlugin {
  const { id, configPath } = toRawKeys(file);
  const known = typeof id === 'string' && ID.test(id) ? id : undefined;
  const parts = [configPath].flat();
  const isPath = parts.length > 0 && parts.every((part) => typeof part === 'string' && part !== '');
  return {
    id: known,
    path,
    configPath: isPath ? parts.join('.') : snakeCase(known ?? basename(path)),
    problem: problem.includes(file) ? problem : `${problem} (${file})`,
  };
}

function toRawKeys(file: string): { readonly id?: unknown; readonly configPath?: unknown } {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as object | null) ?? {};
  } catch {
    return {};
  }
}

export const discoveryFailure = (problems: readonly string[]): string =>
  `Failed to initialize plugins:\n\t${problems.join('\n\t')}`;

/**
 * A manifest that cannot be used concerns its plugin alone. A missing folder of `plugins.paths`, an
 * id that exists twice and a privilege that is not granted stop the start.
 * @throws {StartError} `Failed to initialize plugins:` and every such problem
 */
export function discoverPlugins(options: DiscoveryOptions): {
  readonly plugins: readonly DiscoveredPlugin[];
  readonly faulty: readonly FaultyPlugin[];
} {
  const problems: string[] = [];
  const faulty: FaultyPlugin[] = [];
  const folders = [
    ...options.searchFolders.flatMap(pluginFolders),
    ...options.pluginPaths
      .map((path) => resolve(path))
      .flatMap((path) => {
        if (getManifestFile(path)) return [path];
        const below = pluginFolders(path);
        if (below.length === 0) problems.push(`plugins.paths: there is no plugin in ${path}.`);
        return below;
      }),
  ];
  const found = new Map<string, DiscoveredPlugin>();
  for (const path of new Set(folders)) {
    const file = getManifestFile(path) as string;
    try {
      const { manifest, ignored, privileges } = readPluginManifest(file, options);
      const plugin = { manifest, path, privileges };
      const unfit = privilegeProblem(plugin, options.searchFolders);
      if (unfit !== undefined) problems.push(`${unfit} (${file})`);
      if (ignored.length > 0)
        options.log.warn(
          `Plugin "${manifest.id}": ${file} has keys that mean nothing here and are ignored: ${ignored.join(', ')}.`
        );
      if (found.has(manifest.id))
        problems.push(`Plugin with id "${manifest.id}" is already registered!`);
      else found.set(manifest.id, plugin);
    } catch (error) {
      if (!(error instanceof PluginManifestError)) throw error;
      faulty.push(faultyPlugin(path, file, error.message));
    }
  }
  if (problems.length > 0) throw new StartError(discoveryFailure(problems));
  const plugins = [...found.values()].sort((a, b) => (a.manifest.id < b.manifest.id ? -1 : 1));
  return { plugins, faulty };
}

function pluginFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && getManifestFile(join(folder, entry.name)) !== undefined
    )
    .map((entry) => join(folder, entry.name));
}

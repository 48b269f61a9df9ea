/** Reads and checks the manifest of a plugin: ours, or one under a name of the lineage. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { PluginManifest } from '../../common';
import { isPrivilege } from './privileges';
import type { Privilege } from './types';

/** The first that is there counts. */
const MANIFEST_FILES = ['plugin.json', 'opensearch_dashboards.json', 'kibana.json'] as const;
const OWN_FILE = MANIFEST_FILES[0];

const KNOWN = new Set([
  'id',
  'version',
  'kibanaVersion',
  'configPath',
  'requiredPlugins',
  'optionalPlugins',
  'server',
  'ui',
  'privileges',
]);
/** Keys that a manifest of the lineage cannot mean. */
const OWN_KEYS: readonly string[] = ['kibanaVersion', 'privileges'];
const ALWAYS_COMPATIBLE = 'kibana';

export class PluginManifestError extends Error {}

export interface ReadManifestOptions {
  readonly productName: string;
  readonly productVersion: string;
}

/** Absolute; undefined: the folder is no plugin. */
export const manifestFileOf = (folder: string): string | undefined =>
  MANIFEST_FILES.map((name) => join(folder, name)).find((file) => existsSync(file));

export interface ReadManifest {
  readonly manifest: PluginManifest;
  /** Keys of the lineage that mean nothing here. */
  readonly ignored: readonly string[];
  readonly privileges: readonly Privilege[];
}

/** @throws {PluginManifestError} with one of the documented texts */
export function readPluginManifest(file: string, options: ReadManifestOptions): ReadManifest {
  let raw: unknown;
  try {
    raw = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new PluginManifestError(`Plugin manifest ${file} is not valid JSON.`);
  }
  if (basename(file) === OWN_FILE || typeof raw !== 'object' || raw === null)
    return { manifest: parseManifest(raw, options), ignored: [], privileges: privilegesOf(raw) };
  const kept = Object.entries(raw).filter(([key]) => isKept(key));
  const ignored = Object.keys(raw).filter((key) => !isKept(key));
  return { manifest: parseManifest(Object.fromEntries(kept), options), ignored, privileges: [] };
}

function privilegesOf(raw: unknown): readonly Privilege[] {
  const { id, privileges = [] } = (raw ?? {}) as { id?: unknown; privileges?: unknown };
  if (Array.isArray(privileges) && privileges.every(isPrivilege)) return privileges;
  return fail(
    `The "privileges" in plugin manifest for "${String(id)}" should be an array of known privileges.`
  );
}

/** A version of another product says nothing about this one. */
const isKept = (key: string): boolean => KNOWN.has(key) && !OWN_KEYS.includes(key);

export function parseManifest(
  raw: unknown,
  { productName, productVersion }: ReadManifestOptions
): PluginManifest {
  const manifest = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  const { id, version } = manifest;
  if (typeof id !== 'string' || id === '') fail('Plugin manifest must contain an "id" property.');
  if (id.includes('.')) fail('Plugin "id" must not include `.` characters.');
  // The id becomes part of file names and addresses.
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(id))
    fail(`Plugin "id" must be letters and digits, preferably in camelCase, got "${id}".`);
  if (typeof version !== 'string' || version === '')
    fail(`Plugin manifest for "${id}" must contain a "version" property.`);
  const wanted = manifest['kibanaVersion'] ?? ALWAYS_COMPATIBLE;
  if (
    wanted !== ALWAYS_COMPATIBLE &&
    plainVersion(String(wanted)) !== plainVersion(productVersion)
  ) {
    fail(
      `Plugin "${id}" is only compatible with ${productName} version "${String(wanted)}", but used ${productName} version is "${productVersion}".`
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
    requiredPlugins: idList(manifest['requiredPlugins'], 'requiredPlugins', id),
    optionalPlugins: idList(manifest['optionalPlugins'], 'optionalPlugins', id),
    server,
    ui,
  };
}

function idList(value: unknown, key: string, id: string): readonly string[] {
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

/** Finds plugin folders: those of `src/plugins`, and those that `plugins.paths` names. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartError } from '../start_error';
import {
  MANIFEST_FILE,
  PluginManifestError,
  readPluginManifest,
  type ReadManifestOptions,
} from './plugin_manifest';
import type { DiscoveredPlugin } from './types';

export interface DiscoveryOptions extends ReadManifestOptions {
  /** Folders of plugins; a missing one is empty. */
  readonly searchFolders: readonly string[];
  /** Each a plugin itself or a folder of plugins; a missing one is an error. */
  readonly pluginPaths: readonly string[];
}

/** @throws {StartError} `Failed to initialize plugins:` and every problem found */
export function discoverPlugins(options: DiscoveryOptions): DiscoveredPlugin[] {
  const problems: string[] = [];
  const folders = [
    ...options.searchFolders.flatMap(pluginFolders),
    ...options.pluginPaths
      .map((path) => resolve(path))
      .flatMap((path) => {
        if (existsSync(join(path, MANIFEST_FILE))) return [path];
        const below = pluginFolders(path);
        if (below.length === 0) problems.push(`plugins.paths: there is no plugin in ${path}.`);
        return below;
      }),
  ];
  const found = new Map<string, DiscoveredPlugin>();
  for (const path of new Set(folders)) {
    try {
      const manifest = readPluginManifest(path, options);
      if (found.has(manifest.id))
        problems.push(`Plugin with id "${manifest.id}" is already registered!`);
      else found.set(manifest.id, { manifest, path });
    } catch (error) {
      if (!(error instanceof PluginManifestError)) throw error;
      problems.push(`${error.message} (${join(path, MANIFEST_FILE)})`);
    }
  }
  if (problems.length > 0)
    throw new StartError(`Failed to initialize plugins:\n\t${problems.join('\n\t')}`);
  return [...found.values()].sort((a, b) => (a.manifest.id < b.manifest.id ? -1 : 1));
}

function pluginFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, MANIFEST_FILE)))
    .map((entry) => join(folder, entry.name));
}

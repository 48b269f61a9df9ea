/** Finds plugin folders: those that come with the build, and those that `plugins.paths` names. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from '../logging';
import { StartError } from '../start_error';
import {
  manifestFileOf,
  PluginManifestError,
  readPluginManifest,
  type ReadManifestOptions,
} from './plugin_manifest';
import { privilegeProblem } from './privileges';
import type { DiscoveredPlugin } from './types';

export interface DiscoveryOptions extends ReadManifestOptions {
  readonly log: Pick<Logger, 'warn'>;
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
        if (manifestFileOf(path)) return [path];
        const below = pluginFolders(path);
        if (below.length === 0) problems.push(`plugins.paths: there is no plugin in ${path}.`);
        return below;
      }),
  ];
  const found = new Map<string, DiscoveredPlugin>();
  for (const path of new Set(folders)) {
    const file = manifestFileOf(path) as string;
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
      problems.push(`${error.message} (${file})`);
    }
  }
  if (problems.length > 0)
    throw new StartError(`Failed to initialize plugins:\n\t${problems.join('\n\t')}`);
  return [...found.values()].sort((a, b) => (a.manifest.id < b.manifest.id ? -1 : 1));
}

function pluginFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && manifestFileOf(join(folder, entry.name)) !== undefined
    )
    .map((entry) => join(folder, entry.name));
}

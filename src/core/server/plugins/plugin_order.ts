/** Determines which plugins run, and in which order. */
import type { PluginManifest } from '../../common';
import { StartError } from '../start_error';

export interface Disabled {
  readonly id: string;
  /** Required plugins that are missing or disabled, directly or transitively. */
  readonly missing: readonly string[];
}

/** Removes plugins whose required plugins are missing or disabled. */
export function keepSatisfied(manifests: readonly PluginManifest[]): {
  satisfied: PluginManifest[];
  disabled: Disabled[];
} {
  const disabled: Disabled[] = [];
  let satisfied = [...manifests];
  for (;;) {
    const ids = new Set(satisfied.map(({ id }) => id));
    const lacking = satisfied
      .map(({ id, requiredPlugins }) => ({
        id,
        missing: requiredPlugins.filter((name) => !ids.has(name)),
      }))
      .filter(({ missing }) => missing.length > 0);
    if (lacking.length === 0) return { satisfied, disabled };
    disabled.push(...lacking);
    const out = new Set(lacking.map(({ id }) => id));
    satisfied = satisfied.filter(({ id }) => !out.has(id));
  }
}

/**
 * Sorts plugins after their dependencies, and otherwise by id, so that the order does not depend on
 * the file system.
 * @throws {StartError} with the plugins of a cycle
 */
export function inDependencyOrder(manifests: readonly PluginManifest[]): PluginManifest[] {
  const ids = new Set(manifests.map(({ id }) => id));
  const done = new Set<string>();
  const ordered: PluginManifest[] = [];
  let waiting = [...manifests].sort((a, b) => (a.id < b.id ? -1 : 1));
  const isReady = ({ requiredPlugins, optionalPlugins }: PluginManifest) =>
    [...requiredPlugins, ...optionalPlugins].every((name) => !ids.has(name) || done.has(name));
  while (waiting.length > 0) {
    const next = waiting.find(isReady);
    if (!next) {
      const names = waiting.map(({ id }) => `"${id}"`).join(',');
      throw new StartError(
        `Topological ordering of plugins did not complete, these plugins have cyclic or missing dependencies: [${names}]`
      );
    }
    ordered.push(next);
    done.add(next.id);
    waiting = waiting.filter((manifest) => manifest !== next);
  }
  return ordered;
}

/**
 * Pages that nobody has to sign in for.
 *
 * Source: docs/reference/core.md#base-path-and-loading-count.
 */
import type { IAnonymousPaths, IBasePath } from './types';

/** Exact matches only: sub-paths are not anonymous. */
export class AnonymousPaths implements IAnonymousPaths {
  private readonly paths = new Set<string>();

  constructor(private readonly basePath: IBasePath) {}

  /** @param path - without base path */
  register(path: string): void {
    this.paths.add(normalize(path));
  }

  /** @param path - with base path */
  isAnonymous(path: string): boolean {
    return this.paths.has(normalize(this.basePath.remove(path)));
  }
}

function normalize(path: string): string {
  const lower = path.toLowerCase();
  const withSlash = lower.startsWith('/') ? lower : `/${lower}`;
  return withSlash.length > 1 ? withSlash.replace(/\/+$/, '') || '/' : withSlash;
}

/** Reads the manifest of the browser scripts in `build/public`. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start_error';

interface BuildManifest {
  readonly buildId: string;
  readonly buildNumber?: number;
  /** File names in load order, by `core` and `plugin-<id>`. */
  readonly entries: Readonly<Record<string, readonly string[]>>;
  /** Files of chunks loaded by `import()`, without those in `entries`, by name of the chunk. */
  readonly imports?: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<
    Record<string, { readonly size: number; readonly br?: number; readonly gz?: number }>
  >;
}

export interface BuildFiles {
  readonly folder: string;
  /** Returns the manifest; in development, the latest one. */
  current(): BuildManifest;
}

export function openBuild(folder: string, { isDev = false } = {}): BuildFiles {
  const file = join(folder, 'manifest.json');
  let manifest = readManifest(file);
  let changedAtMs = isDev ? statSync(file).mtimeMs : 0;
  return {
    folder,
    current() {
      const nowMs = isDev && existsSync(file) ? statSync(file).mtimeMs : changedAtMs;
      if (nowMs !== changedAtMs) {
        manifest = readManifest(file);
        changedAtMs = nowMs;
      }
      return manifest;
    },
  };
}

function readManifest(file: string): BuildManifest {
  if (!existsSync(file)) {
    throw new StartError(
      `The browser scripts are not built: there is no ${file}. Run npm run build (npm start does it by itself).`
    );
  }
  return JSON.parse(readFileSync(file, 'utf8')) as BuildManifest;
}

/**
 * The complete server from sources, with the product's plugins, a temporary data folder and all
 * optional features enabled. For code that needs every route.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Backend } from '../../backend/api';
import { openConfiguredBackend } from '../../core/server/backend';
import { parseArguments } from '../../core/server/config';
import type { PluginModule } from '../../core/server/plugins';
import { Server } from '../../core/server/server';

const ROOT = resolve(__dirname, '..', '..', '..');

export const ADMIN_PASSWORD = 'Test-admin-password-1';

export interface WholeServer {
  readonly url: string;
  readonly routes: Server['routes'];
  stop(): Promise<void>;
}

export interface WholeServerOptions {
  /** Additional command-line arguments. */
  readonly args?: readonly string[];
  /** Prepares the data folder before the server opens it. */
  readonly prepare?: (dataDir: string) => Promise<void>;
  /** Wraps the backend before the server gets it. */
  readonly wrapBackend?: (backend: Backend) => Backend;
  /** Folder of a browser build. Default: a fake one with file names only. */
  readonly browserBuild?: string;
}

export async function startWholeServer({
  args = [],
  prepare,
  wrapBackend = (backend) => backend,
  browserBuild,
}: WholeServerOptions = {}): Promise<WholeServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sd-whole-'));
  const dataDir = join(folder, 'data');
  await prepare?.(dataDir);
  const server = new Server({
    args: parseArguments([
      '--server.port=0',
      `--path.data=${dataDir}`,
      `--logging.dest=${join(folder, 'log')}`,
      // Enables routes that are disabled by default.
      '--metrics.access=admin',
      ...args,
    ]),
    env: { SECURITY_INITIAL_ADMIN_PASSWORD: ADMIN_PASSWORD },
    stdout: { write: () => undefined },
    paths: {
      root: writeRoot(folder),
      buildPublic: browserBuild ?? writeBrowserBuild(folder),
      plugins: join(ROOT, 'src', 'plugins'),
      coreResources: linkResources(folder),
    },
    openBackend: async (deps) => {
      const opened = await openConfiguredBackend(deps);
      return { ...opened, backend: wrapBackend(opened.backend) };
    },
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- as the server loads them
    loadPlugin: ({ path }) => require(join(path, 'server', 'index.ts')) as PluginModule,
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  await server.start().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    url: server.url,
    get routes() {
      return server.routes;
    },
    stop,
  };
}

/** Creates the root for relative paths of the configuration, outside of the source tree. */
function writeRoot(folder: string): string {
  const root = join(folder, 'root');
  mkdirSync(root);
  writeFileSync(join(root, 'package.json'), readFileSync(join(ROOT, 'package.json')));
  return root;
}

/** Links the resources in the layout of a build. */
function linkResources(folder: string): string {
  const resources = join(folder, 'resources');
  mkdirSync(resources);
  symlinkSync(join(ROOT, 'src', 'core', 'translations'), join(resources, 'translations'));
  symlinkSync(join(ROOT, 'src', 'core', 'server', 'assets'), join(resources, 'assets'));
  symlinkSync(join(ROOT, 'docs'), join(resources, 'guides'));
  return resources;
}

/** Writes the parts of a browser build that pages refer to. */
function writeBrowserBuild(folder: string): string {
  const build = join(folder, 'public');
  mkdirSync(build);
  writeFileSync(join(build, 'core.js'), '//');
  writeFileSync(
    join(build, 'manifest.json'),
    JSON.stringify({
      buildId: 'sources',
      entries: { core: ['core.js'] },
      files: { 'core.js': { size: 2 } },
    })
  );
  return build;
}

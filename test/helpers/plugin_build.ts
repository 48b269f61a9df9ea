/**
 * A build with the plugins of `examples`, an odd one, and one that `npm run plugin:create` has just written outside the
 * project, in a folder of its own: the product's build stays what people install. Built once, for all specs.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../../scripts/lib/build_ensure';

const ROOT = path.resolve(__dirname, '..', '..');
const EXAMPLES = path.join(ROOT, 'examples');
/** With a manifest of the lineage, an icon that is none, and a package that is not there. */
const ODD_ONE = path.join(ROOT, 'test', 'fixtures', 'odd_one');
const BUILD = path.join(ROOT, 'build', 'plugins');

export const NEW_PLUGIN = {
  typed: 'Field trip',
  id: 'fieldTrip',
  title: 'Field trip',
  route: '/app/fieldTrip',
  api: '/api/field_trip/greeting',
} as const;

export interface PluginBuild {
  /** For `startServer`. */
  readonly buildDir: string;
  readonly pluginPaths: readonly string[];
  /** Folder of the plugin just made. */
  readonly newPlugin: string;
}

export interface ToolResult {
  readonly code: number;
  readonly output: string;
}

/** Runs one of our scripts as a person would; both streams in `output`. */
export function runScript(name: string, args: readonly string[]): Promise<ToolResult> {
  return new Promise((resolve) => {
    const file = path.join(ROOT, 'scripts', `${name}.js`);
    execFile(process.execPath, [file, ...args], { cwd: ROOT }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr })
    );
  });
}

/** @throws when the plugin could not be made or built; what was wrong is on the terminal */
export async function ensurePluginBuild(): Promise<PluginBuild> {
  const newPlugin = await ensureNewPlugin();
  const pluginPaths = [EXAMPLES, newPlugin, ODD_ONE];
  const { ok } = await ensureBuilt(pluginPaths, BUILD);
  if (!ok) throw new Error('The plugins could not be built.');
  return { buildDir: BUILD, pluginPaths, newPlugin };
}

/** Anew whenever the template has changed: its times decide whether the build is fresh. */
async function ensureNewPlugin(): Promise<string> {
  const folder = path.join(tmpdir(), `sd-plugins-${hash(ROOT)}`);
  const dir = path.join(folder, templateHash(), 'field_trip');
  if (existsSync(path.join(dir, 'plugin.json'))) return dir;
  rmSync(folder, { recursive: true, force: true });
  const { code, output } = await runScript('plugin_create', [NEW_PLUGIN.typed, `--dir=${dir}`]);
  if (code !== 0) throw new Error(`plugin_create failed: ${output}`);
  return dir;
}

function templateHash(): string {
  const scripts = path.join(ROOT, 'scripts', 'lib');
  const texts = readdirSync(scripts, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /plugin_/.test(path.join(entry.parentPath, entry.name)))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => `${file}\n${readFileSync(file, 'utf8')}`);
  return hash(texts.join('\n'));
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

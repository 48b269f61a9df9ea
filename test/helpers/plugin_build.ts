/** Plugins outside the project, and the scripts that generate and build them. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { ensurePluginBuild, NEW_PLUGIN } from '../../scripts/lib/tests/plugin_build';

export { ensurePluginBuild, NEW_PLUGIN };

const ROOT = path.resolve(__dirname, '..', '..');

export type PluginBuild = Awaited<ReturnType<typeof ensurePluginBuild>>;

export interface ToolResult {
  readonly code: number;
  readonly output: string;
}

/** Runs a script of this project. `output` contains stdout and stderr. */
export function runScript(name: string, args: readonly string[]): Promise<ToolResult> {
  return new Promise((resolve) => {
    const file = path.join(ROOT, 'scripts', `${name}.js`);
    execFile(process.execPath, [file, ...args], { cwd: ROOT }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr })
    );
  });
}

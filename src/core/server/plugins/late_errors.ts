/**
 * Errors that a plugin raises in its own timers and promises. The server survives one whose stack
 * shows that no code of core was interrupted (decision 5).
 */
import { join, relative, sep } from 'node:path';
import type { Logger } from '../logging';

/** Whether the file of a stack frame belongs to a plugin. */
export type ScriptTest = (file: string) => boolean;

/** Includes the start of most stacks. A truncated stack cannot be attributed. */
export const STACK_FRAMES = 30;

/** Node does not write longer stacks. */
const FRAMES_MAX_LENGTH = 65_536;

/**
 * Calls code of a plugin for core, which handles whatever it throws. The name marks the boundary in
 * a stack; source maps show the parameter's instead.
 */
export function callPlugin<T>(callOfPlugin: () => T): T {
  const result = callOfPlugin();
  return result;
}

const BOUNDARY = /^(async )?call(Of)?Plugin \(/;
const LOCATION = /(?:^|\()([^()]+):\d+:\d+\)?$/;
/** What webpack puts before the path of a source file, seen with `node --enable-source-maps`. */
const MAPPED = /^webpack:\/\/[^/]+\/(?:\.\/)?/;
const SOURCE_FOLDER = /^(?:src\/)?plugins\/([^/]+)\//;

/**
 * @param path - folder of the plugin
 * @param buildFolder - folder of `<id>.js`
 * @param root - folder that source maps are relative to
 */
export function getScripts(
  id: string,
  path: string,
  buildFolder: string,
  root: string
): ScriptTest {
  const script = join(buildFolder, `${id}.js`);
  const fromRoot = relative(root, path).split(sep).join('/');
  // A source map has no folders above the root.
  const mapped = `${fromRoot.replace(/^(\.\.\/)+/, '')}/`;
  const names = [id, id.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()];
  return (file) => {
    if (file === script || file.startsWith(path + sep)) return true;
    if (!MAPPED.test(file)) return false;
    const source = file.replace(MAPPED, '');
    return source.startsWith(mapped) || names.includes(SOURCE_FOLDER.exec(source)?.[1] ?? '');
  };
}

/**
 * The plugin whose code is the outermost of the stack: it called whatever failed, and nothing
 * outside of it was interrupted. Node's own frames do not count.
 * @returns undefined if it is core's or a package's, or unknown
 */
export function pluginOfError(
  error: unknown,
  plugins: ReadonlyMap<string, ScriptTest>
): string | undefined {
  const frames = toFrames(error);
  if (frames.length >= Error.stackTraceLimit) return undefined;
  const boundary = frames.findIndex((frame) => BOUNDARY.test(frame));
  const inside = boundary === -1 ? frames : frames.slice(0, boundary);
  const file = inside
    .map((frame) => LOCATION.exec(frame)?.[1]?.replace(/^async /, ''))
    .filter((name) => name !== undefined && !name.startsWith('node:'))
    .at(-1);
  if (file === undefined) return undefined;
  return [...plugins].find(([, isOfPlugin]) => isOfPlugin(file))?.[0];
}

/** Frames without `at`. The message is removed, because it may hold lines that look like frames. */
function toFrames(error: unknown): string[] {
  const { stack, message } = getStack(error);
  const start = stack.indexOf(message);
  const frames = stack.slice(start + message.length);
  if (start === -1 || frames.length > FRAMES_MAX_LENGTH) return [];
  return frames.split('\n').flatMap((line) => /^ {4}at (.+)$/.exec(line)?.[1] ?? []);
}

function getStack(error: unknown): { readonly stack: string; readonly message: string } {
  try {
    const { stack, message } = error as { stack?: unknown; message?: unknown };
    if (typeof stack === 'string' && typeof message === 'string') return { stack, message };
  } catch {
    // Not an error, or its properties cannot be read.
  }
  return { stack: '', message: '' };
}

/** A timer that fails repeatedly must not fill the log. */
const LOGGED_PER_WINDOW = 10;
const WINDOW_MS = 60_000;

interface LateErrorsDeps {
  readonly log: Pick<Logger, 'error'>;
  /** By id, without essential plugins. */
  readonly plugins: () => ReadonlyMap<string, ScriptTest>;
  readonly now?: () => number;
}

export class LateErrors {
  private readonly windows = new Map<string, { since: number; count: number }>();

  constructor(private readonly deps: LateErrorsDeps) {}

  /** @returns whether the error is a plugin's; such errors are logged */
  handle(error: unknown): boolean {
    const id = pluginOfError(error, this.deps.plugins());
    if (id === undefined) return false;
    const { log, now = () => performance.now() } = this.deps;
    const window = this.windows.get(id) ?? { since: now(), count: 0 };
    this.windows.set(id, window);
    let more = '';
    if (now() - window.since >= WINDOW_MS) {
      const unlogged = window.count - LOGGED_PER_WINDOW;
      if (unlogged > 0) more = ` ${unlogged} more errors were not logged.`;
      Object.assign(window, { since: now(), count: 0 });
    }
    if (++window.count > LOGGED_PER_WINDOW) return true;
    log.error(`Plugin "${id}" did not catch an error. The server keeps running.${more}`);
    log.error(error as Error, { plugin: id });
    return true;
  }
}

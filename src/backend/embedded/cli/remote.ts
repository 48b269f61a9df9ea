/** `import`, `diff` and `export` on a server that runs. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  IMPORT_KINDS,
  type ImportAnswer,
  type ImportKind,
  type ImportPlan,
  type PlannedImport,
} from '../../../contracts/api';
import { diffOf } from '../../changes/record/change_diff';
import { FILE_KINDS, type FileKind, type FileProblem } from '../files/file_kinds';
import { ImportRefusedError } from '../files/plan';
import { planText } from '../files/plan_text';
import { parseFile } from '../files/yaml_file';
import type { EngineSettings } from '../../contract/settings';
import type { Command, RemotePlace } from './arguments';
import { OfflineError } from './offline_store';
import { exportFromServer } from './remote_export';
import { type CallContext, type ServerCalls, withServer } from './server_calls';

export interface RemoteContext extends CallContext {
  readonly write: (text: string) => void;
  /** Of the configured server; the engine's defaults for what is missing. */
  readonly settings?: Partial<EngineSettings>;
}

type ChangeCommand = Extract<Command, { name: 'diff' | 'import' }>;
type RemoteCommand = (ChangeCommand | Extract<Command, { name: 'export' }>) & {
  readonly place: RemotePlace;
};
type Json = Readonly<Record<string, unknown>>;
type Planned = PlannedImport & { readonly kind: ImportKind; readonly entry?: unknown };

const EXIT_DIFFERENT = 1;
const FILES = '/api/v1/configuration_files';

/**
 * @throws {ImportRefusedError} what the server refuses of the files; nothing was changed then
 * @throws {OfflineError} the server or the folder cannot be worked with
 */
export function runRemote(command: RemoteCommand, context: RemoteContext): Promise<number> {
  return withServer(command.place, context, async (calls) => {
    if (command.name !== 'export') return runChange(command, calls, context);
    for (const { file, state } of await exportFromServer(command, calls, context))
      context.write(`${state.padEnd(9)} ${file}\n`);
    return 0;
  });
}

async function runChange(
  command: ChangeCommand,
  calls: ServerCalls,
  context: RemoteContext
): Promise<number> {
  const { write } = context;
  const isDiff = command.name === 'diff';
  const prune = isDiff || command.isPruning;
  const files = await readFiles(command.dir, context);
  const { items, more } = await planned(calls, files, prune);
  write(planText(items.map(toChange)));
  if (more > 0) write(`And ${more} more, in a further step.\n`);
  if (isDiff) return items.length > 0 ? EXIT_DIFFERENT : 0;
  if (items.length === 0) return 0;
  refuse(items.filter(({ problem }) => problem !== undefined));
  await apply(command, calls, items);
  write(command.isDryRun ? 'Dry run: nothing was changed.\n' : 'Imported.\n');
  if (more === 0 || command.isDryRun) return 0;
  return runChange(command, calls, context);
}

async function readFiles(
  dir: string,
  { env, write }: RemoteContext
): Promise<ReadonlyMap<ImportKind, Json>> {
  const present = FILE_KINDS.filter(({ file }) => existsSync(join(dir, file)));
  if (present.length === 0)
    throw new OfflineError(`There is none of the configuration's files in ${resolve(dir)}.`);
  const files = new Map<ImportKind, Json>();
  const problems: FileProblem[] = [];
  const variables = { env, hashed: new Map<string, string>() };
  for (const kind of present) {
    const type = IMPORT_KINDS.find((one) => one === kind.type);
    if (!type) {
      write(`${kind.file} is left out: it is imported while the server does not run.\n`);
      continue;
    }
    const parsed = await parseFile(kind, readFileSync(join(dir, kind.file), 'utf8'), variables);
    problems.push(...parsed.problems);
    files.set(type, Object.fromEntries(parsed.entries));
  }
  if (problems.length > 0) throw new ImportRefusedError(problems);
  return files;
}

async function planned(
  calls: ServerCalls,
  files: ReadonlyMap<ImportKind, Json>,
  prune: boolean
): Promise<{ readonly items: readonly Planned[]; readonly more: number }> {
  const items: Planned[] = [];
  let more = 0;
  for (const kind of IMPORT_KINDS) {
    const entries = files.get(kind);
    if (!entries) continue;
    const body = { entries, prune };
    const plan = await calls.post<ImportPlan>(`${FILES}/${kind}/_plan`, body);
    more += plan.more;
    items.push(...plan.items.map((item) => ({ ...item, kind, entry: entries[item.name] })));
  }
  return { items, more };
}

const toChange = ({ kind, name, action, before, after, has_secret: hasSecret }: Planned) => {
  const bodies = { ...(before && { before }), ...(after && { after }) };
  const diff = diffOf({ name, ...bodies, action, isCredentialChanged: hasSecret === true });
  return { type: kind, name, action, diff };
};

async function apply(
  command: ChangeCommand,
  calls: ServerCalls,
  items: readonly Planned[]
): Promise<void> {
  const { isDryRun = false, confirmsLockout = false } = command.name === 'import' ? command : {};
  const changes = items.map(({ kind, name, action, version, entry = null }) => ({
    ...{ kind, name, action },
    ...(version !== undefined && { version }),
    ...(action !== 'delete' && { entry }),
  }));
  const query = confirmsLockout ? '?confirm_lockout=true' : '';
  const body = { changes, trial: isDryRun };
  const answer = await calls.post<ImportAnswer>(`${FILES}/_import${query}`, body);
  if (answer.is_done) return;
  refuse(
    answer.results.flatMap(({ kind, name, is_done: isDone, message = 'was refused' }) =>
      isDone ? [] : [{ kind, name, problem: message }]
    ),
    answer.is_whole
  );
  if (answer.refusal)
    throw new ImportRefusedError([{ file: 'the whole', message: answer.refusal.message }]);
}

/** @param isWhole - false: the others were changed all the same */
function refuse(
  refused: readonly { readonly kind: ImportKind; readonly name: string; problem?: string }[],
  isWhole = true
): void {
  if (refused.length === 0) return;
  const problems = refused.map(({ kind, name, problem = '' }) => ({
    file: fileOf(kind),
    entry: name,
    message: problem,
  }));
  if (isWhole) throw new ImportRefusedError(problems);
  const lines = problems.map(({ file, entry, message }) => `${file}: ${entry}: ${message}`);
  throw new OfflineError(['These were refused; the others are changed:', ...lines].join('\n  '));
}

const fileOf = (type: FileKind['type']): string =>
  FILE_KINDS.find((kind) => kind.type === type)?.file ?? type;

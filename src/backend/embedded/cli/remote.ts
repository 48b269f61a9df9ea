/** `import`, `diff` and `export` on a running server. */
import { partition } from 'lodash';
import {
  IMPORT_KINDS,
  type ImportChange,
  type ImportReceived,
  type ImportKind,
  type ImportPlan,
  type PlannedImport,
  toChange,
} from '../../../contracts/api';
import { ENGINE_ERRORS } from '../../../contracts/errors';
import { ENGINE_LIMITS } from '../../../contracts/limits';
import { HOW_TO } from '../../changes/lockout/lockout';
import { printedChange, type PrintedChange } from '../../changes/plan/planned_change';
import { withReasonOption } from '../../guardrails/changes';
import { isJsonObject } from '../../model/entity_shape';
import { NO_MAP } from '../configuration_files/entry_rules';
import {
  FILE_KINDS,
  problemLine,
  type FileKind,
  type FileProblem,
} from '../configuration_files/file_kinds';
import { folderTexts, noFilesText, noteLines } from '../configuration_files/folder_texts';
import {
  BrokenGuardrailError,
  ImportRefusedError,
  withoutEchoes,
} from '../configuration_files/plan';
import { warningText } from '../../changes/import_warnings';
import { planReport, planText, warningLines } from '../configuration_files/plan_text';
import { parseFile } from '../configuration_files/yaml_file';
import type { EngineSettings } from '../../api/settings';
import type { Command, RemoteServer } from './arguments';
import { OfflineError } from './offline_store';
import { exportText } from '../configuration_files/export';
import { exportFromServer } from './remote_export';
import { type CallContext, type ServerCalls, withServer } from './server_calls';

export interface RemoteContext extends CallContext {
  readonly write: (text: string) => void;
  /** Receives the result for `--json`. */
  readonly report: (result: object) => void;
  /** Settings of the configured server; missing ones have the engine's defaults. */
  readonly settings?: Partial<EngineSettings>;
}

type ChangeCommand = Extract<Command, { name: 'diff' | 'import' }>;
type RemoteCommand = (ChangeCommand | Extract<Command, { name: 'export' }>) & {
  readonly server: RemoteServer;
};
type FileEntries = Readonly<Record<string, ImportChange['entry']>>;
type Planned = PlannedImport & {
  readonly kind: ImportKind;
  readonly entry?: ImportChange['entry'];
};

const EXIT_DIFFERENT = 1;
/** Entries that the user must not change were left out; the others are imported. */
const EXIT_LEFT_OUT = 2;
const GUARDRAIL_CODES: ReadonlyArray<string | undefined> = [
  ENGINE_ERRORS.guardrailGrant,
  ENGINE_ERRORS.guardrailGrantAsks,
  ENGINE_ERRORS.guardrailLoss,
  ENGINE_ERRORS.guardrailLossAsks,
].map(({ code }) => code);
/** Of entries that only administrators of a higher rank change. */
const PROTECTED: readonly string[] = [
  ENGINE_ERRORS.reserved,
  ENGINE_ERRORS.static,
  ENGINE_ERRORS.notAvailable,
].map(({ code }) => code);
const FILES = '/api/v1/configuration_files';

/**
 * @throws {ImportRefusedError} if the server rejects content of the files; nothing was changed
 * @throws {OfflineError} if the server or the folder cannot be used
 */
export function runRemote(command: RemoteCommand, context: RemoteContext): Promise<number> {
  const reason = command.name === 'import' ? command.reason : undefined;
  return withServer(command.server, { ...context, reason }, async (calls) => {
    if (command.name !== 'export') return runChange(command, calls, context);
    context.write(exportText(await exportFromServer(command, calls, context)));
    return 0;
  });
}

async function runChange(
  command: ChangeCommand,
  calls: ServerCalls,
  context: RemoteContext,
  earlier: readonly PrintedChange[] = []
): Promise<number> {
  const { write, report } = context;
  const isDiff = command.name === 'diff';
  const { files, problems, leftOut } = await readFiles(command.dir, context);
  const prune = problems.length === 0 && (isDiff || command.isPruning);
  const { items, more } = await makePlan(calls, files, prune);
  const known = [...problems, ...findProblems(items)];
  if (known.length > 0)
    throw new ImportRefusedError(
      isDiff ? known : withoutEchoes([...known, ...(await furtherProblems(calls, items))])
    );
  const plan = items.map(toPrinted);
  write(planText(plan));
  if (more > 0) write(`And ${more} more, in a further step.\n`);
  const summary = { ...planReport([...earlier, ...plan]), left_out: leftOut };
  if (isDiff) {
    report({ ...summary, more });
    return items.length > 0 ? EXIT_DIFFERENT : 0;
  }
  const { warnings, refused } =
    items.length > 0 ? await apply(command, calls, items) : { warnings: [], refused: [] };
  write(warningLines(warnings));
  for (const problem of refused) write(`Left out: ${problemLine(problem)}\n`);
  const isAnyMade = refused.length < items.length;
  if (isAnyMade) write(command.isDryRun ? 'Dry run: nothing was changed.\n' : 'Imported.\n');
  if (more > 0 && refused.length === 0 && !command.isDryRun)
    return runChange(command, calls, context, [...earlier, ...plan]);
  const applied = isAnyMade && !command.isDryRun;
  report({
    ...summary,
    more,
    applied,
    ...(warnings.length > 0 && { warnings }),
    ...(refused.length > 0 && { refused }),
  });
  return refused.length > 0 ? EXIT_LEFT_OUT : 0;
}

async function readFiles(
  dir: string,
  { env, write }: RemoteContext
): Promise<{
  readonly files: ReadonlyMap<ImportKind, FileEntries>;
  readonly problems: readonly FileProblem[];
  /** Files that can only be imported while the server is stopped. */
  readonly leftOut: readonly string[];
}> {
  const present = folderTexts(dir);
  if (present.files.length === 0) throw new OfflineError(noFilesText(dir, present));
  write(noteLines(present.notes));
  const files = new Map<ImportKind, FileEntries>();
  const problems: FileProblem[] = [...present.problems];
  const leftOut: string[] = [];
  const variables = { env, hashed: new Map<string, string>() };
  for (const kind of present.files) {
    const type = IMPORT_KINDS.find((one) => one === kind.type);
    if (!type) {
      leftOut.push(kind.file);
      write(`${kind.file} is left out: it is imported while the server does not run.\n`);
      continue;
    }
    const parsed = await parseFile(kind, present.texts.get(kind.type) ?? '', variables);
    const [maps, others] = partition(
      [...parsed.entries],
      ([, entry]) => entry === null || isJsonObject(entry)
    );
    problems.push(
      ...parsed.problems,
      ...others.map(([entry]) => ({ file: kind.file, entry, message: NO_MAP }))
    );
    files.set(type, Object.fromEntries(maps) as FileEntries);
  }
  return { files, problems, leftOut };
}

async function makePlan(
  calls: ServerCalls,
  files: ReadonlyMap<ImportKind, FileEntries>,
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
  // The server's limit covers all kinds together.
  const step = items.slice(0, ENGINE_LIMITS.changeSetSize);
  return { items: step, more: more + items.length - step.length };
}

const toPrinted = ({ kind, has_secret: hasSecret, ...item }: Planned): PrintedChange =>
  printedChange({ ...item, type: kind, isCredentialChanged: hasSecret });

const findProblems = (items: readonly Planned[]): readonly FileProblem[] =>
  items.flatMap(({ kind, name, problem }) =>
    problem === undefined ? [] : [{ file: getFile(kind), entry: name, message: problem }]
  );

/**
 * What the server rejects of the other entries; empty on backends that cannot validate them
 * separately.
 */
async function furtherProblems(
  calls: ServerCalls,
  items: readonly Planned[]
): Promise<readonly FileProblem[]> {
  const others = items.filter(({ problem }) => problem === undefined);
  if (others.length === 0) return [];
  return findRefused(await getImport(calls, others, { isDryRun: true }));
}

function getImport(
  calls: ServerCalls,
  items: readonly Planned[],
  { isDryRun, confirmsLockout = false }: { isDryRun: boolean; confirmsLockout?: boolean }
): Promise<ImportReceived> {
  const changes = items.map((item) => toChange(item.kind, item, item.entry));
  const query = confirmsLockout ? '?confirm_lockout=true' : '';
  return calls.post<ImportReceived>(`${FILES}/_import${query}`, { changes, trial: isDryRun });
}

const findRefused = ({ results }: ImportReceived): readonly FileProblem[] =>
  results.flatMap(({ kind, name, is_done: isDone, message = 'was refused' }) =>
    isDone ? [] : [{ file: getFile(kind), entry: name, message: withOption(message) }]
  );

const findWarnings = ({ results }: ImportReceived): readonly FileProblem[] =>
  results.flatMap(({ kind, name, warnings = [] }) =>
    warnings.map((one) => ({ file: getFile(kind), entry: name, message: warningText(one) }))
  );

/**
 * The server's message explains how to confirm a lockout through the API; this one names the option
 * instead.
 */
const withOption = (message: string): string =>
  message.replace(HOW_TO, 'To import it anyway, add --confirm-lockout.');

async function apply(
  { isDryRun, confirmsLockout }: Extract<Command, { name: 'import' }>,
  calls: ServerCalls,
  items: readonly Planned[]
): Promise<{
  readonly warnings: readonly FileProblem[];
  /** Of entries that were left out. */
  readonly refused: readonly FileProblem[];
}> {
  let response = await getImport(calls, items, { isDryRun, confirmsLockout });
  const [protectedOnes, others] = partition(
    response.is_whole ? response.results : [],
    ({ code }) => code !== undefined && PROTECTED.includes(code)
  );
  const refused = findRefused({ ...response, results: protectedOnes });
  if (refused.length > 0) {
    const names = new Set(others.map(({ kind, name }) => `${kind}/${name}`));
    const rest = items.filter(({ kind, name }) => names.has(`${kind}/${name}`));
    if (rest.length === 0) return { warnings: [], refused };
    response = await getImport(calls, rest, { isDryRun, confirmsLockout });
  }
  const warnings = findWarnings(response);
  if (response.is_done) return { warnings, refused };
  const problems = findRefused(response);
  if (problems.length > 0 && !response.is_whole)
    throw new OfflineError(
      [
        response.results.some(({ state }) => state !== undefined)
          ? 'The server lost its cluster. These were not changed, or it is not known; the others are:'
          : 'These were refused; the others are changed:',
        ...problems.map(problemLine),
      ].join('\n  ')
    );
  if (problems.length > 0) throw new ImportRefusedError(withoutEchoes(problems));
  if (!response.refusal) return { warnings, refused };
  const { message, code } = response.refusal;
  if (GUARDRAIL_CODES.includes(code)) throw new BrokenGuardrailError(withReasonOption(message));
  throw new ImportRefusedError([{ file: 'the whole', message: withOption(message) }]);
}

const getFile = (type: FileKind['type']): string =>
  FILE_KINDS.find((kind) => kind.type === type)?.file ?? type;

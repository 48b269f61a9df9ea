/** What each command does. Results are text for people; the exit code is for scripts. */
import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { exportTo } from '../configuration_files/export';
import { readFolder, type FolderContent } from '../configuration_files/folder';
import { applyPlan, ImportRefusedError, makePlan, type PlannedChange } from '../configuration_files/plan';
import { planReport, planText } from '../configuration_files/plan_text';
import type { Variables } from '../configuration_files/variables';
import { lostLoginMethods } from '../../changes/lockout/login_domains';
import { allowListState } from '../../changes/lockout/allow_list_keepers';
import { OFFLINE_USER } from '../configuration_store/change_origin';
import type { ChangeOrigin } from '../../api/engine';
import type { Command } from './arguments';
import { OfflineError, type OfflineStore } from './offline_store';
import { resetAdmin } from './reset_admin';

export interface CommandContext {
  readonly open: OfflineStore;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly write: (text: string) => void;
  /** Takes a result for `--json`. */
  readonly report: (result: object) => void;
  readonly readStdin: () => Promise<string>;
}

const EXIT_DIFFERENT = 1;

type Of<Name extends Command['name']> = Extract<Command, { name: Name }>;

export async function runExport(
  { dir, kinds }: Of<'export'>,
  { open, env, write }: CommandContext
): Promise<number> {
  const wanted = kinds && { kinds };
  const files = await exportTo(dir, { ...open, variables: variablesOf(env), ...wanted });
  for (const { file, state } of files) write(`${state.padEnd(9)} ${file}\n`);
  return 0;
}

export async function runDiff(
  { dir }: { readonly dir: string },
  context: CommandContext
): Promise<number> {
  const { plan, content } = await planned(dir, context, true);
  if (content.problems.length > 0) throw new ImportRefusedError(content.problems);
  context.write(planText(plan));
  context.report(planReport(plan));
  return plan.length > 0 ? EXIT_DIFFERENT : 0;
}

export async function runImport(command: Of<'import'>, context: CommandContext): Promise<number> {
  const { open, write } = context;
  const { plan, content } = await planned(command.dir, context, command.isPruning);
  if (content.problems.length === 0) write(planText(plan));
  const before = open.store.document('config')?.body;
  const objection = (): string | undefined => {
    if (command.confirmsLockout) return undefined;
    if (!open.administrators.exist())
      return 'nobody with a password could administer security any more; --confirm-lockout imports it all the same';
    const body = open.store.document('config')?.body;
    if (lostLoginMethods({ id: 'config', before, body }, undefined).ofPasswords)
      return 'no enabled authentication domain would take passwords of internal users any more; --confirm-lockout imports it all the same';
    const state = allowListState(open.view, open.administrators, open.settings);
    return state === 'off' || state === 'kept'
      ? undefined
      : 'the allow list is on, and no administrator could switch it off; --confirm-lockout imports it all the same';
  };
  applyPlan(open.writer, origin(), plan, content, { isDryRun: command.isDryRun, objection });
  if (plan.length > 0) write(command.isDryRun ? 'Dry run: nothing was changed.\n' : 'Imported.\n');
  context.report({ ...planReport(plan), applied: plan.length > 0 && !command.isDryRun });
  return 0;
}

export async function runReset(
  command: Of<'reset-admin'>,
  context: CommandContext
): Promise<number> {
  const given = command.readsPassword ? (await context.readStdin()).split(/\r?\n/)[0] : undefined;
  const { user, isNew, revokedKeys, password, domain } = await resetAdmin(
    context.open,
    command.user,
    given
  );
  context.write(
    isNew
      ? `Created the user ${user}, an administrator with a new password.\n`
      : `Changed the user ${user}: new password, administrator rights.\n`
  );
  if (revokedKeys > 0)
    context.write(
      `API keys of ${user} were revoked: ${revokedKeys}. Make new ones where needed.\n`
    );
  if (domain !== undefined)
    context.write(`The authentication domain ${domain}, which takes passwords, is switched on.\n`);
  if (password !== undefined)
    context.write(`Password: ${password}\nIt is shown nowhere else. Change it after signing in.\n`);
  return 0;
}

async function planned(
  dir: string,
  { open, env }: CommandContext,
  isPruning: boolean
): Promise<{ plan: readonly PlannedChange[]; content: FolderContent }> {
  assertFolder(dir);
  const variables = variablesOf(env);
  const content = await readFolder(dir, open.settings, variables);
  if (content.files.length === 0)
    throw new OfflineError(`There is none of the configuration's files in ${resolve(dir)}.`);
  const plan = await makePlan({ ...open, hashed: variables.hashed }, content, isPruning);
  return { plan, content };
}

function assertFolder(dir: string): void {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    throw new OfflineError(`${resolve(dir)} is not a folder.`);
}

const variablesOf = (env: CommandContext['env']): Variables => ({ env, hashed: new Map() });

/** The account at the machine tells more than the fact that it was offline. */
function origin(): ChangeOrigin {
  return { userName: `${OFFLINE_USER}:${accountName()}`, via: 'files' };
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

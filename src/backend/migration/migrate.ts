/** The command `migrate`: plans a migration and applies the plan. */
import { resolve } from 'node:path';
import type { EngineSettings } from '../api/settings';
import { withReason } from '../api/request_trace';
import type { TenantKey } from '../api/saved_objects';
import { UsageError } from '../embedded/cli/options';
import type { Promises } from '../changes/plan/plan_checks';
import type { ClusterSettings } from '../opensearch/client';
import type { MigrateCommand } from './arguments';
import { openCluster, sharedIndices, type ClusterSide } from './cluster_side';
import { configurationKinds } from './configuration/configuration_kinds';
import { MoveReview } from './configuration/planned_move';
import { promisesIn } from './guardrails';
import { historyKind } from './history';
import { openInstallation, type Installation } from './installation';
import { walk, type Kind, type ConflictPolicy, type Tally, type WalkOptions } from './data_type';
import {
  brokenNotes,
  checkedNote,
  earlyEnd,
  EXIT_DONE,
  EXIT_FAILED,
  EXIT_DIFFERENT,
  type PlanReview,
  reviewReport,
} from './plan_review';
import {
  kindReport,
  lockoutNotes,
  longTextNotes,
  noteReport,
  notesFrom,
  notesText,
  planText,
  warningsForCluster,
  type Note,
} from './plan_text';
import { objectsKind, toTitle } from './saved_objects';

export interface MigrateIo {
  readonly write: (text: string) => void;
  readonly readStdin: () => Promise<string>;
  /** Prompts for a secret without echo; absent without an interactive terminal. */
  readonly askSecret?: (request: string) => Promise<string>;
  readonly settings: EngineSettings;
  /** Section `opensearch` of the server's configuration, without hosts. */
  readonly cluster: Omit<ClusterSettings, 'hosts'>;
  /** `opensearch_dashboards.index` of the cluster's configuration. */
  readonly dashboardsIndex: string;
}

const CONFIG_FILE = 'config.yml';

type Outcome =
  | 'planned'
  | 'conflict'
  | 'nothing_to_do'
  | 'lockout_refused'
  | 'guardrail_broken'
  | 'done'
  | 'incomplete'
  | 'interrupted';

/**
 * @returns the exit code
 * @throws {MoveError | OfflineError | UsageError | ClusterError} with a text for the user
 */
export async function runMigrate(command: MigrateCommand, io: MigrateIo): Promise<number> {
  const settings = await clusterSettings(command.url, io);
  const { dataDir, direction } = command;
  const installation = openInstallation(dataDir, io.settings, direction === 'from');
  try {
    const cluster = await openCluster(settings, io.settings, io.dashboardsIndex);
    cluster.objects.privateTenantOwners = command.privateTenantOwners;
    try {
      return await withReason(command.reason, () => move(command, installation, cluster, io));
    } finally {
      await cluster.close();
    }
  } finally {
    installation.close();
  }
}

/** What a migration would do, and what is said of it before it is made. */
interface MovePlan extends PlanReview {
  readonly from: string;
  readonly to: string;
  readonly kinds: readonly Kind[];
  readonly tallies: readonly Tally[];
  readonly notes: readonly Note[];
  readonly promises: Promises | undefined;
  /** Entries that differ, without a decision. */
  readonly conflicts: number;
  readonly changes: number;
}

type Write = (text: string) => void;

async function move(
  command: MigrateCommand,
  installation: Installation,
  cluster: ClusterSide,
  { write: writeOut, settings }: MigrateIo
): Promise<number> {
  const write = (text: string): void => {
    if (!command.isJson) writeOut(text);
  };
  const plan = await planMove(command, installation, cluster, settings, write);
  const { conflicts, changes } = plan;
  const { isAgreed } = command;
  const isTo = command.direction === 'to';
  const complete = (): void => {
    if (!isTo) installation.complete();
  };
  const end: End = (outcome, exitCode, more) => {
    if (command.isJson) writeOut(reportText(plan, outcome, more));
    return exitCode;
  };
  if (conflicts > 0) {
    write(
      `\n${conflicts} differ. Nothing was changed: --on-conflict=keep leaves what is there, --on-conflict=replace puts what moves in its place, --replace=config.yml also the authentication domains.\n`
    );
    return end('conflict', isAgreed ? EXIT_FAILED : EXIT_DIFFERENT);
  }
  const early = earlyEnd(plan, changes, command, {
    agreed: 'does it',
    confirmed: 'does it anyway',
  });
  if (early) {
    if (early.outcome === 'nothing_to_do' && isAgreed) complete();
    write(early.text);
    return end(early.outcome, early.exitCode);
  }
  return carryOut(command, plan, { write, end, complete });
}

async function planMove(
  command: MigrateCommand,
  installation: Installation,
  cluster: ClusterSide,
  settings: EngineSettings,
  write: Write
): Promise<MovePlan> {
  const isTo = command.direction === 'to';
  const endpoints = [resolve(command.dataDir), cluster.title] as const;
  const [from, to] = isTo ? endpoints : [endpoints[1], endpoints[0]];
  write(`From ${from}\nto   ${to}\n\n`);
  const promises = await promisesOfTarget(command, installation, settings);
  const kinds = await getKinds(installation, cluster, isTo);
  const tallies = await walkAll(kinds, (kind) => walk(kind, walkOptions(command, kind, true)));
  write(planText(tallies));
  const notes = isTo
    ? [...warningsForCluster(installation), ...(await longTextNotes(installation, cluster))]
    : await notesFrom(cluster, installation);
  write(notesText(notes));
  const review = await MoveReview.of({
    from: (isTo ? installation : cluster).configuration,
    to: (isTo ? cluster : installation).configuration,
    settings: isTo ? { ...settings, release: cluster.release } : settings,
    conflictOf: (type) => findConflict(command, type === 'config'),
  });
  const lockout = lockoutNotes(review.lockouts());
  write(notesText(lockout));
  const undecided = tallies.filter(({ onConflict }) => onConflict === undefined);
  const conflicts = undecided.reduce((sum, { counts }) => sum + counts.differs, 0);
  const changes = tallies.reduce((sum, { written }) => sum + written, 0);
  // Before conflicts are decided, the state after the migration is unknown.
  const isDecided = conflicts === 0 && changes > 0;
  const broken = isDecided ? review.brokenGuardrail(promises) : undefined;
  if (isDecided && isTo) write(notesText([checkedNote(promises)]));
  write(notesText(brokenNotes({ lockout, broken })));
  return { from, to, kinds, tallies, notes, lockout, promises, broken, conflicts, changes };
}

interface EndDetails {
  readonly refused?: readonly Tally[];
  readonly interruption?: object;
}

/** Writes the report of a finished command, and returns its exit code. */
type End = (outcome: Outcome, exitCode: number, more?: EndDetails) => number;

/** As JSON. */
function reportText(
  plan: MovePlan,
  outcome: Outcome,
  { refused = [], interruption = {} }: EndDetails = {}
): string {
  const { from, to, tallies, notes, promises } = plan;
  const report = {
    ...interruption,
    from,
    to,
    outcome,
    kinds: tallies.map(kindReport),
    refused: refused.map(kindReport),
    notes: notes.map(noteReport),
    ...reviewReport(plan, Object.keys(promises ?? {}).length),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

function walkOptions(command: MigrateCommand, { title }: Kind, isDryRun: boolean): WalkOptions {
  const onConflict = findConflict(command, title === CONFIG_FILE);
  return { isDryRun, ...(onConflict && { onConflict }) };
}

async function carryOut(
  command: MigrateCommand,
  { kinds, tallies }: MovePlan,
  {
    write,
    end,
    complete,
  }: { readonly write: Write; readonly end: End; readonly complete: () => void }
): Promise<number> {
  const done = await walkAll(kinds, async (kind) => {
    const tally = await walk(kind, walkOptions(command, kind, false));
    if (tally.written > 0) write(`\nMoved ${kind.title}: ${tally.written}`);
    return tally;
  });
  write('\n');
  const last = done.at(-1);
  if (last?.interruption) {
    const notTried = kinds.slice(done.length).map((kind) => kind.title);
    const { why, unknown } = last.interruption;
    write(interruptionText(last.title, { why, unknown }, notTried));
    const moved = done.map(({ title, written }) => ({ title, written }));
    const interruption = {
      interrupted_at: last.title,
      reason: why,
      unknown,
      not_tried: notTried,
      moved,
    };
    return end('interrupted', EXIT_FAILED, { interruption });
  }
  complete();
  const late = done.filter(
    ({ leftOut, differing, onConflict }, at) =>
      leftOut.count > (tallies[at]?.leftOut.count ?? 0) ||
      (onConflict === undefined && differing.count > 0)
  );
  if (late.length === 0) {
    write('\nDone. The same command again would find nothing to do.\n');
    return end('done', EXIT_DONE);
  }
  write(`\nNot all of it could be written:\n${planText(late)}`);
  return end('incomplete', EXIT_FAILED, { refused: late });
}

/** What was made, what may have been made, and what was not tried. */
const interruptionText = (
  title: string,
  { why, unknown }: NonNullable<Tally['interruption']>,
  notTried: readonly string[]
): string =>
  [
    `\nInterrupted at ${title}: ${why}\n`,
    ...(unknown > 0 ? [`${unknown} of these may have been written, or not.\n`] : []),
    ...(notTried.length > 0 ? [`Not tried: ${notTried.join(', ')}\n`] : []),
    'Run the same command again: it continues with what is missing.\n',
  ].join('');

/** @returns `undefined` if they are unknown, or there are none */
const promisesOfTarget = async (
  { direction, guardrails }: MigrateCommand,
  { configuration }: Installation,
  settings: EngineSettings
): Promise<Promises | undefined> => {
  if (direction === 'from') return configuration.document('guardrails');
  return guardrails === undefined ? undefined : promisesIn(guardrails, settings);
};

/**
 * Policy for entries that differ. Authentication domains are replaced only if requested by name.
 */
function findConflict(
  { onConflict, replacesConfig }: MigrateCommand,
  isConfig: boolean
): ConflictPolicy | undefined {
  if (!isConfig) return onConflict;
  return replacesConfig ? 'replace' : onConflict && 'keep';
}

async function walkAll(
  kinds: readonly Kind[],
  work: (kind: Kind) => Promise<Tally>
): Promise<readonly Tally[]> {
  const tallies: Tally[] = [];
  for (const kind of kinds) {
    tallies.push(await work(kind));
    if (tallies.at(-1)?.interruption) break;
  }
  return tallies;
}

async function getKinds(
  installation: Installation,
  cluster: ClusterSide,
  isTo: boolean
): Promise<readonly Kind[]> {
  const [from, to] = isTo ? [installation, cluster] : [cluster, installation];
  const tenants = await from.objects.tenants();
  const shared = new Set(isTo ? sharedIndices(tenants) : []);
  return [
    ...configurationKinds(from.configuration, to.configuration),
    ...tenants.map((tenant) =>
      shared.has(tenant)
        ? homeless(tenant)
        : objectsKind(from.objects, tenant, (key) => to.openTenant(key))
    ),
    historyKind(from.history, to.history),
  ];
}

/**
 * A tenant that cannot be migrated: on a cluster, a tenant and a private tenant of the same name
 * share one index.
 */
const homeless = (tenant: TenantKey): Kind => ({
  title: `saved objects of ${toTitle(tenant)}`,
  batches: async function* () {
    const blocker = 'another tenant has the same index on a cluster: rename one of them first';
    yield {
      compared: [{ name: 'all', state: 'new', blocker }],
      write: async () => [],
    };
  },
});

/** @throws {UsageError} if credentials are missing */
export async function clusterSettings(
  url: string,
  { cluster, askSecret }: Pick<MigrateIo, 'cluster' | 'askSecret'>
): Promise<ClusterSettings> {
  const settings = { ...cluster, hosts: [url] };
  const { username, ssl } = cluster;
  if (username === undefined) {
    if (ssl.certificate !== undefined) return settings;
    throw new UsageError(
      "Whoever moves proves who he is: set opensearch.ssl.certificate and .key to the administrator's certificate, or opensearch.username."
    );
  }
  if (cluster.password !== undefined || ssl.certificate !== undefined) return settings;
  const password = await askSecret?.(`Password of ${username} on ${url}: `);
  if (password !== undefined) return { ...settings, password };
  throw new UsageError(
    `The password of ${username}: set SECURITY_PASSWORD, or give --password-file or --password-stdin.`
  );
}

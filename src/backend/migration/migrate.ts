/** The command `migrate`: plans a migration and applies the plan. */
import { resolve } from 'node:path';
import type { EngineSettings } from '../api/settings';
import { withReason } from '../api/request_trace';
import type { TenantKey } from '../api/saved_objects';
import { UsageError } from '../embedded/cli/options';
import { EXIT_BROKEN_GUARDRAIL } from '../embedded/cli/main';
import type { ClusterSettings } from '../opensearch/client';
import type { MigrateCommand } from './arguments';
import { openCluster, sharedIndices, type ClusterSide } from './cluster_side';
import { configurationKinds } from './configuration/configuration_kinds';
import { lostAccess, type PlannedMove } from './configuration/lost_access';
import { brokenNotes, brokenPromise, checkedNote, promisesIn, type Promises } from './guardrails';
import { historyKind } from './history';
import { openInstallation, type Installation } from './installation';
import { walk, type Kind, type ConflictPolicy, type Tally, type WalkOptions } from './data_type';
import {
  kindReport,
  longTextNotes,
  lostAccessNotes,
  noteReport,
  notesFrom,
  notesText,
  planText,
  warningsForCluster,
} from './plan_text';
import { objectsKind, titleOf } from './saved_objects';

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
const [EXIT_DONE, EXIT_PLANNED, EXIT_FAILED] = [0, 1, 2];

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

async function move(
  command: MigrateCommand,
  installation: Installation,
  cluster: ClusterSide,
  { write: writeOut, settings }: MigrateIo
): Promise<number> {
  const write = (text: string): void => {
    if (!command.isJson) writeOut(text);
  };
  const { direction, isAgreed, dataDir } = command;
  const isTo = direction === 'to';
  const endpoints = [resolve(dataDir), cluster.title];
  const [from, to] = isTo ? endpoints : [...endpoints].reverse();
  write(`From ${String(from)}\nto   ${String(to)}\n\n`);
  const promises = await promisesOfTarget(command, installation, settings);
  const kinds = await kindsOf(installation, cluster, isTo);
  const plan = await walkAll(kinds, (kind) => walk(kind, optionsOf(kind, true)));
  write(planText(plan));
  const notes = isTo
    ? [...warningsForCluster(installation), ...(await longTextNotes(installation, cluster))]
    : await notesFrom(cluster, installation);
  write(notesText(notes));
  const planned: PlannedMove = {
    from: (isTo ? installation : cluster).configuration,
    to: (isTo ? cluster : installation).configuration,
    settings: isTo ? { ...settings, release: cluster.release } : settings,
    conflictOf: (type) => conflictOf(command, type === 'config'),
  };
  const lockout = lostAccessNotes(await lostAccess(planned));
  write(notesText(lockout));
  const undecided = plan.filter(({ onConflict }) => onConflict === undefined);
  const conflicts = undecided.reduce((sum, { counts }) => sum + counts.differs, 0);
  const changes = plan.reduce((sum, { written }) => sum + written, 0);
  // Before conflicts are decided, the state after the migration is unknown.
  const isDecided = conflicts === 0 && changes > 0;
  const broken = isDecided ? await brokenPromise(planned, promises) : undefined;
  if (isDecided && isTo) write(notesText([checkedNote(promises)]));
  write(notesText(brokenNotes(broken)));
  if (conflicts > 0) {
    write(
      `\n${conflicts} differ. Nothing was changed: --on-conflict=keep leaves what is there, --on-conflict=replace puts what moves in its place, --replace=config.yml also the authentication domains.\n`
    );
    return ended('conflict', isAgreed ? EXIT_FAILED : EXIT_PLANNED);
  }
  if (changes === 0) {
    if (isAgreed && !isTo) installation.complete();
    write('\nNothing to do.\n');
    return ended('nothing_to_do', EXIT_DONE);
  }
  if (broken !== undefined) {
    write('\nNothing was changed.\n');
    return ended('guardrail_broken', EXIT_BROKEN_GUARDRAIL);
  }
  if (!isAgreed) {
    write(`\n${changes} to write. Nothing was changed: --yes does it.\n`);
    return ended('planned', EXIT_PLANNED);
  }
  if (lockout.length > 0 && !command.confirmsLockout) {
    write('\nNothing was changed: --confirm-lockout does it anyway.\n');
    return ended('lockout_refused', EXIT_FAILED);
  }
  return carryOut();

  function ended(
    outcome: Outcome,
    exitCode: number,
    refused: readonly Tally[] = [],
    more: object = {}
  ): number {
    const report = {
      ...more,
      from,
      to,
      outcome,
      kinds: plan.map(kindReport),
      refused: refused.map(kindReport),
    };
    const texts = {
      notes: notes.map(noteReport),
      lockout: lockout.map(noteReport),
      guardrails_checked: Object.keys(promises ?? {}).length,
      ...(broken !== undefined && { broken_guardrail: broken }),
    };
    if (command.isJson) writeOut(`${JSON.stringify({ ...report, ...texts }, undefined, 2)}\n`);
    return exitCode;
  }

  function optionsOf({ title }: Kind, isDryRun: boolean): WalkOptions {
    const onConflict = conflictOf(command, title === CONFIG_FILE);
    return { isDryRun, ...(onConflict && { onConflict }) };
  }

  async function carryOut(): Promise<number> {
    const done = await walkAll(kinds, async (kind) => {
      const tally = await walk(kind, optionsOf(kind, false));
      if (tally.written > 0) write(`\nMoved ${kind.title}: ${tally.written}`);
      return tally;
    });
    write('\n');
    const last = done.at(-1);
    if (last?.interruption) return interrupted(done, last.title, last.interruption);
    if (!isTo) installation.complete();
    return outcomeOf(plan, done);
  }

  /** What was made, what may have been made, and what was not tried. */
  function interrupted(
    done: readonly Tally[],
    title: string,
    { why, unknown }: NonNullable<Tally['interruption']>
  ): number {
    const notTried = kinds.slice(done.length).map((kind) => kind.title);
    write(
      [
        `\nInterrupted at ${title}: ${why}\n`,
        ...(unknown > 0 ? [`${unknown} of these may have been written, or not.\n`] : []),
        ...(notTried.length > 0 ? [`Not tried: ${notTried.join(', ')}\n`] : []),
        'Run the same command again: it continues with what is missing.\n',
      ].join('')
    );
    const moved = done.map((tally) => ({ title: tally.title, written: tally.written }));
    const report = { interrupted_at: title, reason: why, unknown, not_tried: notTried, moved };
    return ended('interrupted', EXIT_FAILED, [], report);
  }

  /** Reports items that were rejected, or began to differ, since the plan. */
  function outcomeOf(planned: readonly Tally[], done: readonly Tally[]): number {
    const late = done.filter(
      ({ leftOut, differing, onConflict }, at) =>
        leftOut.count > (planned[at]?.leftOut.count ?? 0) ||
        (onConflict === undefined && differing.count > 0)
    );
    if (late.length === 0) {
      write('\nDone. The same command again would find nothing to do.\n');
      return ended('done', EXIT_DONE);
    }
    write(`\nNot all of it could be written:\n${planText(late)}`);
    return ended('incomplete', EXIT_FAILED, late);
  }
}

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
function conflictOf(
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

async function kindsOf(
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
  title: `saved objects of ${titleOf(tenant)}`,
  batches: async function* () {
    const obstacle = 'another tenant has the same index on a cluster: rename one of them first';
    yield {
      compared: [{ name: 'all', state: 'new', obstacle }],
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

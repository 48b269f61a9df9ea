/** Plans and applies a promotion: in one step on a data folder, kind by kind on a cluster. */
import { chunk } from 'lodash';
import type { ComparedEntry, ResourceType } from '../../contracts/entities';
import { BackendError } from '../api';
import type { EngineSettings } from '../api/settings';
import type { Promises } from '../changes/plan/plan_checks';
import type { OfflineStore } from '../embedded/cli/offline_store';
import { checkEntity, type DesiredEntity } from '../embedded/configuration_files/entry_rules';
import {
  BODY_KEY,
  FILE_KINDS,
  problemLine,
  type FileKind,
  type FileProblem,
} from '../embedded/configuration_files/file_kinds';
import type { FolderContent } from '../embedded/configuration_files/folder';
import {
  applyPlan,
  importWarnings,
  makePlan,
  reviewPlan,
} from '../embedded/configuration_files/plan';
import { RefusedCall } from '../opensearch/documents/responses';
import { targetComparison } from './configuration/configuration_kinds';
import { EmbeddedConfiguration, getSource } from './configuration/embedded_configuration';
import { MoveReview } from './configuration/planned_move';
import { randomPasswordHash } from './configuration/random_password_hash';
import {
  MoveError,
  type ClusterConfiguration,
  type ConfigurationSource,
  type Entry,
} from './configuration/side';
import type { PlanReview } from './plan_review';
import { lockoutNotes, type Note } from './plan_text';

export interface Chosen {
  readonly kind: FileKind;
  readonly entry: ComparedEntry;
}

export interface Failure {
  readonly kind: FileKind;
  readonly name: string;
  readonly why: string;
}

export interface PromotionPlan extends PlanReview {
  /** What will be written. */
  readonly writable: readonly Chosen[];
  readonly leftOut: readonly Failure[];
  /** About entries that are written, but have no effect. */
  readonly notes: readonly Note[];
  apply(): Promise<Outcome>;
}

export interface Outcome {
  readonly applied: readonly Chosen[];
  readonly refused: readonly Failure[];
  /** The cluster was lost before it answered: they may have been made. */
  readonly unknown: readonly Failure[];
  /** The cluster was lost before. */
  readonly notTried: readonly Chosen[];
}

/**
 * Checks the guardrails that the installation has, and those that it gets.
 * @throws {ImportRefusedError} if the target would refuse an entry; nothing was changed
 */
export async function planForFolder(
  offline: OfflineStore,
  chosen: readonly Chosen[],
  from: ConfigurationSource
): Promise<PromotionPlan> {
  const content = await getContent(offline, chosen, from);
  const removed = listNames(chosen, 'delete');
  const deps = { ...offline, hashed: new Map<string, string>() };
  const plan = await makePlan(deps, content, (type, name) => removed.has(`${type}/${name}`));
  const { lockout, broken } = reviewPlan(offline, plan, content);
  return {
    writable: chosen,
    leftOut: [],
    notes: importWarnings(offline.store, content.entities).map((one) => ({
      text: problemLine(one),
    })),
    broken,
    lockout: lockout === undefined ? [] : [{ text: `LOCK-OUT: ${lockout}` }],
    apply: async () => {
      applyPlan(offline, plan, content, { isDryRun: false, confirmsLockout: true });
      return { applied: chosen, refused: [], unknown: [], notTried: [] };
    },
  };
}

/** The chosen entries as an import sees those of files. */
async function getContent(
  offline: OfflineStore,
  chosen: readonly Chosen[],
  from: ConfigurationSource
): Promise<FolderContent> {
  const entities: DesiredEntity[] = [];
  const problems: FileProblem[] = [];
  let newHash: string | undefined;
  for (const kind of FILE_KINDS) {
    if (kind.form !== 'entries') continue;
    const created = listNames(chosen, 'create');
    for (const { type, name, entity } of await findChosen(chosen, kind.type, from)) {
      const isNew = type === 'internalusers' && created.has(`${type}/${name}`);
      if (isNew) newHash ??= await randomPasswordHash();
      const source = { ...getSource(entity), ...(isNew && { hash: newHash }) };
      const checked = checkEntity(kind, name, source, offline.settings);
      if (checked.value) entities.push(checked.value);
      problems.push(...checked.problems);
    }
  }
  const documents: FolderContent['documents'][number][] = [];
  const target = new EmbeddedConfiguration(offline);
  for (const { kind } of chosen) {
    if (kind.form === 'entries') continue;
    const body = await from.document(kind.type);
    if (body === undefined || body === 'unreadable') continue;
    const blocker = target.documentBlocker(kind.type, body);
    if (blocker !== undefined) problems.push({ file: kind.file, message: blocker });
    documents.push({ id: kind.type, body: { ...body } });
  }
  problems.push(...(await leftBehind(offline, entities, from)));
  return { files: FILE_KINDS, entities, documents, problems };
}

/** Roles that the entries name, and that only the source has: the selection lacks them. */
async function leftBehind(
  { store }: OfflineStore,
  entities: readonly DesiredEntity[],
  from: ConfigurationSource
): Promise<readonly FileProblem[]> {
  const warnings = importWarnings(store, entities);
  if (warnings.length === 0) return [];
  const there = new Set<string>();
  for await (const { name } of from.entries('roles')) there.add(name);
  return warnings.flatMap(({ file, entry, missingRole }) =>
    missingRole !== undefined && there.has(missingRole)
      ? [{ file, entry, message: `role '${missingRole}' not found.` }]
      : []
  );
}

const listNames = (
  chosen: readonly Chosen[],
  action: ComparedEntry['action']
): ReadonlySet<string> =>
  new Set(
    chosen
      .filter(({ entry }) => entry.action === action)
      .map(({ kind, entry }) => getId(kind, entry))
  );

const getId = ({ type }: FileKind, { name }: { readonly name: string }): string =>
  `${type}/${name}`;

/** Entries to write, without hashes: passwords are not promoted. */
async function findChosen(
  chosen: readonly Chosen[],
  type: ResourceType,
  from: ConfigurationSource
): Promise<readonly Entry[]> {
  const names = new Set(
    chosen
      .filter(({ kind, entry }) => kind.type === type && entry.action !== 'delete')
      .map(({ entry }) => entry.name)
  );
  const entries: Entry[] = [];
  for await (const { hash: _hash, ...entry } of from.entries(type))
    if (names.has(entry.name)) entries.push(entry);
  return entries;
}

/** @param promises - the guardrails of the cluster, if known */
export async function planForCluster(
  to: ClusterConfiguration,
  chosen: readonly Chosen[],
  from: ConfigurationSource,
  settings: EngineSettings,
  promises: Promises | undefined
): Promise<PromotionPlan> {
  const leftOut: Failure[] = [];
  const writable: Chosen[] = [];
  const promoted = sourceOfChosen(chosen, from);
  for (const kind of FILE_KINDS) {
    const ofKind = chosen.filter((one) => one.kind.type === kind.type);
    const blockers = await findBlockers(kind, promoted, to);
    for (const one of ofKind) {
      const why = blockers.get(one.entry.name);
      if (why === undefined) writable.push(one);
      else leftOut.push({ kind, name: one.entry.name, why });
    }
  }
  const getReview = (part: readonly Chosen[]): Promise<MoveReview> => {
    const removed = listNames(part, 'delete');
    return MoveReview.of({
      from: sourceOfChosen(part, from),
      to,
      settings,
      conflictOf: () => 'replace',
      isRemoved: (type, name) => removed.has(`${type}/${name}`),
    });
  };
  const review = await getReview(writable);
  return {
    writable,
    leftOut,
    notes: [],
    lockout: lockoutNotes(review.lockouts()),
    broken: review.brokenGuardrail(promises),
    apply: () =>
      applyTo(to, writable, sourceOfChosen(writable, from), async (part) =>
        promises === undefined ? undefined : (await getReview(part)).brokenGuardrail(promises)
      ),
  };
}

const sourceOfChosen = (
  chosen: readonly Chosen[],
  from: ConfigurationSource
): ConfigurationSource => ({
  entries: async function* (type) {
    yield* await findChosen(chosen, type, from);
  },
  document: async (id) =>
    chosen.some(({ kind }) => kind.type === id) ? from.document(id) : undefined,
});

/** Why entries cannot be written, by name. */
async function findBlockers(
  kind: FileKind,
  promoted: ConfigurationSource,
  to: ClusterConfiguration
): Promise<ReadonlyMap<string, string>> {
  const blockers = new Map<string, string>();
  if (kind.form === 'entries') {
    const compareWithTarget = await targetComparison(promoted, to);
    for await (const entry of promoted.entries(kind.type)) {
      const { blocker } = (await compareWithTarget(entry)).compared;
      if (blocker !== undefined) blockers.set(entry.name, blocker);
    }
    return blockers;
  }
  const body = await promoted.document(kind.type);
  const blocker =
    body === undefined || body === 'unreadable' ? undefined : to.documentBlocker(kind.type, body);
  if (blocker !== undefined) blockers.set(BODY_KEY, blocker);
  return blockers;
}

/** Entries per step. A cluster makes those of one step together. */
const STEP = 500;

/**
 * Writes kind by kind, referenced entries first. Continues after a step that is refused, and ends
 * when the cluster is lost.
 * @param breachOf - the guardrail that a part of the changes would break
 */
async function applyTo(
  to: ClusterConfiguration,
  writable: readonly Chosen[],
  promoted: ConfigurationSource,
  breachOf: (part: readonly Chosen[]) => Promise<string | undefined>
): Promise<Outcome> {
  const applied: Chosen[] = [];
  const refused: Failure[] = [];
  const unknown: Failure[] = [];
  const notTried: Chosen[] = [];
  const attempt = async (
    part: readonly Chosen[],
    work: (step: readonly Chosen[]) => Promise<void>
  ): Promise<void> => {
    for (const step of chunk(part, STEP)) {
      if (unknown.length + notTried.length > 0) {
        notTried.push(...step);
        continue;
      }
      const findFailures = (error: Error): readonly Failure[] =>
        step.map(({ kind, entry: { name } }) => ({ kind, name, why: error.message }));
      let isSent = false;
      try {
        // After a refused step, the state that was checked no longer comes about.
        const broken = refused.length > 0 ? await breachOf(step) : undefined;
        if (broken !== undefined) throw new MoveError(broken);
        isSent = true;
        await work(step);
        applied.push(...step);
      } catch (error) {
        if (!(error instanceof MoveError || error instanceof BackendError)) throw error;
        const isAnswered = error instanceof MoveError || error instanceof RefusedCall;
        if (isAnswered) refused.push(...findFailures(error));
        else if (isSent) unknown.push(...findFailures(error));
        else notTried.push(...step);
      }
    }
  };
  const getPart = ({ type }: FileKind, isDeletion: boolean): readonly Chosen[] =>
    writable.filter(
      ({ kind, entry }) => kind.type === type && (entry.action === 'delete') === isDeletion
    );
  for (const kind of FILE_KINDS)
    await attempt(getPart(kind, false), async (step) => {
      if (kind.form === 'entries')
        return to.write(kind.type, await findChosen(step, kind.type, promoted));
      const body = await promoted.document(kind.type);
      if (body !== undefined && body !== 'unreadable') await to.writeDocument(kind.type, body);
    });
  for (const kind of [...FILE_KINDS].reverse()) {
    if (kind.form === 'entries')
      await attempt(getPart(kind, true), (step) =>
        to.remove(
          kind.type,
          step.map(({ entry }) => entry.name)
        )
      );
  }
  return { applied, refused, unknown, notTried };
}

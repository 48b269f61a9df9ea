/** Plans an import and applies it: all changes or none. */
import type { PasswordHasher } from '../authentication/password_hash';
import { generatePassword } from '../authentication/generated_password';
import { OverlayRules } from '../../access/evaluation/overlay_rules';
import { ruleSetFor } from '../../access/evaluation/rule_set';
import type { EngineSettings } from '../../api/settings';
import {
  breachOfChanges,
  offlineBreachText,
  changedRules,
  concernsAccess,
  keptNow,
  promisesAround,
} from '../../guardrails/changes';
import { runToCompletion } from '../../scheduling/cooperative_task';
import { UserDirectory } from '../authentication/user_directory';
import { RegexQuota } from '../../access/patterns/regex_quota';
import { diffOf } from '../../changes/audit/change_diff';
import type { DiffOperation } from '../../changes/audit/json_diff';
import { isSameEntry, type Entity, type InternalUser } from '../../../contracts/entities';
import { isServiceAccount } from '../../model/service_account';
import { missingRoleWarning, sameNameWarning, warningText } from '../../changes/import_warnings';
import { hasNamesake, missingRoles, RESOURCES, resourceOf } from '../rest/entities/resource';
import type { ChangeOrigin, HistoryAction, HistoryType, ResourceType } from '../../api/engine';
import type { ConfigurationWriter, Transaction } from '../configuration_store/configuration_writer';
import type { EntityStore } from '../configuration_store/entity_store';
import { problemsOf, type DesiredDocument, type DesiredEntity } from './entry_rules';
import { BODY_KEY, FILE_KINDS, type FileKind, type FileProblem } from './file_kinds';
import type { FolderContent } from './folder';

export interface PlannedChange {
  readonly type: HistoryType;
  readonly name: string;
  readonly action: HistoryAction;
  /** Contains no secrets. */
  readonly diff: readonly DiffOperation[];
  readonly apply: (store: Transaction) => void;
}

const STEP = 1_000;
const RIGHTS = { isSuperAdmin: true, isInternal: true, isImport: true };

export interface PlanDeps {
  readonly store: EntityStore;
  readonly hasher: PasswordHasher;
  /** Values of `${envbc.NAME}` variables by the hash computed from them. */
  readonly hashed: ReadonlyMap<string, string>;
}

/**
 * @param isPruned - whether to delete an entry that is not in the files; reserved and static ones
 *   stay in any case
 */
export async function makePlan(
  deps: PlanDeps,
  content: FolderContent,
  isPruned: (type: ResourceType, name: string) => boolean
): Promise<readonly PlannedChange[]> {
  const documents = content.documents.map((desired) => documentChange(deps.store, desired));
  const entities: (PlannedChange | undefined)[] = [];
  for (const desired of content.entities) entities.push(await entityChange(deps, desired));
  // A file entry with a problem is missing from the content, but must not be deleted.
  const deletions =
    content.problems.length === 0 ? [...prunable(deps.store, content, isPruned)].reverse() : [];
  return [...documents, ...entities, ...deletions].filter((change) => change !== undefined);
}

/**
 * Thrown inside the transaction, which is rolled back, for problems of the files or of the
 * resulting configuration.
 */
export class ImportRefusedError extends Error {
  constructor(readonly problems: readonly FileProblem[]) {
    super('The files were refused.');
  }
}

/** The changes newly break a guardrail. The message names who breaks it, and by which way. */
export class BrokenGuardrailError extends ImportRefusedError {
  constructor(message: string) {
    super([{ file: 'the whole', message }]);
  }
}

class DryRunEnd extends Error {}

export interface ApplyOptions {
  readonly settings: Pick<
    EngineSettings,
    'apiRoles' | 'rolesMappingResolution' | 'compatibility' | 'release'
  >;
  readonly isDryRun: boolean;
  /** Returns a reason to reject the resulting configuration, if there is one. */
  readonly rejectionReason?: () => string | undefined;
}

/**
 * Applies the plan in one durable transaction; a dry run does the same and rolls back. The reason
 * of the current work (`withReason`) lets it pass guardrails that ask for one.
 * @throws {BrokenGuardrailError} if the changes newly break a guardrail; nothing is changed
 * @throws {ImportRefusedError} if the files are rejected; nothing is changed
 */
export function applyPlan(
  writer: ConfigurationWriter,
  origin: ChangeOrigin,
  plan: readonly PlannedChange[],
  content: FolderContent,
  { isDryRun, rejectionReason, settings }: ApplyOptions
): void {
  try {
    writer.by(origin).writeNow((store) => {
      for (const change of plan) change.apply(store);
      const problems = withoutEchoes([
        ...content.problems,
        ...entityProblems(store, plan, content.entities),
        ...expressionProblems(store),
      ]);
      if (problems.length > 0) throw new ImportRefusedError(problems);
      const refused = rejectionReason?.();
      if (refused !== undefined)
        throw new ImportRefusedError([{ file: 'the whole', message: refused }]);
      const broken = guardrailProblemOf(store, settings);
      if (broken !== undefined) throw new BrokenGuardrailError(broken);
      if (isDryRun) throw new DryRunEnd();
    });
  } catch (error) {
    if (!(error instanceof DryRunEnd)) throw error;
  }
}

/** What entries name that does not exist, or has another meaning, in configuration and files. */
export function importWarnings(
  store: EntityStore,
  entities: readonly DesiredEntity[]
): ReadonlyArray<FileProblem & { readonly entry: string; readonly missingRole?: string }> {
  const given = new Set(entities.map(({ type, name }) => `${type}/${name}`));
  const all: Pick<EntityStore, 'has'> = {
    has: (type, name) => given.has(`${type}/${name}`) || store.has(type, name),
  };
  return entities.flatMap(({ type, name, payload }) => {
    const { file } = kindOf(type);
    // Once, if the files have both.
    const isNamed =
      hasNamesake(all, type, name) && !(type === 'internalusers' && given.has(`tenants/${name}`));
    return [
      ...missingRoles(all, type, name, payload).map((missingRole) => ({
        file,
        entry: name,
        missingRole,
        message: warningText(missingRoleWarning(missingRole)),
      })),
      ...(isNamed ? [{ file, entry: name, message: warningText(sameNameWarning(name)) }] : []),
    ];
  });
}

/** Drops problems that merely follow from a role whose own entry or file is invalid. */
export function withoutEchoes(problems: readonly FileProblem[]): readonly FileProblem[] {
  const { file: rolesFile } = kindOf('roles');
  const ofRoles = problems.filter(({ file }) => file === rolesFile);
  const unusable = new Set(ofRoles.map(({ entry }) => entry));
  return problems.filter(({ message }) => {
    const role = /^role '(.*)' not found\.$/.exec(message)?.[1];
    return role === undefined || !(unusable.has(role) || unusable.has(undefined));
  });
}

/** Runs the checks of the REST API against the whole configuration, for changed entries. */
function entityProblems(
  store: EntityStore,
  plan: readonly PlannedChange[],
  desired: readonly DesiredEntity[]
): FileProblem[] {
  const changed = new Set(plan.map(({ type, name }) => `${type}/${name}`));
  return desired
    .filter(({ type, name }) => changed.has(`${type}/${name}`))
    .flatMap(({ type, name, payload, hash }) => {
      const kind = kindOf(type);
      if (store.read(type, name)?.entity.static)
        return [{ file: kind.file, entry: name, message: 'is built in and cannot be changed' }];
      const error = resourceOf(type).check(store, name, payload, RIGHTS);
      if (error) return problemsOf(kind, name, error);
      if (type !== 'internalusers' || hash !== undefined || store.credential(name)) return [];
      return [{ file: kind.file, entry: name, key: 'hash', message: 'a new user needs a hash' }];
    });
}

/** The text about the guardrail that the changes of the transaction break. */
function guardrailProblemOf(
  store: Transaction,
  settings: ApplyOptions['settings']
): string | undefined {
  const { body } = store.document('guardrails') ?? {};
  const replaced = store.changes.find(({ type }) => type === 'guardrails');
  const promises = keptNow(
    promisesAround(replaced ? replaced.before : body, body, settings.apiRoles)
  );
  if (promises.length === 0 || !store.changes.some(concernsAccess)) return undefined;
  const after = ruleSetFor(settings);
  for (const type of ['roles', 'rolesmapping', 'actiongroups'] as const)
    for (const { name, entity } of allOf(store, type)) after.apply({ type, name, after: entity });
  const before = new OverlayRules(
    after,
    changedRules(store.changes, (change) => change.before)
  );
  const users = new UserDirectory(store);
  const breach = runToCompletion(
    breachOfChanges({ before, after }, users, promises, store.changes)
  );
  return breach && offlineBreachText(breach);
}

/** Checks the limits of the resulting configuration. */
export function expressionProblems(store: EntityStore): FileProblem[] {
  const types = ['roles', 'rolesmapping', 'actiongroups'] as const;
  const all = types.flatMap((type) =>
    [...allOf(store, type)].map(({ entity }) => ({ type, after: entity }))
  );
  const message = new RegexQuota().problemOf(all);
  return message === undefined ? [] : [{ file: 'the whole', message }];
}

const kindOf = (type: ResourceType): FileKind =>
  FILE_KINDS.find((kind) => kind.type === type) as FileKind;

function documentChange(
  store: EntityStore,
  { id, body }: DesiredDocument
): PlannedChange | undefined {
  const before = store.document(id)?.body;
  if (before !== undefined && isSameEntry(id, before, body)) return undefined;
  const action = before === undefined ? 'create' : 'update';
  const diff = diffOf({ name: BODY_KEY, before, after: body, action, isCredentialChanged: false });
  return { type: id, name: BODY_KEY, action, diff, apply: (tx) => void tx.putDocument(id, body) };
}

async function entityChange(
  deps: PlanDeps,
  desired: DesiredEntity
): Promise<PlannedChange | undefined> {
  const { type, name, entity } = desired;
  const before = deps.store.read(type, name)?.entity;
  const hash = await newHash(deps, desired);
  if (before && hash === undefined && isSameEntry(type, before, entity)) return undefined;
  const action = before ? 'update' : 'create';
  const bodies = { before: before && { ...before }, after: { ...entity } };
  const diff = diffOf({ name, ...bodies, action, isCredentialChanged: hash !== undefined });
  const apply = (tx: Transaction): void => {
    if (!before?.static) tx.put(type, name, entity as never, { hash });
  };
  return { type, name, action, diff, apply };
}

/** The hash to write; `undefined` if the stored one is of the same password. */
async function newHash(
  deps: PlanDeps,
  { type, name, hash, entity }: DesiredEntity
): Promise<string | undefined> {
  if (type === 'internalusers' && hash === undefined) return replacementHash(deps, name, entity);
  const { store, hasher, hashed } = deps;
  const stored = hash === undefined ? undefined : store.credential(name)?.hash;
  if (hash === undefined || stored === hash) return undefined;
  const plain = hashed.get(hash);
  const isSame =
    stored !== undefined && plain !== undefined && (await hasher.verify(stored, plain, ['import']));
  return isSame ? undefined : hash;
}

/**
 * A user who becomes a service account without a hash gets a random password, so that the old one
 * no longer works.
 */
async function replacementHash(
  { store, hasher }: PlanDeps,
  name: string,
  entity: Entity
): Promise<string | undefined> {
  const before = store.read('internalusers', name)?.entity;
  const isService = isServiceAccount((entity as InternalUser).attributes);
  if (!isService || isServiceAccount(before?.attributes)) return undefined;
  return hasher.hash(generatePassword(), ['import']);
}

/** Stored entries that the files do not contain. */
function* prunable(
  store: EntityStore,
  { files, entities }: FolderContent,
  isPruned: (type: ResourceType, name: string) => boolean
): Iterable<PlannedChange> {
  for (const { type } of RESOURCES.filter((one) => files.some((kind) => kind.type === one.type))) {
    const importedNames = new Set(
      entities.filter((one) => one.type === type).map(({ name }) => name)
    );
    for (const { name, entity } of allOf(store, type)) {
      if (importedNames.has(name) || entity.reserved || entity.static || !isPruned(type, name))
        continue;
      const diff = diffOf({
        name,
        before: { ...entity },
        action: 'delete',
        isCredentialChanged: false,
      });
      yield { type, name, action: 'delete', diff, apply: (tx) => void tx.delete(type, name) };
    }
  }
}

/** All entities of a type, read in batches. */
export function* allOf<T extends ResourceType>(store: EntityStore, type: T) {
  for (let after: string | undefined; ;) {
    const step = store.page(type, after, STEP);
    yield* step;
    if (step.length < STEP) return;
    after = step.at(-1)?.name;
  }
}

/** Plans an import and applies it: all changes or none. */
import type { PasswordHasher } from '../authentication/password_hash';
import { generatePassword } from '../authentication/generated_password';
import { ruleSetFor, type RuleSet } from '../../access/evaluation/rule_set';
import type { EngineSettings } from '../../api/settings';
import { UserDirectory } from '../authentication/user_directory';
import { RegexQuota } from '../../access/patterns/regex_quota';
import { DOCUMENT_NAME, documentChanges, isEntityType } from '../../api/change';
import type { ConfigurationView } from '../../changes/lockout/configuration_view';
import { brokenGuardrail, lockoutReason } from '../../changes/plan/plan_checks';
import type { PlannedChange } from '../../changes/plan/planned_change';
import {
  isSameEntry,
  plannedEntries,
  type Entity,
  type InternalUser,
  type PresentEntries,
} from '../../../contracts/entities';
import { isServiceAccount } from '../../model/service_account';
import { missingRoleWarning, sameNameWarning, warningText } from '../../changes/import_warnings';
import { hasNamesake, missingRoles, getResource } from '../rest/entities/resource';
import type { ResourceType } from '../../api/engine';
import { offlineOrigin } from '../configuration_store/change_origin';
import type { ConfigurationWriter, Transaction } from '../configuration_store/configuration_writer';
import type { EntityStore } from '../configuration_store/entity_store';
import { findProblems, type DesiredDocument, type DesiredEntity } from './entry_rules';
import { FILE_KINDS, type FileKind, type FileProblem } from './file_kinds';
import type { FolderContent } from './folder';

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
  const changes: PlannedChange[] = content.documents.flatMap((one) => documentChange(deps, one));
  const deletions: PlannedChange[] = [];
  for (const { form, type } of content.files) {
    if (form !== 'entries') continue;
    const desired = content.entities.filter((one) => one.type === type);
    const hashes = await newHashes(deps, desired);
    const planned = plannedEntries(
      type,
      presentEntries(deps.store, type),
      new Map(desired.map(({ name, entity }) => [name, entity])),
      {
        hasSecret: (name) => hashes.has(name),
        // A file entry with a problem is missing from the content, but must not be deleted.
        isDeleted: (name, { reserved, static: isStatic }) =>
          content.problems.length === 0 && !reserved && !isStatic && isPruned(type, name),
      }
    );
    for (const { name, action, present: before, desired: after } of planned) {
      if (action === 'same') continue;
      const hash = hashes.get(name);
      const change = { type, name, action, before, after, hash };
      (action === 'delete' ? deletions : changes).push({
        ...change,
        isCredentialChanged: hash !== undefined,
      });
    }
  }
  return [...changes, ...deletions.reverse()];
}

/** Reads single entries on demand: an import of a few needs no others. */
const presentEntries = (store: EntityStore, type: ResourceType): PresentEntries<Entity> => ({
  get: (name) => store.read(type, name)?.entity,
  *[Symbol.iterator]() {
    for (const { name, entity } of allOf(store, type)) yield [name, entity];
  },
});

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

/** What a plan would do beyond its changes. */
export interface FolderReview {
  /** Why no one could administer security afterwards. */
  readonly lockout: string | undefined;
  /** About the guardrail that it newly breaks. */
  readonly broken: string | undefined;
}

/** The configuration of a data folder that no server uses. */
interface Folder {
  readonly store: EntityStore;
  readonly writer: ConfigurationWriter;
  readonly view: ConfigurationView;
  readonly settings: EngineSettings;
}

/**
 * @throws {ImportRefusedError} for problems of the files or of the resulting configuration
 */
export function reviewPlan(
  folder: Folder,
  plan: readonly PlannedChange[],
  content: FolderContent
): FolderReview {
  let review: FolderReview | undefined;
  rolledBack(() =>
    writePlan(folder, plan, content, ({ lockout, broken }) => {
      review = { lockout: lockout(), broken: broken() };
      throw new DryRunEnd();
    })
  );
  return review as FolderReview;
}

/**
 * Applies the plan in one durable transaction; a dry run does the same and rolls back. The reason
 * of the current work (`withReason`) lets it pass guardrails that ask for one.
 * @throws {BrokenGuardrailError} if the changes newly break a guardrail; nothing is changed
 * @throws {ImportRefusedError} if the files are rejected; nothing is changed
 */
export function applyPlan(
  folder: Folder,
  plan: readonly PlannedChange[],
  content: FolderContent,
  { isDryRun, confirmsLockout }: { readonly isDryRun: boolean; readonly confirmsLockout: boolean }
): void {
  rolledBack(() =>
    writePlan(folder, plan, content, ({ lockout, broken }) => {
      const refused = confirmsLockout ? undefined : lockout();
      if (refused !== undefined)
        throw new ImportRefusedError([{ file: 'the whole', message: refused }]);
      const breach = broken();
      if (breach !== undefined) throw new BrokenGuardrailError(breach);
      if (isDryRun) throw new DryRunEnd();
    })
  );
}

/** Rolls back the transaction of a dry run. */
class DryRunEnd extends Error {}

function rolledBack(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof DryRunEnd)) throw error;
  }
}

/** @param end - looks at what was written, before the commit */
function writePlan(
  { store, writer, view, settings }: Folder,
  plan: readonly PlannedChange[],
  content: FolderContent,
  end: (review: { readonly [K in keyof FolderReview]: () => FolderReview[K] }) => void
): void {
  const config = store.document('config')?.body;
  writer.by(offlineOrigin()).writeNow((tx) => {
    for (const change of plan) write(tx, change);
    const problems = withoutEchoes([
      ...content.problems,
      ...entityProblems(tx, plan, content.entities),
      ...expressionProblems(tx),
    ]);
    if (problems.length > 0) throw new ImportRefusedError(problems);
    end({
      lockout: () =>
        lockoutReason({ config }, { config: tx.document('config')?.body, view }, settings),
      broken: () =>
        brokenGuardrail(tx.changes, promisesIn(tx), settings, () => ({
          rules: rulesIn(tx, settings),
          hasChanges: true,
          users: new UserDirectory(tx),
        })),
    });
  });
}

function write(tx: Transaction, change: PlannedChange): void {
  const { type, name, action } = change;
  if (!isEntityType(type)) tx.putDocument(type, { ...change.after });
  else if (action === 'delete') tx.delete(type, name);
  else if (!(change.before as Entity | undefined)?.static)
    tx.put(type, name, change.after as never, { hash: change.hash });
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
    const { file } = findKind(type);
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
  const { file: rolesFile } = findKind('roles');
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
      const kind = findKind(type);
      if (store.read(type, name)?.entity.static)
        return [{ file: kind.file, entry: name, message: 'is built in and cannot be changed' }];
      const error = getResource(type).check(store, name, payload, RIGHTS);
      if (error) return findProblems(kind, name, error);
      if (type !== 'internalusers' || hash !== undefined || store.credential(name)) return [];
      return [{ file: kind.file, entry: name, key: 'hash', message: 'a new user needs a hash' }];
    });
}

function promisesIn(tx: Transaction): Parameters<typeof brokenGuardrail>[1] {
  const { body: after } = tx.document('guardrails') ?? {};
  const replaced = documentChanges(tx.changes).find(({ type }) => type === 'guardrails');
  return { before: replaced ? replaced.before : after, after };
}

function rulesIn(store: EntityStore, settings: EngineSettings): RuleSet {
  const rules = ruleSetFor(settings);
  for (const type of ['roles', 'rolesmapping', 'actiongroups'] as const)
    for (const { name, entity } of allOf(store, type)) rules.apply({ type, name, after: entity });
  return rules;
}

/** Checks the limits of the resulting configuration. */
export function expressionProblems(store: EntityStore): FileProblem[] {
  const types = ['roles', 'rolesmapping', 'actiongroups'] as const;
  const all = types.flatMap((type) =>
    [...allOf(store, type)].map(({ entity }) => ({ type, after: entity }))
  );
  const message = new RegexQuota().findProblem(all);
  return message === undefined ? [] : [{ file: 'the whole', message }];
}

const findKind = (type: ResourceType): FileKind =>
  FILE_KINDS.find((kind) => kind.type === type) as FileKind;

function documentChange(
  { store }: PlanDeps,
  { id: type, body: after }: DesiredDocument
): readonly PlannedChange[] {
  const before = store.document(type)?.body;
  if (before !== undefined && isSameEntry(type, before, after)) return [];
  const action = before === undefined ? 'create' : 'update';
  return [{ type, name: DOCUMENT_NAME, action, before, after }];
}

/** The hashes to write, by name; not those of the stored passwords. */
async function newHashes(
  deps: PlanDeps,
  entities: readonly DesiredEntity[]
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  for (const desired of entities) {
    const hash = await newHash(deps, desired);
    if (hash !== undefined) hashes.set(desired.name, hash);
  }
  return hashes;
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

/** All entities of a type, read in batches. */
export function* allOf<T extends ResourceType>(store: EntityStore, type: T) {
  for (let after: string | undefined; ;) {
    const step = store.page(type, after, STEP);
    yield* step;
    if (step.length < STEP) return;
    after = step.at(-1)?.name;
  }
}

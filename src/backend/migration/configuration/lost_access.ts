/**
 * Finds administrators of the target who could not log in or administer it after a migration. The
 * target itself does not check this, because a migration bypasses the lockout check of the API.
 */
import type {
  EntityByType,
  InternalUser,
  ResourceType,
  RoleMapping,
} from '../../../contracts/entities';
import { Administrators } from '../../changes/lockout/administrators';
import { allowListState } from '../../changes/lockout/allow_list';
import { viewOfEntities, type StoredEntities } from '../../changes/lockout/configuration_view';
import { lostLoginMethods } from '../../changes/lockout/lockout';
import type { EngineSettings } from '../../api/settings';
import { takesPasswords } from '../../model/authentication_domains';
import { staticEntries } from '../../model/static_entries';
import { isWritten, Sample, type ConflictPolicy } from '../data_type';
import { compare, documentBatch } from './configuration_kinds';
import type { ConfigurationSide, ConfigurationSource, DocumentId, Entry } from './side';

export interface LostAccess {
  readonly users: Sample<string>;
  /** Mapping entries that are not internal users of the target, for example directory groups. */
  readonly mapped: Sample<string>;
  readonly losesPasswords: boolean;
  /** Whether the allow list would be on, and no administrator could switch it off. */
  readonly isClosed: boolean;
}

/** A change of the target that is not made yet. */
export interface PlannedMove {
  readonly from: ConfigurationSource;
  readonly to: ConfigurationSide;
  readonly settings: EngineSettings;
  /** @param type - of a file */
  readonly conflictOf: (type: ResourceType | DocumentId) => ConflictPolicy | undefined;
  /** Whether an entry of the target is deleted. Default: none. */
  readonly isRemoved?: (type: ResourceType, name: string) => boolean;
}

type Json = Readonly<Record<string, unknown>>;

interface Pair<T> {
  readonly before: T;
  readonly after: T;
}

export async function lostAccess(move: PlannedMove): Promise<LostAccess> {
  const users = await usersOf(move);
  const mappings = await changedBy(move, 'rolesmapping');
  const roles = await changedBy(move, 'roles');
  const groups = await changedBy(move, 'actiongroups');
  const allowList = await documentsOf(move, 'allowlist');
  const config = await documentsOf(move, 'config');
  const sides = (['before', 'after'] as const).map((time) => {
    const stored: StoredEntities = {
      internalusers: users.entities[time],
      rolesmapping: mappings[time],
      roles: roles[time],
      actiongroups: groups[time],
    };
    const view = viewOfEntities(stored, allowList[time], (name) => users.able[time].has(name));
    const administrators = new Administrators(view, move.settings);
    return { administrators, list: allowListState(view, administrators, move.settings) };
  });
  const [before, after] = sides as [(typeof sides)[number], (typeof sides)[number]];
  const remaining = new Set(after.administrators.names());
  const lostNames = new Sample<string>();
  // If no domain accepts passwords before the migration, no administrator can lose a password
  // login.
  if (takesPasswords(config.before))
    lostNames.add(...before.administrators.names().filter((name) => !remaining.has(name)));
  const mapped = new Sample<string>();
  for (const role of move.settings.apiRoles)
    mapped.add(...lostEntries(role, mappings, users.entities.before));
  return {
    users: lostNames,
    mapped,
    losesPasswords: lostLoginMethods(config, undefined).ofPasswords,
    isClosed: isOpen(before.list) && !isOpen(after.list),
  };
}

const isOpen = (state: ReturnType<typeof allowListState>): boolean =>
  state === 'off' || state === 'kept';

/**
 * Entries that a mapping would lose. Internal users are excluded, because they are checked
 * individually.
 */
function lostEntries(
  role: string,
  { before, after }: Pair<ReadonlyMap<string, RoleMapping>>,
  users: ReadonlyMap<string, InternalUser>
): readonly string[] {
  const remaining = new Set(entriesOf(after.get(role), users));
  return entriesOf(before.get(role), users)
    .filter((entry) => !remaining.has(entry))
    .map((entry) => `${role} (${entry})`);
}

function entriesOf(
  mapping: RoleMapping | undefined,
  users: ReadonlyMap<string, InternalUser>
): readonly string[] {
  if (!mapping) return [];
  const { users: names, backend_roles: roles, and_backend_roles: all, hosts } = mapping;
  return [
    ...names.filter((name) => !users.has(name)).map((name) => `user ${name}`),
    ...roles.map((name) => `backend role ${name}`),
    ...(all.length > 0 ? [`backend roles ${all.join(' and ')}`] : []),
    ...hosts.map((name) => `host ${name}`),
  ];
}

async function usersOf(move: PlannedMove) {
  const { to } = move;
  const entities = {
    before: new Map<string, InternalUser>(),
    after: new Map<string, InternalUser>(),
  };
  const able = { before: new Set<string>(), after: new Set<string>() };
  for await (const { name, entity, hash } of to.entries('internalusers')) {
    entities.before.set(name, entity as InternalUser);
    if (hash === undefined ? !to.showsHashes : to.verifies(hash, hash)) able.before.add(name);
  }
  entities.after = remaining(move, 'internalusers', entities.before);
  able.after = new Set([...able.before].filter((name) => entities.after.has(name)));
  for await (const { entry, there } of writtenBy(move, 'internalusers')) {
    const { name, entity, hash } = entry;
    entities.after.set(name, entity as InternalUser);
    // Without a hash, an existing user keeps the password.
    if (hash === undefined) continue;
    if (to.verifies(hash, there?.hash)) able.after.add(name);
    else able.after.delete(name);
  }
  return { entities, able };
}

/** The entities of a type in the target, before and after the move. */
export async function changedBy<T extends ResourceType>(
  move: PlannedMove,
  type: T
): Promise<Pair<ReadonlyMap<string, EntityByType[T]>>> {
  const before = new Map(
    staticEntries()
      .filter((entry) => entry.type === type)
      .map(({ name, entity }) => [name, entity as EntityByType[T]])
  );
  for await (const { name, entity } of move.to.entries(type))
    before.set(name, entity as EntityByType[T]);
  const after = remaining(move, type, before);
  for await (const { entry } of writtenBy(move, type))
    after.set(entry.name, entry.entity as EntityByType[T]);
  return { before, after };
}

const remaining = <T>(
  { isRemoved }: PlannedMove,
  type: ResourceType,
  before: ReadonlyMap<string, T>
): Map<string, T> => new Map([...before].filter(([name]) => isRemoved?.(type, name) !== true));

async function* writtenBy(
  { from, to, conflictOf }: PlannedMove,
  type: ResourceType
): AsyncGenerator<{ readonly entry: Entry; readonly there: Entry | undefined }> {
  for await (const entry of from.entries(type)) {
    const there = await to.present(type, entry.name);
    if (there !== 'built_in' && isWritten(compare(entry, there, to), conflictOf(type)))
      yield { entry, there };
  }
}

async function documentsOf(
  { from, to, conflictOf }: PlannedMove,
  id: 'allowlist' | 'config'
): Promise<Pair<Json | undefined>> {
  const [there, body] = [await to.document(id), await from.document(id)];
  const [before, moved] = [there, body].map((one) => (one === 'unreadable' ? undefined : one));
  const [compared] = (await documentBatch(id, from, to))?.compared ?? [];
  const isMoved = compared !== undefined && isWritten(compared, conflictOf(id));
  return { before, after: isMoved ? moved : before };
}

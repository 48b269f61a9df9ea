/** The stored configuration as the lockout check reads it: with a few index lookups. */
import { type ConfigurationView, toList } from '../../changes/lockout/configuration_view';
import type { HashLimits } from '../../api/settings';
import type { EntityByType, InternalUser, ResourceType } from '../../../contracts/entities';
import { isBasicName } from './basic_credentials';
import { usableHash } from './hash_form';
import type { Database } from '../sqlite';
import type { EntityStore } from '../configuration_store/entity_store';
import { fromStoredName, toStoredName } from '../configuration_store/name_key';
import type { DryRun } from '../configuration_store/dry_run';

/** Users or roles read per query. */
const STEP = 1_000;
/** Users of a role read per query: the first one nearly always ends the search. */
const USERS_STEP = 20;

export class SqliteLockoutView implements ConfigurationView {
  constructor(
    private readonly db: Database,
    private readonly store: EntityStore,
    private readonly hashLimits: HashLimits
  ) {}

  read<T extends ResourceType>(type: T, name: string): EntityByType[T] | undefined {
    return this.store.read(type, name)?.entity;
  }

  allowList(): Readonly<Record<string, unknown>> | undefined {
    return this.store.document('allowlist')?.body;
  }

  hasPassword(userName: string): boolean {
    const credential = this.store.credential(userName);
    return credential !== undefined && this.isUsable(userName, credential.hash);
  }

  someUser(visit: (name: string, user: InternalUser) => boolean): boolean {
    for (let after = ''; ;) {
      const step = this.db.all<{ name: string; body: string; hash: string }>(
        `SELECT e.name, e.body, c.hash FROM entity e JOIN credential c ON c.user_name = e.name
         WHERE e.type = 'internalusers' AND e.name > ? ORDER BY e.name LIMIT ?`,
        after,
        STEP
      );
      const isEnded = step.some(({ name: stored, body, hash }) => {
        const name = fromStoredName(stored);
        return this.isUsable(name, hash) && visit(name, JSON.parse(body) as InternalUser);
      });
      if (isEnded || step.length < STEP) return isEnded;
      after = step.at(-1)?.name as string;
    }
  }

  *usersWith(facet: 'roles' | 'backend_roles', value: string): Iterable<string> {
    for (let after = ''; ;) {
      const step = this.db.all<{ name: string }>(
        `SELECT t.name FROM term t JOIN credential c ON c.user_name = t.name
         WHERE t.type = 'internalusers' AND t.facet = ? AND t.value = ? AND t.name > ?
         ORDER BY t.name LIMIT ?`,
        facet,
        toStoredName(value),
        after,
        USERS_STEP
      );
      for (const { name } of step) yield fromStoredName(name);
      if (step.length < USERS_STEP) return;
      after = step.at(-1)?.name as string;
    }
  }

  *roles(): Iterable<readonly [string, EntityByType['roles']]> {
    for (let after: string | undefined; ;) {
      const step = this.store.page('roles', after, STEP);
      for (const { name, entity } of step) yield [name, entity];
      if (step.length < STEP) return;
      after = step.at(-1)?.name;
    }
  }

  private isUsable(name: string, hash: string): boolean {
    return isBasicName(name) && usableHash(hash, this.hashLimits) !== undefined;
  }
}

/** The configuration as a dry run would leave it. */
export class DryRunLockoutView extends SqliteLockoutView {
  constructor(
    db: Database,
    private readonly dryRun: DryRun,
    hashLimits: HashLimits
  ) {
    super(db, dryRun, hashLimits);
  }

  override someUser(visit: (name: string, user: InternalUser) => boolean): boolean {
    const written = this.usersWithPassword().sort(([one], [other]) => (one < other ? -1 : 1));
    const visitUpTo = (name?: string): boolean => {
      const end = written.findIndex(([next]) => name !== undefined && next > name);
      return written.splice(0, end === -1 ? written.length : end).some((next) => visit(...next));
    };
    const changed = this.dryRun.changed('internalusers');
    const isEnded = super.someUser(
      (name, user) => visitUpTo(name) || (!changed.has(name) && visit(name, user))
    );
    return isEnded || visitUpTo();
  }

  override *usersWith(facet: 'roles' | 'backend_roles', value: string): Iterable<string> {
    for (const [name, user] of this.usersWithPassword())
      if (toList(user, facet).includes(value)) yield name;
    const changed = this.dryRun.changed('internalusers');
    for (const name of super.usersWith(facet, value)) if (!changed.has(name)) yield name;
  }

  override *roles(): Iterable<readonly [string, EntityByType['roles']]> {
    const changed = this.dryRun.changed('roles');
    for (const [name, role] of changed) if (role) yield [name, role.entity];
    for (const [name, role] of super.roles()) if (!changed.has(name)) yield [name, role];
  }

  private usersWithPassword(): (readonly [name: string, user: InternalUser])[] {
    return [...this.dryRun.changed('internalusers')].flatMap(([name, user]) =>
      user && this.hasPassword(name) ? [[name, user.entity] as const] : []
    );
  }
}

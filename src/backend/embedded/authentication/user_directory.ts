/**
 * Internal users, read from the store on demand and cached. A change drops the user from the cache,
 * so the same object means that nothing has changed.
 */
import type { SourceUser, UserSource } from '../../access/user_source';
import { isDisabled } from '../../model/service_account';
import type { EntityStore, LoginDuties } from '../configuration_store/entity_store';
import { BoundedMap } from '../../model/bounded_map';

export interface UserRecord extends SourceUser, LoginDuties {
  /** Password hash; `undefined` if the user has none or is suspended. */
  readonly hash?: string;
  readonly credentialVersion: string;
}

const MAX_CACHED = 10_000;

export class UserDirectory implements UserSource {
  private readonly cached = new BoundedMap<string, UserRecord>(MAX_CACHED);

  constructor(private readonly store: EntityStore) {}

  find(name: string): UserRecord | undefined {
    const known = this.cached.get(name);
    if (known) return known;
    const read = this.readRecord(name);
    if (read) this.cache(read);
    return read;
  }

  names(): Iterable<string> {
    return this.store.names('internalusers');
  }

  namesWith(facet: 'backend_roles' | 'roles', values: Iterable<string>): Iterable<string> {
    return this.store.namesWith('internalusers', facet, values);
  }

  backendRoles(): Iterable<string> {
    return this.store.facetValues('internalusers', 'backend_roles', true);
  }

  forget(name: string): void {
    this.cached.delete(name);
  }

  clear(): void {
    this.cached.clear();
  }

  private readRecord(name: string): UserRecord | undefined {
    const stored = this.store.user(name);
    if (!stored) return undefined;
    const { user, mustChangePassword, hasFactor } = stored;
    const credential = isDisabled(user) ? undefined : stored.credential;
    const attributes = Object.entries(user.attributes);
    return {
      name,
      user,
      hash: credential?.hash,
      mustChangePassword,
      hasFactor,
      credentialVersion: String(credential?.version ?? 0),
      attributes: new Map(attributes.map(([key, value]) => [`attr.internal.${key}`, value])),
    };
  }

  /** The first map entry is the oldest. Ten thousand records take a few megabytes. */
  private cache(record: UserRecord): void {
    this.cached.set(record.name, record);
  }
}

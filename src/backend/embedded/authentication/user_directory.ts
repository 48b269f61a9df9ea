/**
 * Internal users, read from the store on demand and cached. A change drops the user from the cache,
 * so the same object means that nothing has changed.
 */
import type { InternalUser } from '../../../contracts/entities';
import {
  listValues,
  type SourceUser,
  type UserFacet,
  type UserLists,
  type UserSource,
} from '../../access/user_source';
import { isDisabled } from '../../model/service_account';
import type { EntityStore, LoginDuties } from '../configuration_store/entity_store';
import { BoundedMap } from '../../model/bounded_map';

export interface UserRecord extends SourceUser, LoginDuties {
  /** Password hash; `undefined` if the user has none or is suspended. */
  readonly hash?: string;
  readonly credentialVersion: string;
}

const MAX_CACHED = 10_000;
const FACETS: readonly UserFacet[] = ['backend_roles', 'roles'];

export class UserDirectory implements UserSource {
  private readonly cached = new BoundedMap<string, UserRecord>(MAX_CACHED);
  /** Numbers of users by facet and value; those that a change concerns are counted again. */
  private readonly counts = new BoundedMap<string, number>(MAX_CACHED);
  private counted: number | undefined;

  constructor(private readonly store: EntityStore) {}

  get size(): number {
    return (this.counted ??= this.store.count('internalusers'));
  }

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

  lists(): Iterable<UserLists> {
    return this.store.userLists();
  }

  namesWith(facet: UserFacet, values: Iterable<string>): Iterable<string> {
    return this.store.namesWith('internalusers', facet, values);
  }

  countWith(facet: UserFacet, value: string): number {
    const key = toKey(facet, value);
    const known = this.counts.get(key);
    if (known !== undefined) return known;
    const count = this.store.countWith('internalusers', facet, value);
    this.counts.set(key, count);
    return count;
  }

  backendRoles(): Iterable<string> {
    return this.store.facetValues('internalusers', 'backend_roles', true);
  }

  /** Call this after each change of a user. */
  follow(name: string, before: InternalUser | undefined, after: InternalUser | undefined): void {
    this.forget(name);
    if (!before || !after) this.counted = undefined;
    for (const facet of FACETS) {
      const [then, now] = [before, after].map((user) => (user ? listValues(user, facet) : []));
      for (const value of new Set([...(then ?? []), ...(now ?? [])]))
        if (then?.includes(value) !== now?.includes(value)) this.counts.delete(toKey(facet, value));
    }
  }

  forget(name: string): void {
    this.cached.delete(name);
  }

  clear(): void {
    this.cached.clear();
    this.counts.clear();
    this.counted = undefined;
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

const toKey = (facet: UserFacet, value: string): string => `${facet} ${value}`;

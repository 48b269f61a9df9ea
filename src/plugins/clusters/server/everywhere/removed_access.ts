/**
 * What suspending removes from a user of a cluster that cannot suspend: an attribute of the user
 * keeps it until it is given back.
 */
import type { InternalUser } from '@sd/contracts';
import { REMOVED_ACCESS_ATTRIBUTE } from '@sd/contracts';

export interface RemovedAccess {
  /** Roles of the user's own entry. */
  readonly roles: readonly string[];
  readonly backendRoles: readonly string[];
  /** Roles whose mapping named the user. */
  readonly mappings: readonly string[];
  /** Whether the password was replaced. */
  readonly isLockedOut: boolean;
}

export const NOTHING_REMOVED: RemovedAccess = {
  roles: [],
  backendRoles: [],
  mappings: [],
  isLockedOut: false,
};

/** @returns `undefined` if nothing was removed, `'unreadable'` if someone changed the attribute */
export function findRemovedAccess({
  attributes,
}: Pick<InternalUser, 'attributes'>): RemovedAccess | 'unreadable' | undefined {
  const text = attributes?.[REMOVED_ACCESS_ATTRIBUTE];
  if (text === undefined) return undefined;
  try {
    const {
      roles,
      backend_roles: backendRoles,
      mappings,
      password,
    } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (![roles, backendRoles, mappings].every(isTexts)) return 'unreadable';
    return { roles, backendRoles, mappings, isLockedOut: password === 'replaced' } as RemovedAccess;
  } catch {
    return 'unreadable';
  }
}

export const removedAccessText = ({
  roles,
  backendRoles,
  mappings,
  isLockedOut,
}: RemovedAccess): string =>
  JSON.stringify({
    roles,
    backend_roles: backendRoles,
    mappings,
    ...(isLockedOut && { password: 'replaced' }),
  });

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

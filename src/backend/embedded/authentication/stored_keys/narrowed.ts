/**
 * What is left of a user who calls with a key: never more than he has himself at that moment, and
 * only what the key was made for.
 */
import type { Subject } from '../../../access/evaluation/attributes';
import type { RuleBook } from '../../../access/evaluation/rule_book';
import type { Identity } from '../../../contract/engine';
import type { StoredKey } from './api_key_store';

interface Known {
  readonly identity: Identity;
  readonly subject: Subject;
}

export function narrowed(
  { identity, subject }: Known,
  { roles: wanted, isReadOnly }: StoredKey,
  { rules, apiRoles }: { readonly rules: RuleBook; readonly apiRoles: ReadonlySet<string> }
): Known {
  const isKept = (role: string): boolean => wanted === undefined || wanted.includes(role);
  const roles = subject.roles.filter(isKept);
  // A role that is left out grants nothing, and still hides what it restricts: without it another
  // one could show more than its owner sees.
  const left = subject.roles.filter((role) => !isKept(role));
  const doubtfulRoles = [...(subject.doubtfulRoles ?? []), ...left];
  const own: Subject = { ...subject, roles, doubtfulRoles };
  const tenants = Object.create(null) as Record<string, boolean>;
  for (const [tenant, canWrite] of rules.tenantsFor(own)) {
    const held = identity.tenants[tenant];
    if (held !== undefined) tenants[tenant] = held && canWrite && !isReadOnly;
  }
  const hasApiAccess = roles.some((role) => apiRoles.has(role));
  return {
    identity: { ...identity, roles, tenants, hasApiAccess, key: { isReadOnly } },
    subject: own,
  };
}

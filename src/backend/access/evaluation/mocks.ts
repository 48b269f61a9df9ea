/** Builders for rules and subjects, and decisions with them. */
import fc from 'fast-check';
import type { Role } from '../../../contracts/entities';
import type { Subject } from './attributes';
import { normaliseEntity } from '../../model/payload';
import { DECISION_SETTINGS as SETTINGS, whoUnder } from '../../testing/decisions';
import { decideAccess, type AccessRequest, type DecisionSettings } from './access_decision';
import type { SimulatedSubject } from './access_service';
import { explainSubject } from '../explanation/context';
import { runToCompletion } from '../../scheduling/cooperative_task';
import { RuleSet } from './rule_set';

export const NOW = Date.UTC(2024, 2, 31, 23, 30);
export const SEARCH = 'indices:data/read/search';
export type Source = Record<string, unknown>;
export interface Rules {
  readonly roles: Record<string, Source>;
  readonly groups?: Record<string, string[]>;
  readonly tenants?: readonly string[];
}

export function bookOf({ roles, groups = {}, tenants = [] }: Rules): RuleSet {
  const book = new RuleSet('MAPPING_ONLY');
  const apply = (type: 'roles' | 'actiongroups' | 'tenants', name: string, source: Source) =>
    book.apply({ type, name, after: normaliseEntity(type, source) });
  for (const [name, role] of Object.entries(roles)) apply('roles', name, role);
  for (const [name, list] of Object.entries(groups))
    apply('actiongroups', name, { allowed_actions: list });
  for (const name of tenants) apply('tenants', name, {});
  return book;
}

export const decide = (
  rules: Rules,
  request: Partial<AccessRequest>,
  subject: Partial<SimulatedSubject> = {},
  settings: Partial<DecisionSettings> = {}
) => {
  const book = bookOf(rules);
  const securityRoles = Object.keys(rules.roles);
  const who = whoUnder(book, { name: 'jdoe', securityRoles, ...subject });
  const all = { ...SETTINGS, ...settings };
  const query = { action: SEARCH, ...request };
  const decided = (by: typeof who | typeof explained) =>
    decideAccess(by, query, all, (name) => book.hasTenant(name), NOW).decision;
  // The subject as an explanation sees it, with its caches.
  const explained = runToCompletion(explainSubject(book, who.subject));
  const decision = decided(who);
  expect(decided(explained)).toEqual(decision);
  return decision;
};
export const index = (patterns: string[], actions: string[], more: Source = {}) => ({
  index_patterns: patterns,
  allowed_actions: actions,
  ...more,
});
export const role = (...entries: Source[]) => ({ index_permissions: entries });

export const ROLE = (source: object): Role => normaliseEntity('roles', source as never) as Role;
export const subjectOf = (more: Partial<Subject> = {}): Subject => ({
  userName: 'jdoe',
  backendRoles: [],
  roles: [],
  attributes: new Map(),
  ...more,
});
export const small = (letters: string) =>
  fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 });

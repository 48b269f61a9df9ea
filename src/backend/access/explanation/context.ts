/** Shared inputs of the parts of an explanation. */
import {
  isNeeded,
  type AccessRequest,
  type DecisionDetails,
  type DecisionSettings,
  type DecisionSubject,
} from '../evaluation/access_decision';
import { findDoubtful } from '../evaluation/access_service';
import type { Subject } from '../evaluation/attributes';
import type { CompiledRole } from '../evaluation/compiled_role';
import type { IndexTarget } from '../evaluation/index_targets';
import type { RuleView } from '../evaluation/rule_view';
import { findTenantAccess } from '../evaluation/tenant_access';
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import type { Role } from '../../../contracts/entities';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import type { UserSource } from '../user_source';
import type { IndexPatterns } from './index_match';
import { MemoizedAccess } from './memoized_access';

/** A subject with its compiled roles, for one request. */
export interface ExplainSubject extends DecisionSubject {
  readonly access: MemoizedAccess;
}

export interface OwnRole {
  readonly name: string;
  readonly role: Role;
  readonly compiled: CompiledRole;
}

export interface ExplainContext {
  readonly rules: RuleView;
  readonly users: UserSource;
  /** Whether a role gives access to the security API. */
  readonly isAdministrator: (role: string) => boolean;
  readonly who: ExplainSubject;
  readonly request: AccessRequest;
  readonly details: DecisionDetails;
  readonly settings: DecisionSettings;
  readonly nowMs: number;
  /** The subject's existing roles. */
  readonly own: readonly OwnRole[];
  readonly cells: Cells;
  readonly patterns: IndexPatterns;
}

/** One cell of the permission table: an action on a target. */
export interface Cell {
  readonly action: string;
  readonly target: IndexTarget;
}

export interface Cells {
  readonly granted: readonly Cell[];
  readonly missing: readonly Cell[];
}

export function* explainSubject(
  rules: RuleView,
  subject: Subject
): CooperativeTask<ExplainSubject> {
  const roles: CompiledRole[] = [];
  for (const name of subject.roles) {
    const role = rules.compiledRole(name);
    if (role) roles.push(role);
    yield;
  }
  return {
    subject,
    access: new MemoizedAccess(roles),
    tenants: () => listTenants(rules, subject, roles),
    doubtfulRoles: findDoubtful(rules, subject),
  };
}

/** Evaluates a single tenant, because a request concerns one only. */
export const listTenants = (
  rules: RuleView,
  subject: Subject,
  roles: readonly CompiledRole[]
): ReturnType<DecisionSubject['tenants']> => ({
  get: (name) => findTenantAccess(name, subject, roles, rules),
});

export const ownRoles = (rules: RuleView, { access }: ExplainSubject): readonly OwnRole[] =>
  access.roles.flatMap((compiled) => {
    const role = rules.role(compiled.name);
    return role ? [{ name: compiled.name, role, compiled }] : [];
  });

/**
 * The granted and the missing cells, up to the limit for each. An alias without its own grant is
 * explained by its members.
 */
export function* getCells(
  { access, subject }: ExplainSubject,
  details: DecisionDetails,
  nowMs: number
): CooperativeTask<Cells> {
  const granted: Cell[] = [];
  const missing: Cell[] = [];
  if (details.isByTenant) return { granted, missing };
  for (const target of details.targets) {
    for (const action of details.indexActions) {
      if (!isNeeded(details, action, target)) continue;
      const isGranted = access.isGranted(action, target, subject, nowMs);
      const isDirect =
        target.kind === 'remote' ||
        (isGranted && access.isGrantedDirectly(action, target, subject, nowMs));
      const parts = isGranted && !isDirect ? (target.members ?? []) : [target];
      const list = isGranted ? granted : missing;
      for (const part of parts)
        if (list.length < EXPLAIN_LIMITS.cells) list.push({ action, target: part });
    }
    yield;
  }
  return { granted, missing };
}

/** One promise, compiled: whom it names, and which roles give the access that it is about. */
import type { Role } from '../../contracts/entities';
import {
  GUARDRAIL_RULES,
  ON_BREACH,
  type GuardrailPromise,
} from '../../contracts/entities/documents';
import { ENGINE_LIMITS, PATTERN_LIMITS } from '../../contracts/limits';
import { isClusterAction } from '../access/evaluation/action_kind';
import { VERBS } from '../access/evaluation/verbs';
import { hasPlaceholder, type Subject } from '../access/evaluation/attributes';
import {
  isExplicitAction,
  renderPattern,
  type CompiledRole,
} from '../access/evaluation/compiled_role';
import { overlaps } from '../access/patterns/overlap';
import { coversExpression, isRegex } from '../access/patterns/pattern';
import type { CooperativeTask } from '../scheduling/cooperative_task';

const listActions = (action: string): readonly string[] =>
  Object.hasOwn(VERBS, action) ? (VERBS[action] as readonly string[]) : [action];

const isAboutCluster = (action: string): boolean =>
  isClusterAction(listActions(action)[0] as string);

/** @returns why a promise cannot be kept or checked, as text for its author */
export function guardrailProblem(promise: GuardrailPromise): string | undefined {
  const { rule, action, index, users = [], backend_roles: backend = [], roles = [] } = promise;
  const { guardrailNames, guardrailIndex } = ENGINE_LIMITS;
  if (!GUARDRAIL_RULES.includes(rule)) return `[rule] is one of ${GUARDRAIL_RULES.join(', ')}`;
  if (!ON_BREACH.includes(promise.on_breach ?? 'refuse'))
    return `[on_breach] is one of ${ON_BREACH.join(', ')}`;
  if (action === '' || /[*?\s]/.test(action) || action.length > PATTERN_LIMITS.length)
    return `[action] is one of ${Object.keys(VERBS).join(', ')}, or the full name of a permission`;
  if ([users, backend, roles].some((names) => names.length > guardrailNames))
    return `at most ${guardrailNames} names of a kind are possible`;
  if (rule !== 'only' && users.length + backend.length + roles.length === 0)
    return `[${rule}] needs [users], [backend_roles] or [roles]`;
  if (isAboutCluster(action))
    return index === undefined ? undefined : `[index] does not go with ${action}: leave it out`;
  if (index === undefined || index.trim() === '') return `[index] is needed for ${action}`;
  return isRegex(index) || index.length > guardrailIndex
    ? `[index] is a name or a pattern with * and ?, of at most ${guardrailIndex} characters`
    : undefined;
}

export class CompiledPromise {
  private readonly actions: readonly string[];
  private readonly isCluster: boolean;
  private readonly index: string;
  private readonly users: ReadonlySet<string>;
  private readonly backendRoles: ReadonlySet<string>;
  private readonly ownRoles: ReadonlySet<string>;

  /** @param apiRoles - roles that give access to the security API */
  constructor(
    readonly name: string,
    readonly promise: GuardrailPromise,
    private readonly apiRoles: readonly string[]
  ) {
    this.actions = listActions(promise.action);
    this.isCluster = isAboutCluster(promise.action);
    this.index = promise.index ?? '*';
    this.users = new Set(promise.users);
    this.backendRoles = new Set(promise.backend_roles);
    this.ownRoles = new Set(promise.roles);
  }

  /** What a role that keeps an `always` needs, as narrow as can be. */
  get missing(): Pick<Role, 'cluster_permissions' | 'index_permissions'> {
    const { action, index = '*' } = this.promise;
    if (this.isCluster) return { cluster_permissions: [...this.actions], index_permissions: [] };
    const entry = {
      index_patterns: [index],
      fls: [],
      masked_fields: [],
      allowed_actions: [action],
    };
    return { cluster_permissions: [], index_permissions: [entry] };
  }

  names({ userName, backendRoles }: Pick<Subject, 'userName' | 'backendRoles'>): boolean {
    return (
      this.users.has(userName) ||
      (this.backendRoles.size > 0 && backendRoles.some((role) => this.backendRoles.has(role)))
    );
  }

  namesRoleAmong(roles: readonly string[]): boolean {
    return this.ownRoles.size > 0 && roles.some((role) => this.ownRoles.has(role));
  }

  /** Whether a role of this name gives the access, whatever its contents. */
  isGivenByName(role: string): boolean {
    return this.promise.action === 'administer' && this.apiRoles.includes(role);
  }

  /**
   * The permission or index pattern of the role that gives the access; for `always`, to all names
   * that the promise's pattern matches, else to any.
   * @param subject - for patterns with attributes; without it, such patterns are skipped
   */
  *findGrant(role: CompiledRole, subject?: Subject): CooperativeTask<string | undefined> {
    if (this.isCluster) return this.clusterGrant(role);
    const actions = this.isAlways ? this.actions.slice(0, 1) : this.actions;
    for (const action of actions)
      for (const { patterns } of role.entriesGranting(action))
        for (const pattern of patterns.patterns) {
          yield;
          const rendered = renderedFor(pattern, subject);
          if (rendered !== undefined && this.concerns(rendered)) return pattern;
        }
    return undefined;
  }

  private clusterGrant({ clusterActions }: CompiledRole): string | undefined {
    return this.actions.find((action) =>
      isExplicitAction(action)
        ? clusterActions.matchesExplicitly(action)
        : clusterActions.matches(action)
    );
  }

  private concerns(pattern: string): boolean {
    return this.isAlways ? coversExpression(pattern, this.index) : overlaps(pattern, this.index);
  }

  private get isAlways(): boolean {
    return this.promise.rule === 'always';
  }
}

/** Patterns with attributes need the subject. Date math is resolved for the present day. */
function renderedFor(pattern: string, subject: Subject | undefined): string | undefined {
  if (hasPlaceholder(pattern)) return subject && renderPattern(pattern, subject, Date.now());
  return pattern.startsWith('<') ? renderPattern(pattern, NO_SUBJECT, Date.now()) : pattern;
}

const NO_SUBJECT: Subject = { userName: '', backendRoles: [], roles: [], attributes: new Map() };

export const hasOwnPatterns = ({ indexPermissions }: CompiledRole): boolean =>
  indexPermissions.some(({ patterns }) => patterns.patterns.some(hasPlaceholder));

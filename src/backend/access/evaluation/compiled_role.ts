/**
 * A role with its action groups expanded and its patterns compiled, ready for decisions.
 * Immutable but for memory of what was asked; made again when the role or any action group changes.
 */
import type { ApiKeyPermissions } from '../../../contracts/api';
import type { Role } from '../../../contracts/entities';
import type { ActionSet, ActionSets } from './action_groups';
import { hasPlaceholder, substitute, type Subject } from './attributes';
import { isDateMath, resolveDateMath } from './date_math';
import {
  compileCover,
  coversExpression,
  isRegex,
  patternKind,
  PatternSet,
  type Matcher,
} from '../patterns/pattern';

interface PatternParts {
  readonly fixed?: SubjectPatterns;
  readonly dependent?: SubjectPatterns;
}

type Matching = Pick<PatternSet, 'matches' | 'mayMatch'>;

/** Patterns of which some depend on the user, and some on the time. */
export class SubjectPatterns {
  private readonly fixed: PatternSet;
  private readonly templates: readonly string[];
  /** Whether `mayMatch` can be anything but `matches`. */
  readonly mayBeInDoubt: boolean;
  /** What `<logs-{now/d}>` means changes at midnight: answers cannot be kept. */
  readonly dependsOnTime: boolean;
  private readonly remembered = new WeakMap<Subject, Matching>();
  private joined: string | undefined;
  private split: PatternParts | undefined;
  private covering: readonly Matcher[] | undefined;

  /** @param areNames - whether patterns with attributes mean one name each, as in `namesOf` */
  constructor(
    readonly patterns: readonly string[],
    private readonly areNames: () => boolean = () => false
  ) {
    const isTemplate = (pattern: string) => hasPlaceholder(pattern) || isDateMath(pattern);
    this.fixed = new PatternSet(patterns.filter((pattern) => !isTemplate(pattern)));
    this.templates = patterns.filter(isTemplate);
    this.dependsOnTime = patterns.some(isDateMath);
    this.mayBeInDoubt = patterns.some((pattern) => isRegex(pattern) || isTemplate(pattern));
  }

  /** The same for lists that say the same. */
  get key(): string {
    return (this.joined ??= JSON.stringify(this.patterns));
  }

  /** The one name that is meant, if it is but one. */
  get onlyName(): string | undefined {
    const [only] = this.patterns;
    const isOne = this.patterns.length === 1 && this.templates.length === 0;
    return isOne && only !== undefined && patternKind(only) === 'exact' ? only : undefined;
  }

  /** What is the same for everybody at any time, and what is not; either may be missing. */
  get parts(): PatternParts {
    return (this.split ??= this.splitUp());
  }

  private splitUp(): PatternParts {
    if (this.templates.length === 0) return { fixed: this };
    if (this.fixed.patterns.length === 0) return { dependent: this };
    return {
      fixed: new SubjectPatterns(this.fixed.patterns),
      dependent: new SubjectPatterns(this.templates),
    };
  }

  get dependsOnSubject(): boolean {
    return this.templates.length > 0;
  }

  /** @param nowMs - epoch milliseconds, for date math */
  matches(value: string, subject: Subject, nowMs = Date.now()): boolean {
    return (
      this.fixed.matches(value) ||
      (this.templates.length > 0 && this.rendered(subject, nowMs).matches(value))
    );
  }

  /** As `matches`, for what takes something away: a pattern in doubt counts as well. */
  mayMatch(value: string, subject: Subject, nowMs = Date.now()): boolean {
    return (
      this.fixed.mayMatch(value) ||
      (this.templates.length > 0 && this.rendered(subject, nowMs).mayMatch(value))
    );
  }

  /** As `matches` for a requested wildcard expression that stands for names unknown here. */
  covers(expression: string, subject: Subject, nowMs = Date.now()): boolean {
    this.covering ??= this.fixed.patterns.map(compileCover);
    return (
      this.covering.some((covers) => covers(expression)) ||
      this.templates.some((pattern) => {
        const rendered = renderPattern(pattern, subject, nowMs);
        return rendered !== undefined && coversExpression(rendered, expression);
      })
    );
  }

  private rendered(subject: Subject, nowMs: number): Matching {
    const known = this.dependsOnTime ? undefined : this.remembered.get(subject);
    if (known) return known;
    const made = this.render(subject, nowMs);
    if (!this.dependsOnTime) this.remembered.set(subject, made);
    return made;
  }

  private render(subject: Subject, nowMs: number): Matching {
    if (this.areNames()) return namesOf(this.templates, subject);
    const rendered = this.templates.map((template) => renderPattern(template, subject, nowMs));
    return new PatternSet(rendered.filter((pattern) => pattern !== undefined));
  }
}

/** Measured on 2.19: patterns are filled in that begin with an attribute, and are names then. */
function namesOf(templates: readonly string[], subject: Subject): Matching {
  const names = new Set(
    templates
      .filter((template) => template.startsWith('${attr'))
      .map((template) => substitute(template, subject))
  );
  const has = (value: string): boolean => names.has(value);
  return { matches: has, mayMatch: has };
}

/** @returns `undefined` for date math that cannot be read, which matches nothing */
export const renderPattern = (
  pattern: string,
  subject: Subject,
  nowMs: number
): string | undefined => resolveDateMath(substitute(pattern, subject), nowMs);

export interface CompiledIndexPermission {
  readonly patterns: SubjectPatterns;
  readonly actions: ActionSet;
  readonly dls?: string;
  readonly fls: readonly string[];
  readonly maskedFields: readonly string[];
}

export interface CompiledTenantPermission {
  readonly patterns: SubjectPatterns;
  readonly canWrite: boolean;
}

export interface CompiledRole {
  readonly name: string;
  /** Different for every role ever compiled, so that role sets can be told apart by numbers. */
  readonly serial: number;
  readonly clusterActions: ActionSet;
  readonly indexPermissions: readonly CompiledIndexPermission[];
  readonly tenantPermissions: readonly CompiledTenantPermission[];
  readonly hasDocumentQueries: boolean;
  /** Entries that restrict, and of which it may be in doubt whether they hold for an index. */
  readonly doubtfulRestrictions: readonly CompiledIndexPermission[];
  /** Entries that restrict. */
  readonly restrictions: readonly CompiledIndexPermission[];
  readonly dependsOnTime: boolean;
  /** The index entries that grant an action; remembered, because many users share a role. */
  entriesGranting(action: string): readonly CompiledIndexPermission[];
}

/**
 * The one action whose presence makes a tenant permission writable
 * (docs/reference/engine.md#dashboards-index).
 */
export const TENANT_WRITE_ACTION = 'kibana:saved_objects/*/write';

/**
 * Needs to be held by name: a bare `*` does not grant it
 * (docs/reference/engine.md#cluster-permissions).
 */
export const isExplicitAction = (action: string): boolean =>
  action.startsWith('restapi:') || action === 'system:admin/system_index';

/** Distinct actions a role remembers; there are some two hundred in use. */
const MAX_REMEMBERED_ACTIONS = 64;
const NO_ENTRIES: readonly CompiledIndexPermission[] = [];
let lastSerial = 0;

/** @param areTenantsNamed - whether attributes in tenant patterns make names, not patterns */
export function compileRole(
  name: string,
  role: Role,
  actionSets: ActionSets,
  areTenantsNamed?: () => boolean
): CompiledRole {
  const indexPermissions = role.index_permissions.map((permission) => ({
    patterns: new SubjectPatterns(permission.index_patterns),
    actions: actionSets.of(permission.allowed_actions),
    dls: permission.dls,
    fls: permission.fls,
    maskedFields: permission.masked_fields,
  }));
  const restrictions = indexPermissions.filter(isRestricting);
  return {
    name,
    serial: ++lastSerial,
    clusterActions: actionSets.of(role.cluster_permissions),
    indexPermissions,
    tenantPermissions: role.tenant_permissions.map((permission) => ({
      patterns: new SubjectPatterns(permission.tenant_patterns, areTenantsNamed),
      canWrite: actionSets.of(permission.allowed_actions).lists(TENANT_WRITE_ACTION),
    })),
    hasDocumentQueries: indexPermissions.some(({ dls }) => (dls ?? '').trim() !== ''),
    restrictions,
    doubtfulRestrictions: restrictions.filter(({ patterns }) => patterns.mayBeInDoubt),
    dependsOnTime: indexPermissions.some(({ patterns }) => patterns.dependsOnTime),
    entriesGranting: rememberEntries(indexPermissions),
  };
}

/** Permissions that are no role's. What restricts documents and fields stands in roles alone. */
export const compilePermissions = (
  { cluster_permissions, index_permissions, tenant_permissions }: ApiKeyPermissions,
  actionSets: ActionSets
): CompiledRole =>
  compileRole(
    '',
    {
      ...{ reserved: false, hidden: false, static: false },
      cluster_permissions,
      index_permissions: index_permissions.map((entry) => ({
        ...entry,
        ...{ fls: [], masked_fields: [] },
      })),
      tenant_permissions,
    },
    actionSets
  );

const isRestricting = ({ dls, fls, maskedFields }: CompiledIndexPermission): boolean =>
  (dls ?? '').trim() !== '' || fls.length > 0 || maskedFields.length > 0;

function rememberEntries(
  entries: readonly CompiledIndexPermission[]
): CompiledRole['entriesGranting'] {
  if (entries.length === 0) return () => NO_ENTRIES;
  const remembered = new Map<string, readonly CompiledIndexPermission[]>();
  return (action) => {
    const known = remembered.get(action);
    if (known) return known;
    const found = entries.filter(({ actions }) =>
      isExplicitAction(action) ? actions.matchesExplicitly(action) : actions.matches(action)
    );
    if (remembered.size >= MAX_REMEMBERED_ACTIONS) remembered.clear();
    remembered.set(action, found.length > 0 ? found : NO_ENTRIES);
    return found;
  };
}

/**
 * A role with expanded action groups and compiled patterns. Immutable apart from caches. Compiled
 * again when the role or any action group changes.
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

/** Patterns, some of which may contain user attributes or date math. */
export class SubjectPatterns {
  private readonly fixed: PatternSet;
  private readonly templates: readonly string[];
  /** Whether the results of `mayMatch` and `matches` can differ. */
  readonly mayBeInDoubt: boolean;
  /** `<logs-{now/d}>` changes its meaning at midnight, so results cannot be cached. */
  readonly dependsOnTime: boolean;
  private readonly remembered = new WeakMap<Subject, Matching>();
  private joined: string | undefined;
  private split: PatternParts | undefined;
  private kinds: SubjectPatterns['byKind'] | undefined;
  private covering: readonly Matcher[] | undefined;

  /** @param areNames - whether patterns with attributes are names, as in `listNames` */
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

  /** Equal for equal pattern lists. */
  get key(): string {
    return (this.joined ??= JSON.stringify(this.patterns));
  }

  /** The name, if the list consists of one exact name. */
  get onlyName(): string | undefined {
    const [only] = this.patterns;
    const isOne = this.patterns.length === 1 && this.templates.length === 0;
    return isOne && only !== undefined && patternKind(only) === 'exact' ? only : undefined;
  }

  /** The patterns split by whether they depend on user or time. Either part can be missing. */
  get parts(): PatternParts {
    return (this.split ??= this.splitUp());
  }

  /** The patterns split into regular expressions and all others. Either part can be missing. */
  get byKind(): { readonly regex?: SubjectPatterns; readonly plain?: SubjectPatterns } {
    return (this.kinds ??= this.splitByKind());
  }

  private splitByKind(): SubjectPatterns['byKind'] {
    const regex = this.patterns.filter(isRegex);
    if (regex.length === 0) return { plain: this };
    const plain = this.patterns.filter((pattern) => !isRegex(pattern));
    return {
      regex: new SubjectPatterns(regex),
      ...(plain.length > 0 && { plain: new SubjectPatterns(plain) }),
    };
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

  /** Like `matches`, but undecided patterns count as matches. For restrictions. */
  mayMatch(value: string, subject: Subject, nowMs = Date.now()): boolean {
    return (
      this.fixed.mayMatch(value) ||
      (this.templates.length > 0 && this.rendered(subject, nowMs).mayMatch(value))
    );
  }

  /**
   * Like `matches`, for a requested wildcard expression whose matches are unknown: every possible
   * match must be covered.
   */
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
    if (this.areNames()) return listNames(this.templates, subject);
    const rendered = this.templates.map((template) => renderPattern(template, subject, nowMs));
    return new PatternSet(rendered.filter((pattern) => pattern !== undefined));
  }
}

/**
 * Measured on 2.19: attributes are substituted in patterns that begin with one, and the results are
 * names.
 */
function listNames(templates: readonly string[], subject: Subject): Matching {
  const names = new Set(
    templates
      .filter((template) => template.startsWith('${attr'))
      .map((template) => substitute(template, subject))
  );
  const has = (value: string): boolean => names.has(value);
  return { matches: has, mayMatch: has };
}

/** @returns `undefined` for invalid date math, which matches nothing */
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
  /** Unique per compilation, so that role sets can be compared by numbers. */
  readonly serial: number;
  readonly clusterActions: ActionSet;
  readonly indexPermissions: readonly CompiledIndexPermission[];
  readonly tenantPermissions: readonly CompiledTenantPermission[];
  readonly hasDocumentQueries: boolean;
  /** Entries with restrictions whose patterns may be undecided for an index. */
  readonly doubtfulRestrictions: readonly CompiledIndexPermission[];
  /** Entries with restrictions. */
  readonly restrictions: readonly CompiledIndexPermission[];
  readonly dependsOnTime: boolean;
  /** The index entries that grant an action. Cached, because many users share a role. */
  entriesGranting(action: string): readonly CompiledIndexPermission[];
}

/**
 * The action that makes a tenant permission writable (docs/reference/engine.md#dashboards-index).
 */
export const TENANT_WRITE_ACTION = 'kibana:saved_objects/*/write';

/**
 * Whether an action requires an explicit grant: a bare `*` does not grant it
 * (docs/reference/engine.md#cluster-permissions).
 */
export const isExplicitAction = (action: string): boolean =>
  action.startsWith('restapi:') || action === 'system:admin/system_index';

/** Cached actions per role; about 200 are in use. */
const MAX_REMEMBERED_ACTIONS = 64;
const NO_ENTRIES: readonly CompiledIndexPermission[] = [];
let lastSerial = 0;

/** @param areTenantsNamed - whether tenant patterns with attributes are names */
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

/** Compiles permissions that belong to no role. Only roles can restrict documents and fields. */
export const compilePermissions = (
  { cluster_permissions, index_permissions, tenant_permissions }: ApiKeyPermissions,
  actionSets: ActionSets
): CompiledRole =>
  compileRole(
    '',
    {
      reserved: false,
      hidden: false,
      static: false,
      cluster_permissions,
      index_permissions: index_permissions.map((entry) => ({
        ...entry,
        fls: [],
        masked_fields: [],
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

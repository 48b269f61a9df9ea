/**
 * Cached grants of a set of roles, shared by users with the same roles except for entries with
 * attributes. Valid for one version of the rules.
 */
import { isOfMembers } from './action_kind';
import type { Subject } from './attributes';
import { isExplicitAction, type CompiledIndexPermission, type CompiledRole } from './compiled_role';
import type { IndexTarget } from './index_targets';
import { matchesTarget } from './permission_check';

const MAX_ACTIONS = 64;
const MAX_NAMES_PER_ACTION = 64;

/** An index entry with its role and position. */
export interface PlacedEntry {
  readonly role: string;
  readonly position: number;
  readonly entry: CompiledIndexPermission;
}

interface ActionEntries {
  /** Entries that depend on neither user nor time. */
  readonly fixed: readonly CompiledIndexPermission[];
  readonly dependent: readonly CompiledIndexPermission[];
  /** Results of the fixed entries by index name. */
  readonly results: Map<string, boolean>;
}

export class RoleSetAccess {
  private readonly cluster = new Map<string, boolean>();
  private readonly entries = new Map<string, ActionEntries>();
  private wasUsed = false;

  /** Whether any entry restricts documents. Most role sets have none and skip the restrictions. */
  readonly hasDocumentQueries: boolean;
  /** Whether a pattern contains date math. */
  readonly dependsOnTime: boolean;

  /** @param memory - counts the cached results, so that the caller can bound them */
  constructor(
    readonly roles: readonly CompiledRole[],
    private readonly memory = { results: 0 }
  ) {
    this.dependsOnTime = roles.some(({ dependsOnTime }) => dependsOnTime);
    this.hasDocumentQueries = roles.some(({ hasDocumentQueries }) => hasDocumentQueries);
  }

  /** @param action - the name under which the action is checked */
  isClusterActionGranted(action: string): boolean {
    const known = this.cluster.get(action);
    if (known !== undefined) return known;
    const granted = this.roles.some(({ clusterActions }) =>
      isExplicitAction(action)
        ? clusterActions.matchesExplicitly(action)
        : clusterActions.matches(action)
    );
    if (this.cluster.size >= MAX_ACTIONS) this.cluster.clear();
    this.cluster.set(action, granted);
    return granted;
  }

  /** One cell of the table of docs/reference/engine.md#index-permissions. */
  isGranted(action: string, target: IndexTarget, subject: Subject, nowMs: number): boolean {
    if (target.kind === 'remote') return true;
    if (this.isGrantedDirectly(action, target, subject, nowMs)) return true;
    const { kind, members } = target;
    // Measured: permissions on the backing indices of a data stream do not grant the stream, except
    // for shard actions.
    if ((kind === 'data_stream' || target.isAsNamed) && !isOfMembers(action)) return false;
    if (!members || members.length === 0) return false;
    return members.every((member) => this.isGranted(action, member, subject, nowMs));
  }

  /** All entries with a matching pattern, whatever actions they allow. */
  entriesOn(target: IndexTarget, subject: Subject, nowMs: number): readonly PlacedEntry[] {
    const found: PlacedEntry[] = [];
    for (const { name: role, indexPermissions } of this.roles) {
      for (const [position, entry] of indexPermissions.entries()) {
        if (matchesTarget(entry.patterns, target, subject, nowMs))
          found.push({ role, position, entry });
      }
    }
    return found;
  }

  /** Whether the target itself is granted, not through its members. */
  isGrantedDirectly(action: string, target: IndexTarget, subject: Subject, nowMs: number): boolean {
    if (!this.wasUsed) {
      // Many role sets are evaluated only once, so entries are collected on the second request.
      this.wasUsed = true;
      return this.roles.some((role) =>
        matchesAny(role.entriesGranting(action), target, subject, nowMs)
      );
    }
    const { fixed, dependent, results } = this.listEntries(action);
    const isFixed = isPlain(target)
      ? this.toResult(results, fixed, target, subject, nowMs)
      : matchesAny(fixed, target, subject, nowMs);
    return isFixed || matchesAny(dependent, target, subject, nowMs);
  }

  private toResult(
    results: Map<string, boolean>,
    entries: readonly CompiledIndexPermission[],
    target: IndexTarget,
    subject: Subject,
    nowMs: number
  ): boolean {
    const known = results.get(target.name);
    if (known !== undefined) return known;
    const result = matchesAny(entries, target, subject, nowMs);
    if (results.size >= MAX_NAMES_PER_ACTION) {
      this.memory.results -= results.size;
      results.clear();
    }
    results.set(target.name, result);
    this.memory.results++;
    return result;
  }

  private listEntries(action: string): ActionEntries {
    const known = this.entries.get(action);
    if (known) return known;
    const fixed: CompiledIndexPermission[] = [];
    const dependent: CompiledIndexPermission[] = [];
    for (const role of this.roles) {
      for (const entry of role.entriesGranting(action)) {
        (entry.patterns.dependsOnSubject ? dependent : fixed).push(entry);
      }
    }
    const made = { fixed, dependent, results: new Map<string, boolean>() };
    if (this.entries.size >= MAX_ACTIONS) this.entries.clear();
    this.entries.set(action, made);
    return made;
  }
}

/**
 * The intersection of a role set's grants and the permissions of an API key. Entries, and hence
 * restrictions, are those of the roles.
 */
export class BoundAccess extends RoleSetAccess {
  private readonly bound: RoleSetAccess;

  constructor(roles: readonly CompiledRole[], within: CompiledRole) {
    super(roles);
    this.bound = new RoleSetAccess([within]);
  }

  override isClusterActionGranted(action: string): boolean {
    return this.bound.isClusterActionGranted(action) && super.isClusterActionGranted(action);
  }

  override isGranted(
    action: string,
    target: IndexTarget,
    subject: Subject,
    nowMs: number
  ): boolean {
    return (
      this.bound.isGranted(action, target, subject, nowMs) &&
      super.isGranted(action, target, subject, nowMs)
    );
  }
}

/** Role sets in use. Users with the same roles share an instance. */
export class RoleSets {
  private readonly sets = new Map<number, RoleSetAccess[]>();
  private count = 0;

  /** @param memory - counts the cached results of all sets */
  constructor(private readonly memory: { results: number }) {}

  get size(): number {
    return this.count;
  }

  find(roles: readonly CompiledRole[]): RoleSetAccess | undefined {
    return this.sets.get(toDigest(roles))?.find((known) => isSameSet(known.roles, roles));
  }

  add(roles: readonly CompiledRole[]): RoleSetAccess {
    const made = new RoleSetAccess(roles, this.memory);
    const digest = toDigest(roles);
    const others = this.sets.get(digest);
    if (others) others.push(made);
    else this.sets.set(digest, [made]);
    this.count++;
    return made;
  }

  clear(): void {
    this.sets.clear();
    this.count = 0;
  }
}

/** Hash of a role set. Collisions are resolved by comparing the sets. */
function toDigest(roles: readonly CompiledRole[]): number {
  let digest = 0;
  for (const { serial } of roles) digest = (Math.imul(digest, 31) + serial) | 0;
  return digest;
}

function isSameSet(some: readonly CompiledRole[], others: readonly CompiledRole[]): boolean {
  return some.length === others.length && some.every((role, index) => role === others[index]);
}

/** Whether the result depends on the name alone, so that it can be cached by name. */
const isPlain = ({ kind, otherNames }: IndexTarget): boolean =>
  kind !== 'expression' && (otherNames === undefined || otherNames.length === 0);

export const matchesAny = (
  entries: readonly CompiledIndexPermission[],
  target: IndexTarget,
  subject: Subject,
  nowMs: number
): boolean => entries.some(({ patterns }) => matchesTarget(patterns, target, subject, nowMs));

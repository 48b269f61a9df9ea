/**
 * What a set of roles grants, remembered. Users with the same roles share one; users whose roles
 * name attributes share all but those entries.
 *
 * Valid for one version of the rules. Memory is bounded: when a store is full it starts anew.
 */
import { isOfMembers } from './action_kind';
import type { Subject } from './attributes';
import { isExplicitAction, type CompiledIndexPermission, type CompiledRole } from './compiled_role';
import type { IndexTarget } from './index_targets';
import { matchesTarget } from './permission_check';

const MAX_ACTIONS = 64;
const MAX_NAMES_PER_ACTION = 64;

/** An index entry, and where it stands. */
export interface PlacedEntry {
  readonly role: string;
  readonly position: number;
  readonly entry: CompiledIndexPermission;
}

interface ActionEntries {
  /** The same for every user at any time. */
  readonly fixed: readonly CompiledIndexPermission[];
  readonly dependent: readonly CompiledIndexPermission[];
  /** Answers of the fixed entries by index name. */
  readonly answers: Map<string, boolean>;
}

export class RoleSetAccess {
  private readonly cluster = new Map<string, boolean>();
  private readonly entries = new Map<string, ActionEntries>();
  private wasAsked = false;

  /** Whether any entry restricts documents: most role sets need no look at restrictions. */
  readonly hasDocumentQueries: boolean;
  /** Whether a pattern means something else tomorrow. */
  readonly dependsOnTime: boolean;

  /** @param memory - counts the answers kept, for whoever bounds them */
  constructor(
    readonly roles: readonly CompiledRole[],
    private readonly memory = { answers: 0 }
  ) {
    this.dependsOnTime = roles.some(({ dependsOnTime }) => dependsOnTime);
    this.hasDocumentQueries = roles.some(({ hasDocumentQueries }) => hasDocumentQueries);
  }

  /** @param action - its checked name */
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
    // Measured: rights on the indices behind a data stream are none on the stream, but to shards.
    if ((kind === 'data_stream' || target.isAsNamed) && !isOfMembers(action)) return false;
    if (!members || members.length === 0) return false;
    return members.every((member) => this.isGranted(action, member, subject, nowMs));
  }

  /** Every entry whose pattern matches, whatever actions it allows. */
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

  /** By a grant of its own, not by those of its members. */
  isGrantedDirectly(action: string, target: IndexTarget, subject: Subject, nowMs: number): boolean {
    if (!this.wasAsked) {
      // Many role sets are asked once: collecting their entries pays with the second question.
      this.wasAsked = true;
      return this.roles.some((role) =>
        matchesAny(role.entriesGranting(action), target, subject, nowMs)
      );
    }
    const { fixed, dependent, answers: responses } = this.entriesOf(action);
    const isFixed = isPlain(target)
      ? this.responseOf(responses, fixed, target, subject, nowMs)
      : matchesAny(fixed, target, subject, nowMs);
    return isFixed || matchesAny(dependent, target, subject, nowMs);
  }

  private responseOf(
    responses: Map<string, boolean>,
    entries: readonly CompiledIndexPermission[],
    target: IndexTarget,
    subject: Subject,
    nowMs: number
  ): boolean {
    const known = responses.get(target.name);
    if (known !== undefined) return known;
    const response = matchesAny(entries, target, subject, nowMs);
    if (responses.size >= MAX_NAMES_PER_ACTION) {
      this.memory.answers -= responses.size;
      responses.clear();
    }
    responses.set(target.name, response);
    this.memory.answers++;
    return response;
  }

  private entriesOf(action: string): ActionEntries {
    const known = this.entries.get(action);
    if (known) return known;
    const fixed: CompiledIndexPermission[] = [];
    const dependent: CompiledIndexPermission[] = [];
    for (const role of this.roles) {
      for (const entry of role.entriesGranting(action)) {
        (entry.patterns.dependsOnSubject ? dependent : fixed).push(entry);
      }
    }
    const made = { fixed, dependent, answers: new Map<string, boolean>() };
    if (this.entries.size >= MAX_ACTIONS) this.entries.clear();
    this.entries.set(action, made);
    return made;
  }
}

/**
 * What a role set grants and the permissions of an API key name as well. Entries, and with them
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

/** Role sets in use; users with the same roles find the same one. */
export class RoleSets {
  private readonly sets = new Map<number, RoleSetAccess[]>();
  private count = 0;

  /** @param memory - counts the answers of all of them */
  constructor(private readonly memory: { answers: number }) {}

  get size(): number {
    return this.count;
  }

  find(roles: readonly CompiledRole[]): RoleSetAccess | undefined {
    return this.sets.get(digestOf(roles))?.find((known) => isSameSet(known.roles, roles));
  }

  add(roles: readonly CompiledRole[]): RoleSetAccess {
    const made = new RoleSetAccess(roles, this.memory);
    const digest = digestOf(roles);
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

/** A number that different sets seldom share; comparing the sets themselves settles it. */
function digestOf(roles: readonly CompiledRole[]): number {
  let digest = 0;
  for (const { serial } of roles) digest = (Math.imul(digest, 31) + serial) | 0;
  return digest;
}

function isSameSet(some: readonly CompiledRole[], others: readonly CompiledRole[]): boolean {
  return some.length === others.length && some.every((role, index) => role === others[index]);
}

/** Nothing but the name decides, so that the answer can be kept under it. */
const isPlain = ({ kind, otherNames }: IndexTarget): boolean =>
  kind !== 'expression' && (otherNames === undefined || otherNames.length === 0);

export const matchesAny = (
  entries: readonly CompiledIndexPermission[],
  target: IndexTarget,
  subject: Subject,
  nowMs: number
): boolean => entries.some(({ patterns }) => matchesTarget(patterns, target, subject, nowMs));

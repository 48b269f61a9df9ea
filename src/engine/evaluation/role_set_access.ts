/**
 * What a set of roles grants, remembered. Users with the same roles share one; users whose roles name
 * attributes share all but those entries.
 *
 * Valid for one version of the rules. Memory is bounded: when a store is full it starts anew.
 */
import type { Subject } from './attributes';
import { isExplicitAction, type CompiledIndexPermission, type CompiledRole } from './compiled_role';
import type { IndexTarget } from './index_targets';
import { matchesTarget } from './permission_check';

const MAX_ACTIONS = 64;
const MAX_NAMES_PER_ACTION = 64;

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

  /** One cell of the table of reference 4.5. */
  isGranted(action: string, target: IndexTarget, subject: Subject, nowMs: number): boolean {
    if (target.kind === 'remote') return true;
    const entries = this.entriesOf(action);
    if (this.isGrantedDirectly(entries, target, subject, nowMs)) return true;
    const { members } = target;
    if (!members || members.length === 0) return false;
    return members.every((member) => this.isGranted(action, member, subject, nowMs));
  }

  private isGrantedDirectly(
    entries: ActionEntries,
    target: IndexTarget,
    subject: Subject,
    nowMs: number
  ): boolean {
    const { fixed, dependent, answers } = entries;
    const isFixed = isPlain(target)
      ? this.answerOf(answers, fixed, target, subject, nowMs)
      : matchesAny(fixed, target, subject, nowMs);
    return isFixed || matchesAny(dependent, target, subject, nowMs);
  }

  private answerOf(
    answers: Map<string, boolean>,
    entries: readonly CompiledIndexPermission[],
    target: IndexTarget,
    subject: Subject,
    nowMs: number
  ): boolean {
    const known = answers.get(target.name);
    if (known !== undefined) return known;
    const answer = matchesAny(entries, target, subject, nowMs);
    if (answers.size >= MAX_NAMES_PER_ACTION) {
      this.memory.answers -= answers.size;
      answers.clear();
    }
    answers.set(target.name, answer);
    this.memory.answers++;
    return answer;
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

/** Nothing but the name decides, so that the answer can be kept under it. */
const isPlain = ({ kind, otherNames }: IndexTarget): boolean =>
  kind !== 'expression' && (otherNames === undefined || otherNames.length === 0);

const matchesAny = (
  entries: readonly CompiledIndexPermission[],
  target: IndexTarget,
  subject: Subject,
  nowMs: number
): boolean => entries.some(({ patterns }) => matchesTarget(patterns, target, subject, nowMs));

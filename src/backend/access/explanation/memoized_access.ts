/** Grants of a role set, cached for one request that simulates dozens of grants on few cells. */
import type { Subject } from '../evaluation/attributes';
import type { CompiledRole } from '../evaluation/compiled_role';
import type { IndexTarget } from '../evaluation/index_targets';
import { matchesTarget } from '../evaluation/permission_check';
import { matchesAny, RoleSetAccess, type PlacedEntry } from '../evaluation/role_set_access';

export class MemoizedAccess extends RoleSetAccess {
  /** Results by action and target name. Within one request a name means one target. */
  private readonly results = new Map<string, Map<string, boolean>>();
  private readonly matching = new Map<string, readonly PlacedEntry[]>();
  private namesRoles: boolean | undefined;

  override isGrantedDirectly(
    action: string,
    target: IndexTarget,
    subject: Subject,
    nowMs: number
  ): boolean {
    let ofAction = this.results.get(action);
    if (!ofAction) this.results.set(action, (ofAction = new Map<string, boolean>()));
    const known = ofAction.get(target.name);
    if (known !== undefined) return known;
    const result = this.evaluate(action, target, subject, nowMs);
    ofAction.set(target.name, result);
    return result;
  }

  override entriesOn(target: IndexTarget, subject: Subject, nowMs: number): readonly PlacedEntry[] {
    const known = this.matching.get(target.name);
    if (known) return known;
    const found = this.evaluateEntries(target, subject, nowMs);
    this.matching.set(target.name, found);
    return found;
  }

  /**
   * Whether a pattern or attribute uses the names of the subject's roles, so that an additional
   * role changes it.
   */
  dependsOnRoleNames({ attributes }: Subject): boolean {
    const isNaming = (text: string): boolean => text.includes('securityRoles');
    this.namesRoles ??=
      [...attributes.values()].some(isNaming) ||
      this.roles.some(({ indexPermissions }) =>
        indexPermissions.some(({ patterns }) => patterns.patterns.some(isNaming))
      );
    return this.namesRoles;
  }

  protected evaluate(
    action: string,
    target: IndexTarget,
    subject: Subject,
    nowMs: number
  ): boolean {
    return super.isGrantedDirectly(action, target, subject, nowMs);
  }

  protected evaluateEntries(
    target: IndexTarget,
    subject: Subject,
    nowMs: number
  ): readonly PlacedEntry[] {
    return super.entriesOn(target, subject, nowMs);
  }
}

/**
 * The grants of a role set plus one added or extended role. Previous grants stay, so only this role
 * is evaluated. Requires that the patterns of the other roles do not depend on role names
 * (`dependsOnRoleNames`).
 */
export class ExtendedAccess extends MemoizedAccess {
  constructor(
    private readonly base: MemoizedAccess,
    private readonly baseSubject: Subject,
    private readonly role: CompiledRole
  ) {
    super([...base.roles.filter(({ name }) => name !== role.name), role]);
  }

  protected override evaluate(
    action: string,
    target: IndexTarget,
    subject: Subject,
    nowMs: number
  ): boolean {
    return (
      this.base.isGrantedDirectly(action, target, this.baseSubject, nowMs) ||
      matchesAny(this.role.entriesGranting(action), target, subject, nowMs)
    );
  }

  protected override evaluateEntries(
    target: IndexTarget,
    subject: Subject,
    nowMs: number
  ): readonly PlacedEntry[] {
    const { name, indexPermissions } = this.role;
    const others = this.base
      .entriesOn(target, this.baseSubject, nowMs)
      .filter(({ role }) => role !== name);
    const own = indexPermissions.flatMap((entry, position) =>
      matchesTarget(entry.patterns, target, subject, nowMs) ? [{ role: name, position, entry }] : []
    );
    return [...others, ...own];
  }
}

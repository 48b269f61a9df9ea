/** The configured tenants, and which of them lists of patterns mean. */
import type { Subject } from './attributes';
import type { SubjectPatterns } from './compiled_role';

/** Names kept over all lists. */
const MAX_KEPT = 500_000;

export class TenantCatalogue {
  private readonly tenants = new Set<string>();
  /** By the list, for lists that mean the same for everybody. */
  private readonly matching = new Map<string, readonly string[]>();
  private kept = 0;

  add(name: string): void {
    this.tenants.add(name);
    this.forget();
  }

  delete(name: string): void {
    this.tenants.delete(name);
    this.forget();
  }

  has(name: string): boolean {
    return this.tenants.has(name);
  }

  names(): IterableIterator<string> {
    return this.tenants.values();
  }

  matchedBy(patterns: SubjectPatterns, subject: Subject): readonly string[] {
    if (patterns.dependsOnSubject) return this.look(patterns, subject);
    const known = this.matching.get(patterns.key);
    if (known) return known;
    const found = this.look(patterns, subject);
    if (this.kept + found.length > MAX_KEPT) this.forget();
    this.matching.set(patterns.key, found);
    this.kept += found.length + 1;
    return found;
  }

  private look(patterns: SubjectPatterns, subject: Subject): readonly string[] {
    const { onlyName } = patterns;
    if (onlyName !== undefined) return this.tenants.has(onlyName) ? [onlyName] : [];
    const nowMs = Date.now();
    return [...this.tenants].filter((name) => patterns.matches(name, subject, nowMs));
  }

  /** What patterns mean is looked up again. */
  forget(): void {
    this.matching.clear();
    this.kept = 0;
  }
}

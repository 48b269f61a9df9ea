/** Whose certificates make super admins. Source: docs/reference/engine.md#authentication. */
import { comparableName } from '../../api';

export class AdminCertificates {
  private readonly names: ReadonlySet<string>;

  /** @param adminDn - distinguished names; what is none is nobody's */
  constructor(adminDn: readonly string[]) {
    this.names = new Set(adminDn.map(comparableName).filter((name) => name !== undefined));
  }

  includes(name: string): boolean {
    const wanted = this.names.size > 0 ? comparableName(name) : undefined;
    return wanted !== undefined && this.names.has(wanted);
  }
}

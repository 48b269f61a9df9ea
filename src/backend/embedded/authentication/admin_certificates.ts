/** Client certificates of super administrators. */
import { comparableName } from '../../api';

export class AdminCertificates {
  private readonly names: ReadonlySet<string>;

  /** @param adminDn - distinguished names; malformed ones match no certificate */
  constructor(adminDn: readonly string[]) {
    this.names = new Set(adminDn.map(comparableName).filter((name) => name !== undefined));
  }

  includes(name: string): boolean {
    const comparable = this.names.size > 0 ? comparableName(name) : undefined;
    return comparable !== undefined && this.names.has(comparable);
  }
}

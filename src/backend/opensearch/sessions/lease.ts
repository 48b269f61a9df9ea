/** What one server at a time does, of all that stand on one cluster. */
import { CLUSTER_STORE_LIMITS } from '../../../contracts/limits';
import { toClusterError } from '../documents/responses';
import { ifUnchanged } from '../documents/documents';
import type { ProductIndex } from '../documents/product_index';

interface LeaseDocument {
  readonly held_until_ms: number;
}

/**
 * A document that says until when somebody is at work. Clocks that differ, and work that takes
 * longer, let two do it at once: for work alone that may be done twice.
 */
export class Lease {
  constructor(
    private readonly index: ProductIndex,
    private readonly id: string
  ) {}

  /** @returns what `work` gives; `undefined` when somebody else is at it */
  async whileHeld<T>(work: () => Promise<T>): Promise<T | undefined> {
    const held = await this.take();
    if (!held) return undefined;
    try {
      return await work();
    } finally {
      await this.index.write([{ action: 'delete', id: this.id, condition: held }]);
    }
  }

  private async take(): Promise<Record<string, number> | undefined> {
    const found = await this.index.get<LeaseDocument>(this.id);
    const nowMs = Date.now();
    if (found && found._source.held_until_ms > nowMs) return undefined;
    const source = JSON.stringify({ held_until_ms: nowMs + CLUSTER_STORE_LIMITS.sweepMs });
    const [item] = await this.index.write([
      found
        ? { action: 'index', id: this.id, source, condition: ifUnchanged(found) }
        : { action: 'create', id: this.id, source },
    ]);
    if (!item || item.status === 409) return undefined;
    if (item.error) throw toClusterError(item.status, item.error);
    return ifUnchanged(item);
  }
}

/** Work that only one of several servers of a cluster does at a time. */
import { CLUSTER_STORE_LIMITS } from '../../../contracts/limits';
import { toClusterError } from '../documents/responses';
import { ifUnchanged } from '../documents/documents';
import type { ProductIndex } from '../documents/product_index';

interface LeaseDocument {
  readonly held_until_ms: number;
}

/**
 * A document with the time until which a server holds the lease. With differing clocks or long
 * work, two servers may hold it at the same time, so the work must be safe to repeat.
 */
export class Lease {
  constructor(
    private readonly index: ProductIndex,
    private readonly id: string
  ) {}

  /** @returns the result of `work`, or `undefined` if another server holds the lease */
  async withLease<T>(work: () => Promise<T>): Promise<T | undefined> {
    const lease = await this.acquire();
    if (!lease) return undefined;
    try {
      return await work();
    } finally {
      await this.index.write([{ action: 'delete', id: this.id, condition: lease }]);
    }
  }

  private async acquire(): Promise<Record<string, number> | undefined> {
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

/** Adapts the number of documents per request to what can be parsed without blocking. */
import { CLUSTER_STORE_LIMITS as LIMITS } from '../../../contracts/limits';
import { ClusterError } from '../client';

/** Number of documents to request, based on the sizes of previous responses. */
export class AdaptiveBatchSize {
  /** @param count - documents of the first request */
  constructor(private count: number = LIMITS.firstRead) {}

  get next(): number {
    return this.count;
  }

  /** @param bytes - size of a response with this many documents */
  adapt(documents: number, bytes: number): void {
    const fitting = Math.floor((LIMITS.readBytes * documents) / Math.max(bytes, 1));
    this.count = Math.max(1, Math.min(fitting, this.count * 4, LIMITS.objectsAtOnce));
  }

  /** @returns whether fewer can be requested */
  shrink(): boolean {
    const isPossible = this.count > 1;
    this.count = Math.max(1, this.count >> 1);
    return isPossible;
  }
}

/** @throws any error of `read`, except a too large response that smaller batches avoid */
export async function readInBatches<T>(
  size: AdaptiveBatchSize,
  read: (count: number) => Promise<T>
): Promise<T> {
  for (;;) {
    try {
      return await read(size.next);
    } catch (error) {
      const isTooLarge = error instanceof ClusterError && error.trouble === 'too_large';
      if (!isTooLarge || !size.shrink()) throw error;
    }
  }
}

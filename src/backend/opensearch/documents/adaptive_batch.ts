/** How much one call may ask for: as much as may be parsed at one go. */
import { CLUSTER_STORE_LIMITS as LIMITS } from '../../../contracts/limits';
import { ClusterError } from '../client';

/** How many documents one call may ask for, by what the calls before it gave. */
export class AdaptiveBatchSize {
  /** @param count - documents of the first call */
  constructor(private count: number = LIMITS.firstRead) {}

  get next(): number {
    return this.count;
  }

  /** @param bytes - of an answer with so many documents */
  learn(documents: number, bytes: number): void {
    const fitting = Math.floor((LIMITS.readBytes * documents) / Math.max(bytes, 1));
    this.count = Math.max(1, Math.min(fitting, this.count * 4, LIMITS.objectsAtOnce));
  }

  /** @returns whether fewer can be asked for */
  shrink(): boolean {
    const isPossible = this.count > 1;
    this.count = Math.max(1, this.count >> 1);
    return isPossible;
  }
}

/** @throws whatever `read` throws, but for answers that smaller parts of help against */
export async function inParts<T>(
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

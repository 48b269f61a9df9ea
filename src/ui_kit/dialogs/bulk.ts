/** Bulk operations and their results for each item. */
import { errorText, getErrorStatus } from '@sd/core/public';

/** One item of a bulk operation. */
export interface BulkItem {
  /** Unique among the items; results refer to it. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
}

/** Result for one item. */
export interface BulkResult {
  /** Id of the {@link BulkItem}. */
  readonly id: string;
  /** False: nothing was changed, and `message` states the reason. */
  readonly isDone: boolean;
  /** Reason of a failure. */
  readonly message?: string;
}

/**
 * Runs an operation on several items.
 * @param report - called with the result of each item as soon as it is known
 */
export type BulkRun = (report: (result: BulkResult) => void) => Promise<void>;

/** An item that no longer exists counts as deleted. */
export const isDeleted = (status: number | undefined): boolean =>
  status === 404 || (status !== undefined && status < 400);

/** Deletes items sequentially; a failure does not stop the others. */
export const deleteEach =
  <T extends BulkItem>(items: readonly T[], remove: (item: T) => Promise<unknown>): BulkRun =>
  async (report) => {
    for (const item of items) {
      try {
        await remove(item);
        report({ id: item.id, isDone: true });
      } catch (error) {
        if (isDeleted(getErrorStatus(error))) report({ id: item.id, isDone: true });
        else report({ id: item.id, isDone: false, message: errorText(error) });
      }
    }
  };

/** What becomes of each of many items. */
import { errorText, statusOf } from '@sd/core/public';

/** One of many items that something is done to. */
export interface BulkItem {
  /** Unique among the items; results name it. */
  readonly id: string;
  /** As people call it. */
  readonly name: string;
}

/** What has become of one item. */
export interface BulkResult {
  /** Of the {@link BulkItem}. */
  readonly id: string;
  /** False: nothing was changed, and `message` says why. */
  readonly isDone: boolean;
  /** Why not. */
  readonly message?: string;
}

/**
 * Does something to each of many items.
 * @param report - what is known of an item, as soon as it is known
 */
export type BulkRun = (report: (result: BulkResult) => void) => Promise<void>;

/** Gone already is as good as deleted. */
export const isDeleted = (status: number | undefined): boolean =>
  status === 404 || (status !== undefined && status < 400);

/** Deletes one after another; a failure does not stop the others. */
export const deleteEach =
  <T extends BulkItem>(items: readonly T[], remove: (item: T) => Promise<unknown>): BulkRun =>
  async (report) => {
    for (const item of items) {
      try {
        await remove(item);
        report({ id: item.id, isDone: true });
      } catch (error) {
        if (isDeleted(statusOf(error))) report({ id: item.id, isDone: true });
        else report({ id: item.id, isDone: false, message: errorText(error) });
      }
    }
  };

/** Bulk action on several entities: continues after failures and can be undone. */
import { errorText } from '@sd/core/public';
import type { BulkResult, BulkRun } from '@sd/ui_kit';

export interface UndoableBulkAction {
  readonly run: BulkRun;
  /**
   * Undoes the changes of `run` and keeps what was already so before.
   * @returns the names that could not be undone, with the reason
   */
  readonly undo: () => Promise<readonly BulkResult[]>;
}

/** A completed action that can be undone. */
export interface DoneAction {
  readonly text: string;
  readonly undo: UndoableBulkAction['undo'];
}

/**
 * Runs the action sequentially.
 * @returns the names for which it failed, with the reason
 */
export async function runEach(
  names: readonly string[],
  act: (name: string) => Promise<unknown>
): Promise<readonly BulkResult[]> {
  const failures: BulkResult[] = [];
  for (const id of names)
    await act(id).catch((error: unknown) =>
      failures.push({ id, isDone: false, message: errorText(error) })
    );
  return failures;
}

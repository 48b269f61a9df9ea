/** What is done to several entities at once: it goes on after failures and can be undone. */
import { errorText } from '@sd/core/public';
import type { BulkResult, BulkRun } from '@sd/ui_kit';

export interface UndoableBulkAction {
  readonly run: BulkRun;
  /**
   * Brings back what `run` has changed; what was so before stays.
   * @returns what could not be brought back, name and reason
   */
  readonly undo: () => Promise<readonly BulkResult[]>;
}

/** What was done, and how it is undone. */
export interface DoneAction {
  readonly text: string;
  readonly undo: UndoableBulkAction['undo'];
}

/** Does it to one after the other. @returns the names of which it failed, with the reason */
export async function failuresOf(
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

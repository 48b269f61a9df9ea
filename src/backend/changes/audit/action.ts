import type { HistoryAction } from '../../api/engine';

/** The kind of a change, derived from the states before and after. */
export function actionOf({
  before,
  after,
}: {
  readonly before?: unknown;
  readonly after?: unknown;
}): HistoryAction {
  if (before === undefined) return 'create';
  return after === undefined ? 'delete' : 'update';
}

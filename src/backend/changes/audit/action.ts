import type { HistoryAction } from '../../api/engine';

/** What was done, by what there was and is. */
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

/**
 * Actions for items of a list: defined once, and offered in each row's menu and for a selection.
 */
import { t } from '@sd/core/public';
import type { ActionItem } from './actions_menu';

/** An action for items of a list. `T`: an item. */
export interface ListAction<T> {
  /** Unique in the list; the `data-test-subj` of its menu entries. */
  readonly id: string;
  /** In the user's language. */
  readonly label: string;
  /** Icon of the design system, shown before the label. */
  readonly iconType: string;
  /** Runs with the selected items, or with the row whose menu was used. */
  readonly run: (items: readonly T[]) => void;
  /** Whether the action applies to one item only. */
  readonly isForOne?: boolean;
  /** Returns why the action is disabled for these items. */
  readonly disabledReason?: (items: readonly T[]) => string | undefined;
}

/** Converts actions to menu entries for these items. */
export const actionItems = <T>(
  actions: ReadonlyArray<ListAction<T>>,
  items: readonly T[]
): readonly ActionItem[] =>
  actions.map(({ id, label, iconType, run, isForOne = false, disabledReason }) => {
    const reason = countReason(items.length, isForOne) ?? disabledReason?.(items);
    return {
      id,
      label,
      iconType,
      onClick: () => run(items),
      ...(reason !== undefined && { disabledReason: reason }),
    };
  });

function countReason(count: number, isForOne: boolean): string | undefined {
  if (isForOne && count !== 1) return t('uiKit.actions.selectOne', 'Select exactly one row.');
  if (count === 0) return t('uiKit.actions.selectSome', 'Select at least one row.');
  return undefined;
}

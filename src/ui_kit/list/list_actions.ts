/**
 * What can be done with items of a list: written once, offered in each row's menu and for a
 * selection. Pure.
 */
import { i18n } from '@sd/core/public';
import type { ActionItem } from './actions_menu';

/** Something that can be done with items of a list. `T`: an item. */
export interface ListAction<T> {
  /** Unique in the list; the `data-test-subj` of its menu entries. */
  readonly id: string;
  /** In the user's language. */
  readonly label: string;
  /** Of the design system, before the label. */
  readonly iconType: string;
  /** With what was chosen, or with the one row whose menu it was. */
  readonly run: (items: readonly T[]) => void;
  /** Only for one item at a time. */
  readonly isForOne?: boolean;
  /** Why it cannot be done with these. */
  readonly disabledReason?: (items: readonly T[]) => string | undefined;
}

/** As entries of a menu, for these items. */
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
  if (isForOne && count !== 1)
    return i18n.translate('uiKit.actions.selectOne', {
      defaultMessage: 'Select exactly one row.',
    });
  if (count === 0)
    return i18n.translate('uiKit.actions.selectSome', {
      defaultMessage: 'Select at least one row.',
    });
  return undefined;
}

/** Columns and density of a list; the selection is stored on this device. */
import { useMemo, useState } from 'react';
import { useKit } from '../kit/kit_context';
import type { TableColumn } from './table_types';

/** A column of a list. `T`: an item. */
export interface ListColumn<T> extends TableColumn<T> {
  /** Permanent id, stored with the selection. */
  readonly id: string;
  /** Heading of the column. */
  readonly name: string;
  /** Whether the column cannot be hidden: it names the row, or its content must not be missed. */
  readonly isFixed?: boolean;
  /** Whether the column is hidden by default. */
  readonly isOptional?: boolean;
}

/** Columns of a list and their visibility. `T`: an item. */
export interface ChosenColumns<T> {
  /** Including hidden columns. */
  readonly all: ReadonlyArray<ListColumn<T>>;
  /** Visible columns, in the order of `all`. */
  readonly visible: ReadonlyArray<ListColumn<T>>;
  /** Shows or hides a column and stores the choice; ignores unknown ids. */
  readonly toggle: (id: string) => void;
  /** Whether rows are compact, in all lists. */
  readonly isCompact: boolean;
  /** Sets the density of the rows and stores it. */
  readonly setCompact: (isCompact: boolean) => void;
}

const COMPACT = 'compact_rows';

/** Visibility by column id, for the columns that the user has changed. */
type Choice = Readonly<Record<string, boolean>>;

/**
 * Returns the columns of a list with the user's selection, which is stored on this device.
 * @param listId - permanent id of the list, for example `roles`
 */
export function useColumns<T>(listId: string, all: ReadonlyArray<ListColumn<T>>): ChosenColumns<T> {
  const { memory } = useKit();
  const key = `columns.${listId}`;
  const [choice, setChoice] = useState(() => readChoice(memory.get(key)));
  // The same array for the same columns, so that the table keeps its rows.
  const visible = useMemo(() => all.filter((column) => isVisible(column, choice)), [all, choice]);
  const [isCompact, setIsCompact] = useState(() => memory.get(COMPACT) === true);
  return {
    all,
    isCompact,
    setCompact: (compact) => {
      setIsCompact(compact);
      memory.set(COMPACT, compact);
    },
    visible,
    toggle: (id) => {
      const column = all.find((one) => one.id === id);
      if (!column) return;
      const next = { ...choice, [id]: !isVisible(column, choice) };
      setChoice(next);
      memory.set(key, next);
    },
  };
}

const isVisible = <T>({ id, isFixed, isOptional }: ListColumn<T>, choice: Choice): boolean =>
  isFixed === true || (choice[id] ?? isOptional !== true);

function readChoice(value: unknown): Choice {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, boolean] => typeof entry[1] === 'boolean'
    )
  );
}

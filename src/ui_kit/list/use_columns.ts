/**
 * Columns of a list, which of them somebody wants to see, and how densely; the choice is kept on
 * the device.
 */
import { type ReactNode, useState } from 'react';
import { useKit } from '../kit/kit_context';

/** A column of a list. `T`: an item. */
export interface ListColumn<T> {
  /** Kept with the choice; permanent. */
  readonly id: string;
  /** Heading of the column. */
  readonly name: string;
  /** The cell of one item. */
  readonly render: (item: T) => ReactNode;
  /** Field the server sorts by; without one the column cannot be sorted. */
  readonly sortField?: string;
  /** Cannot be left out: what names the row, and what one must not overlook. */
  readonly isFixed?: boolean;
  /** Left out until somebody wants it. */
  readonly isOptional?: boolean;
  /** As CSS has it; default: as its contents need. */
  readonly width?: string;
}

/** Columns, and which of them are shown. `T`: an item. */
export interface ChosenColumns<T> {
  /** Including those that are not shown. */
  readonly all: ReadonlyArray<ListColumn<T>>;
  /** In the order of `all`. */
  readonly shown: ReadonlyArray<ListColumn<T>>;
  /**
   * Shows or hides the column of this id, and remembers it; others than those of `all` are ignored.
   */
  readonly toggle: (id: string) => void;
  /** Rows are low, in all lists. */
  readonly isCompact: boolean;
  /** Makes rows low or high, and remembers it. */
  readonly setCompact: (isCompact: boolean) => void;
}

const COMPACT = 'compact_rows';

/** Column to whether it is shown, as far as somebody chose. */
type Choice = Readonly<Record<string, boolean>>;

/**
 * The columns of a list, those that are shown by choice included; the choice is kept on the device.
 * @param listId - permanent name of the list, for example `roles`
 */
export function useColumns<T>(listId: string, all: ReadonlyArray<ListColumn<T>>): ChosenColumns<T> {
  const { memory } = useKit();
  const key = `columns.${listId}`;
  const [choice, setChoice] = useState(() => readChoice(memory.get(key)));
  const isShown = ({ id, isFixed, isOptional }: ListColumn<T>): boolean =>
    isFixed === true || (choice[id] ?? isOptional !== true);
  const [isCompact, setIsCompact] = useState(() => memory.get(COMPACT) === true);
  return {
    all,
    isCompact,
    setCompact: (compact) => {
      setIsCompact(compact);
      memory.set(COMPACT, compact);
    },
    shown: all.filter(isShown),
    toggle: (id) => {
      const column = all.find((one) => one.id === id);
      if (!column) return;
      const next = { ...choice, [id]: !isShown(column) };
      setChoice(next);
      memory.set(key, next);
    },
  };
}

function readChoice(value: unknown): Choice {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, boolean] => typeof entry[1] === 'boolean'
    )
  );
}

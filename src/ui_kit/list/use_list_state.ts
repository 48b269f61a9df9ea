/** Synchronizes the state of a list with the URL. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useKit } from '../kit/kit_context';
import {
  formatListState,
  type ListAddress,
  type ListState,
  PAGE_SIZES,
  parseListState,
} from './list_state';

/**
 * Browsers reject hundreds of URL changes within seconds, so a search is written when the user
 * pauses typing.
 */
const TYPING_PAUSE_MS = 300;
const ROWS_PER_PAGE = 'rows_per_page';

/** Any change except of the page returns to the first page. */
export type ChangeListState = (changes: Partial<ListState>) => void;

export function useListState(address: ListAddress): readonly [ListState, ChangeListState] {
  const { history, memory } = useKit();
  const rowsPerPage = useCallback(() => {
    const size = memory.get(ROWS_PER_PAGE);
    return PAGE_SIZES.find((one) => one === size) ?? address.perPage ?? (PAGE_SIZES[0] as number);
  }, [memory, address]);
  const [state, setState] = useState(() =>
    parseListState(history.location.search, address, rowsPerPage())
  );
  const latest = useRef(state);
  const written = useRef(history.location.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = useCallback((next: ListState) => {
    latest.current = next;
    setState(next);
  }, []);

  useEffect(() => {
    const own = history.location.pathname;
    const stopListening = history.listen(({ pathname, search }) => {
      if (pathname !== own || search === written.current) return;
      clearTimeout(timer.current);
      written.current = search;
      show(parseListState(search, address, rowsPerPage()));
    });
    return () => {
      clearTimeout(timer.current);
      stopListening();
    };
  }, [history, address, rowsPerPage, show]);

  const write = useCallback(() => {
    written.current = formatListState(latest.current, address, rowsPerPage());
    history.replace({ pathname: history.location.pathname, search: written.current });
  }, [history, address, rowsPerPage]);

  const change = useCallback<ChangeListState>(
    (changes) => {
      if (changes.perPage !== undefined) memory.set(ROWS_PER_PAGE, changes.perPage);
      // Uses the latest state instead of that of the last render, because changes may follow each
      // other quickly.
      show({ ...latest.current, page: 1, ...changes });
      clearTimeout(timer.current);
      const isTyping = changes.search !== undefined && changes.filters === undefined;
      if (isTyping) timer.current = setTimeout(write, TYPING_PAUSE_MS);
      else write();
    },
    [memory, show, write]
  );
  return [state, change];
}

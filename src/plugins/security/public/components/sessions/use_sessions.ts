/** A page of sessions as the server has it now. */
import { useCallback, useEffect, useState } from 'react';
import type { SessionListResponse } from '../../../common';
import type { SessionSource } from '../../services/sessions_client';

const PER_PAGE = 25;

interface State {
  readonly data?: SessionListResponse;
  readonly error?: unknown;
  readonly isLoading: boolean;
}

export interface Sessions extends State {
  /** Counted from 1. */
  readonly page: number;
  readonly perPage: number;
  turn(page: number): void;
  reload(): void;
}

export function useSessions(source: SessionSource): Sessions {
  const [page, turn] = useState(1);
  const [step, setStep] = useState(0);
  const [state, setState] = useState<State>({ isLoading: true });
  useEffect(() => {
    const asked = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    source.list(page, PER_PAGE, asked.signal).then(
      (data) => {
        if (asked.signal.aborted) return;
        // The last of a page may have ended.
        if (data.items.length === 0 && page > 1) turn(page - 1);
        setState({ data, isLoading: false });
      },
      (error: unknown) => {
        if (!asked.signal.aborted) setState({ error, isLoading: false });
      }
    );
    return () => asked.abort();
  }, [source, page, step]);
  const reload = useCallback(() => setStep((before) => before + 1), []);
  return { ...state, page, perPage: PER_PAGE, turn, reload };
}

import type { Location } from 'history';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { useKit } from '../kit/kit_context';

/** Where the app is; of moments in which the app is being left, the last place inside it. */
export function useAppLocation(): Location {
  const { history } = useKit();
  const latest = useRef(history.location);
  const subscribe = useCallback(
    (onChange: () => void) => {
      // A redirect among the first things drawn came before there was somebody to hear of it.
      latest.current = history.location;
      return history.listen((location) => {
        latest.current = location;
        onChange();
      });
    },
    [history]
  );
  return useSyncExternalStore(subscribe, () => latest.current);
}

/** Parts of the Security app, which come with each page and dialog of the plugin. */
import type { AdminParts } from '@sd/plugins/security/public';
import { createContext, type ReactElement, useContext } from 'react';

const PartsContext = createContext<AdminParts | undefined>(undefined);

export function useParts(): AdminParts {
  const parts = useContext(PartsContext);
  if (!parts) throw new Error('This component belongs inside a page of the plugin.');
  return parts;
}

/** A page or dialog whose components use the parts. */
export const withParts =
  <P extends object>(Screen: (props: P) => ReactElement | null) =>
  (parts: AdminParts) =>
    function ScreenWithParts(props: P): ReactElement {
      return (
        <PartsContext.Provider value={parts}>
          <Screen {...props} />
        </PartsContext.Provider>
      );
    };

/** What every screen of the kit works with, handed down once per app. */
import type { CoreStart, ScopedHistoryContract } from '@sd/core/public';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import type { Drafts } from './drafts';
import type { KitMemory } from './memory';

export interface Crumb {
  readonly text: string;
  /** Inside the app; absent for the page itself. */
  readonly path?: string;
}

export interface KitServices {
  readonly core: CoreStart;
  readonly history: ScopedHistoryContract;
  readonly queries: QueryClient;
  readonly drafts: Drafts;
  readonly memory: KitMemory;
  /** The app itself: the first crumb of every page. */
  readonly root: Required<Crumb>;
  /** Pages opened inside the app so far; the first one does not take the focus. */
  readonly visits: { count: number };
}

const KitContext = createContext<KitServices | undefined>(undefined);

export function useKit(): KitServices {
  const services = useContext(KitContext);
  if (!services) throw new Error('This component belongs inside KitProvider.');
  return services;
}

export interface KitProviderProps {
  readonly services: KitServices;
  readonly children: ReactNode;
}

export const KitProvider = ({ services, children }: KitProviderProps): ReactElement => (
  <KitContext.Provider value={services}>
    <QueryClientProvider client={services.queries}>{children}</QueryClientProvider>
  </KitContext.Provider>
);

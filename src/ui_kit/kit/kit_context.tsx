/** What every screen of the kit works with, handed down once per app. */
import type { CoreStart, ScopedHistoryContract } from '@sd/core/public';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import type { Drafts } from './drafts';
import type { ListStorage } from './list_storage';

/** One step of the breadcrumbs. */
export interface Crumb {
  /** In the user's language. */
  readonly text: string;
  /** Inside the app; absent for the page itself. */
  readonly path?: string;
}

/** What all screens of a visit share; see {@link useKit}. */
export interface KitServices {
  /** Start services of core. */
  readonly core: CoreStart;
  /** Of the app; a section of Management has the one below it. */
  readonly history: ScopedHistoryContract;
  /** The cache that {@link useRead} reads through. */
  readonly queries: QueryClient;
  /** What was typed and not saved. */
  readonly drafts: Drafts;
  /** What lists remember on the device. */
  readonly memory: ListStorage;
  /** The app itself: the first crumb of every page. */
  readonly root: Required<Crumb>;
  /** Pages opened inside the app so far; the first one does not take the focus. */
  readonly visits: { count: number };
}

const KitContext = createContext<KitServices | undefined>(undefined);

/**
 * What all screens of the visit share. Throws outside {@link KitProvider}: a mistake of who wrote
 * the screen.
 */
export function useKit(): KitServices {
  const services = useContext(KitContext);
  if (!services) throw new Error('This component belongs inside KitProvider.');
  return services;
}

/** Props of {@link KitProvider}. */
export interface KitProviderProps {
  /** Of the {@link Kit} that the app has made. */
  readonly services: KitServices;
  /** The app. */
  readonly children: ReactNode;
}

/** Hands the kit down to the screens of an app; `renderKitApp` does it by itself. */
export const KitProvider = ({ services, children }: KitProviderProps): ReactElement => (
  <KitContext.Provider value={services}>
    <QueryClientProvider client={services.queries}>{children}</QueryClientProvider>
  </KitContext.Provider>
);

/** Context with the services of all kit screens, provided once per app. */
import type { CoreStart, ScopedHistoryContract } from '@sd/core/public';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import type { Drafts } from './drafts';
import type { ListStorage } from './list_storage';

/** One breadcrumb. */
export interface Crumb {
  /** In the user's language. */
  readonly text: string;
  /** Path inside the app; absent for the current page. */
  readonly path?: string;
}

/** Services that all screens of a visit share; see {@link useKit}. */
export interface KitServices {
  /** Start services of core. */
  readonly core: CoreStart;
  /** History of the app; inside Management, that of the section. */
  readonly history: ScopedHistoryContract;
  /** The query cache of {@link useServerQuery}. */
  readonly queries: QueryClient;
  /** Unsaved input of forms. */
  readonly drafts: Drafts;
  /** Storage for list settings on this device. */
  readonly memory: ListStorage;
  /** The app itself, which is the first breadcrumb of every page. */
  readonly root: Required<Crumb>;
  /** Number of navigations inside the app. The first page does not take the focus. */
  readonly visits: { count: number };
}

const KitContext = createContext<KitServices | undefined>(undefined);

/** Services that all screens of the visit share. Throws outside {@link KitProvider}. */
export function useKit(): KitServices {
  const services = useContext(KitContext);
  if (!services) throw new Error('This component belongs inside KitProvider.');
  return services;
}

/** Props of {@link KitProvider}. */
export interface KitProviderProps {
  /** Services of the app's {@link Kit}. */
  readonly services: KitServices;
  /** The app. */
  readonly children: ReactNode;
}

/** Provides the kit to the screens of an app; `renderKitApp` includes it. */
export const KitProvider = ({ services, children }: KitProviderProps): ReactElement => (
  <KitContext.Provider value={services}>
    <QueryClientProvider client={services.queries}>{children}</QueryClientProvider>
  </KitContext.Provider>
);

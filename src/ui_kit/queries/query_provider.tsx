import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { createQueries, endQueries } from './query_client';

/**
 * For a screen that only reads, without the frame of an app: what `useRead` needs. `KitProvider`
 * includes it.
 */
export function QueryProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [queries] = useState(createQueries);
  useEffect(() => () => endQueries(queries), [queries]);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

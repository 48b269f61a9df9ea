import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { createQueries, endQueries } from './query_client';

/**
 * Query context of `useServerQuery`, for a screen that only reads and has no app frame.
 * `KitProvider` includes it.
 */
export function QueryProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [queries] = useState(createQueries);
  useEffect(() => () => endQueries(queries), [queries]);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

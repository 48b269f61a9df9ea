import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** Loads a page from its own bundle by export: `lazyPage(async () => (await import('./x')).X)`. */
export const lazyPage = <P>(
  load: () => Promise<ComponentType<P>>
): LazyExoticComponent<ComponentType<P>> => lazy(async () => ({ default: await load() }));

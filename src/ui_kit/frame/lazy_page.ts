import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** A page in a bundle of its own, by its name: `lazyPage(async () => (await import('./x')).X)`. */
export const lazyPage = <P>(
  load: () => Promise<ComponentType<P>>
): LazyExoticComponent<ComponentType<P>> => lazy(async () => ({ default: await load() }));

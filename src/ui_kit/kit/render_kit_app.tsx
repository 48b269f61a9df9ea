import {
  type AppMountParameters,
  type CoreStart,
  renderApp,
  type UnmountCallback,
} from '@sd/core/public';
import type { ReactNode } from 'react';
import { createKit, type KitOptions } from './create_kit';
import { KitProvider } from './kit_context';

/**
 * Draws an app whose screens are made of the kit: makes what they share, and ends it with them.
 * @param node - the app, inside `KitProvider`
 * @returns takes everything away again; to be returned by the app's `mount`
 */
export function renderKitApp(
  params: AppMountParameters,
  core: CoreStart,
  options: KitOptions,
  node: ReactNode
): UnmountCallback {
  const kit = createKit(core, params, options);
  const unmount = renderApp(
    params.element,
    <KitProvider services={kit.services}>{node}</KitProvider>
  );
  return () => {
    unmount();
    kit.stop();
  };
}

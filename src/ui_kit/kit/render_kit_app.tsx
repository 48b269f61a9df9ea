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
 * Renders an app with kit screens. Creates their shared services and stops them on unmount.
 * @param node - the app, inside `KitProvider`
 * @returns a function that removes everything again; return it from the app's `mount`
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

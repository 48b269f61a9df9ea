import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { CoreContext } from './core_context';
import type { MountPoint, UnmountCallback } from '../types';

/**
 * Renders a React node into an element, inside theme and translations. What an app's `mount`
 * returns and needs: `mount: async ({ element }) => renderApp(element, <Screen />)`.
 *
 * @returns unmounts, shortly after: React refuses to unmount one root while it renders another, and
 *   callers often clean up in exactly that moment. Calling it again does nothing.
 */
export function renderApp(element: HTMLElement, node: ReactNode): UnmountCallback {
  const root = createRoot(element);
  root.render(<CoreContext>{node}</CoreContext>);
  let isMounted = true;
  return () => {
    if (!isMounted) return;
    isMounted = false;
    queueMicrotask(() => root.unmount());
  };
}

/** Makes a mount point of a React node: for toasts, overlays, nav controls and the action menu. */
export const mountReactNode =
  (node: ReactNode): MountPoint =>
  (element) =>
    renderApp(element, node);

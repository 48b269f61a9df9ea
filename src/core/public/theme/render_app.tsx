import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { CoreContext } from './core_context';
import type { MountPoint, UnmountCallback } from '../types';

/**
 * Renders a React node into an element, with theme and translations. Its result suits an app's
 * `mount`: `mount: async ({ element }) => renderApp(element, <Screen />)`.
 *
 * @returns a function that unmounts shortly afterwards: React forbids unmounting a root while it
 *   renders another, and callers often clean up at that moment. Further calls do nothing.
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

/**
 * Creates a mount point from a React node: for toasts, overlays, nav controls and the action menu.
 */
export const mountReactNode =
  (node: ReactNode): MountPoint =>
  (element) =>
    renderApp(element, node);

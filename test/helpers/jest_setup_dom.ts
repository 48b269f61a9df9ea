/** Runs before each test file of the browser's zone. */
import '@testing-library/jest-dom';
import { notifyManager } from '@tanstack/react-query';
import { act, cleanup, configure } from '@testing-library/react';

// For what never comes: where a part of the page is loaded first, a busy machine takes seconds.
configure({ asyncUtilTimeout: 20_000 });

// Queries that settle late, on a busy machine, update components outside of any test step.
notifyManager.setNotifyFunction((notify) => act(notify));

// Only where there is a document: a file may ask for the Node environment by a docblock.
if (typeof document !== 'undefined') afterEach(cleanup);

/** What jsdom does not have and EUI asks for. */
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}
Object.assign(globalThis, {
  ResizeObserver: globalThis.ResizeObserver ?? NoObserver,
  IntersectionObserver: globalThis.IntersectionObserver ?? NoObserver,
});
if (typeof window !== 'undefined') {
  window.matchMedia ??= (query: string) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media: query,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }) as MediaQueryList;
  window.scrollTo = () => {};
  // Computed styles are the inline ones. jsdom goes through every rule of the design system for
  // each element whose style is asked, as each query by role does: forms with many fields would
  // take minutes.
  window.getComputedStyle = (element: Element) => (element as HTMLElement).style;
}

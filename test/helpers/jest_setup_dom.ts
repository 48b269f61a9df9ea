/** Runs before each test file of the browser's zone. */
import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';

// For what never comes: where a part of the page is loaded first, a busy machine takes seconds.
configure({ asyncUtilTimeout: 20_000 });

// A response that arrives between two steps of a test updates components as in a browser. React
// would warn about each, which depends on how busy the machine is. The testing library's own steps
// still wait for their updates: it turns this on for them.
beforeAll(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;
});

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

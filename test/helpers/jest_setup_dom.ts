/** Runs before each test file of the browser zone. */
import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';

// Generous, because loading a lazy part of a page takes seconds on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

// Responses that arrive between two steps of a test update components, as in a browser. React would
// warn about each, depending on the speed of the machine. The testing library sets this flag during
// its own steps, so they still wait for their updates.
beforeAll(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;
});

// A test file may select the Node environment in a docblock, which has no document.
if (typeof document !== 'undefined') afterEach(cleanup);

/** APIs that EUI needs and jsdom lacks. */
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
  // Returns inline styles as computed ones. For each queried element jsdom would evaluate every
  // rule of the design system, and each query by role asks for styles: large forms would take
  // minutes.
  window.getComputedStyle = (element: Element) => (element as HTMLElement).style;
}

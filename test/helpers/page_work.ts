/** Counts what a page does until it is complete: the same on a fast and on a busy machine. */
import type { Page } from 'playwright-core';

export interface PageWork {
  /** React components that the page shows. */
  readonly components: number;
  /** Those inside its table. */
  readonly tableComponents: number;
  /** Functions of scripts that were called, each of which was compiled. */
  readonly functions: number;
  /** Characters of scripts that were executed. */
  readonly executed: number;
  readonly requests: number;
  /** Paths of requests that scripts sent for data. */
  readonly dataRequests: readonly string[];
}

interface Fiber {
  readonly tag: number;
  readonly type: unknown;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

declare global {
  var countComponents: (inside?: string) => number;
}

/** Stands in for React's developer tools, which every build reports its roots to. */
function watchReact(): void {
  const roots = new Set<{ readonly current: Fiber }>();
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      checkDCE: () => undefined,
      inject: () => 1,
      onCommitFiberRoot: (_id: number, root: { readonly current: Fiber }) => roots.add(root),
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberUnmount: () => undefined,
    },
    countComponents: (inside?: string) => {
      // Function, class, forwardRef and memo components.
      const kinds = [0, 1, 11, 14, 15];
      const count = (fiber: Fiber | null, isInside: boolean): number => {
        let found = 0;
        for (let one = fiber; one; one = one.sibling) {
          if (isInside && kinds.includes(one.tag)) found++;
          found += count(one.child, isInside || one.type === inside);
        }
        return found;
      };
      return [...roots].reduce((sum, { current }) => sum + count(current, !inside), 0);
    },
  });
}

/** Opens the path and counts until its network traffic has ended. */
export async function pageWork(page: Page, path: string): Promise<PageWork> {
  await page.addInitScript(watchReact);
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const requests: string[] = [];
  const dataRequests: string[] = [];
  page.on('request', (request) => {
    requests.push(request.url());
    if (request.resourceType() === 'fetch') dataRequests.push(new URL(request.url()).pathname);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const { result } = await session.send('Profiler.takePreciseCoverage');
  const scripts = new Map(
    result.filter(({ url }) => url.endsWith('.js')).map((script) => [script.url, script])
  );
  let functions = 0;
  let executed = 0;
  for (const script of scripts.values()) {
    const ranges = script.functions.flatMap((one) => one.ranges);
    functions += ranges.filter(({ count }) => count > 0).length;
    const isExecuted = new Uint8Array(Math.max(...ranges.map(({ endOffset }) => endOffset)));
    // Outer functions come before those inside them.
    ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
    for (const { startOffset, endOffset, count } of ranges)
      isExecuted.fill(count > 0 ? 1 : 0, startOffset, endOffset);
    executed += isExecuted.reduce((sum, one) => sum + one, 0);
  }
  const [components, tableComponents] = await page.evaluate(() => [
    countComponents(),
    countComponents('table'),
  ]);
  return {
    components: components ?? 0,
    tableComponents: tableComponents ?? 0,
    functions,
    executed,
    requests: requests.length,
    dataRequests,
  };
}

/** Chunk loading of the browser build, in a page with simulated script responses. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { JSDOM } from 'jsdom';
import webpack from 'webpack';
import { createConfigs } from '../../../webpack.config';

/** A busy machine must not fail a test. */
jest.setTimeout(60_000);

let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'sd-chunks-'));
  writeFileSync(path.join(dir, 'late.js'), 'export const late = 1;');
  writeFileSync(path.join(dir, 'entry.js'), `window.load = () => import('./late.js');`);
  const [{ output, target }] = createConfigs() as unknown as [webpack.Configuration];
  const build = webpack({
    mode: 'none',
    target,
    context: dir,
    entry: './entry.js',
    output: { ...output, path: dir, filename: 'out.js', publicPath: '/bundles/' },
  });
  await new Promise<void>((resolve, reject) => {
    build.run((error, stats) => {
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString()));
      else build.close(() => resolve());
    });
  });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Page {
  readonly failure: Promise<Error & { readonly type?: string }>;
  readonly script: HTMLScriptElement;
  readonly timers: ReadonlyArray<{ readonly onEnd: () => void; readonly delayMs: number }>;
  readonly close: () => void;
}

function loadChunk(): Page {
  const { window } = new JSDOM('<!doctype html><html><head></head></html>', {
    url: 'http://localhost/app/home',
    runScripts: 'outside-only',
  });
  const timers: Array<{ onEnd: () => void; delayMs: number }> = [];
  Object.assign(window, {
    setTimeout: (onEnd: () => void, delayMs: number) => timers.push({ onEnd, delayMs }),
  });
  window.eval(readFileSync(path.join(dir, 'out.js'), 'utf8'));
  const { load } = window as unknown as { load(): Promise<unknown> };
  const failure = load().then(
    () => Promise.reject(new Error('The chunk was there.')),
    (error: Error) => error
  );
  const script = window.document.querySelector('script')!;
  return { failure, script, timers, close: () => window.close() };
}

it('waits 120 seconds for a chunk, then reports a ChunkLoadError', async () => {
  const { failure, timers, close } = loadChunk();
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([120_000]);
  timers[0]!.onEnd();
  expect(await failure).toMatchObject({ name: 'ChunkLoadError', type: 'timeout' });
  close();
});

it('reports a script that fails to load as a ChunkLoadError', async () => {
  const { failure, script, close } = loadChunk();
  expect(new URL(script.src).pathname).toMatch(/^\/bundles\/.+\.js$/);
  script.dispatchEvent(new script.ownerDocument.defaultView!.Event('error'));
  const error = await failure;
  expect(error).toMatchObject({ name: 'ChunkLoadError', type: 'error' });
  expect(error.message).toMatch(/^Loading chunk .+ failed\./);
  close();
});

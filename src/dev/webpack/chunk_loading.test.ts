/** Chunk loading of the browser build, in a page with simulated script responses. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { JSDOM } from 'jsdom';
import webpack from 'webpack';
import { createConfigs } from '../../../webpack.config';
import { namesMentioned, namesRequired, parseIconMap } from './icon_names';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';

jest.setTimeout(60_000);

let dir: string;
beforeAll(async () => {
  dir = temporaryFolder();
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

it('reports a script that fails to load as a ChunkLoadError', async () => {
  const { failure, script, close } = loadChunk();
  expect(new URL(script.src).pathname).toMatch(/^\/bundles\/.+\.js$/);
  script.dispatchEvent(new script.ownerDocument.defaultView!.Event('error'));
  const error = await failure;
  expect(error).toMatchObject({ name: 'ChunkLoadError', type: 'error' });
  expect(error.message).toMatch(/^Loading chunk .+ failed\./);
  close();
});

describe('icon names', () => {
  const MAP_FILE = path.resolve(
    __dirname,
    '../../../node_modules/@elastic/eui/optimize/es/components/icon/icon_map.js'
  );

  const known = parseIconMap(readFileSync(MAP_FILE, 'utf8'));

  describe("EUI's icon map", () => {
    it('is parsed completely, with both forms of an entry', () => {
      const source = readFileSync(MAP_FILE, 'utf8');
      expect(known.size).toBe(source.match(/import\('\.\/assets\//g)?.length);
      expect(known.get('addDataApp')).toBe('app_add_data');
      expect(known.get('addToChat')).toBe('add_to_chat');
    });
  });

  describe('icon names in our code', () => {
    it('finds every literal that is a name, in files that mention icons', () => {
      const text = `const icons = { ok: 'check', bad: isBad ? "cross" : 'none of EUI' };`;
      expect(namesMentioned(text, known)).toEqual(['check', 'cross']);
      expect(namesMentioned(`const word = 'check';`, known)).toEqual([]);
    });

    it.each([
      ['<EuiButton iconType="nope">', ['nope']],
      [`<EuiButton iconType={open ? 'up' : "down"}>`, ['up', 'down']],
      [`<EuiButton iconType={kind === 'x' ? 'up' : undefined}>`, ['up']],
      [`<EuiIcon size="m" type="nope" />`, ['nope']],
      [`<EuiIcon type={icon ?? 'nope'} />`, ['nope']],
      [`{ euiIconType: 'nope' }`, ['nope']],
      [`<EuiIcon type="/ui/logo.svg" />`, []],
      [`<EuiIcon type={props.icon} />`, []],
      [`<input type="text" />`, []],
    ])('%s requires %j', (text, names) => {
      expect(namesRequired(text)).toEqual(names);
    });
  });
});

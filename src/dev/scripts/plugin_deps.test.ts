import { mkdirSync, writeFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  findDependencyProblems,
  findProductDependencyProblems,
} from '../../../scripts/lib/plugins/deps';
import { findPlugins, readPlugin } from '../../../scripts/lib/plugins/find';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';

jest.setTimeout(120_000);

const folder = temporaryFolder();

interface Given {
  readonly manifest?: object;
  /** Members of the dependencies' type. */
  readonly deps: string;
  /** Statements of the plugin's `setup`. */
  readonly body?: string;
}

/** Adds a browser plugin whose start reads the members in `deps`. */
function addPlugin(id: string, { manifest = {}, deps, body = '' }: Given) {
  const dir = path.join(folder, id);
  mkdirSync(path.join(dir, 'public'), { recursive: true });
  writeFileSync(path.join(dir, 'plugin.json'), JSON.stringify({ id, ui: true, ...manifest }));
  writeFileSync(
    path.join(dir, 'public', 'index.ts'),
    `import type { CoreSetup, CoreStart, NoPluginDeps, PluginInitializer } from '@sd/core/public';
import type { SecurityPluginStart } from '@sd/plugins/security/public';
interface Deps { ${deps} }
class Own {
  setup(core: CoreSetup<Deps>, plugins: NoPluginDeps) { ${body} }
  start(core: CoreStart, plugins: Deps): { readonly sum: number } { return { sum: 1 }; }
}
export const plugin: PluginInitializer = () => new Own();
`
  );
  return readPlugin(dir);
}

const OPTIONAL = { optionalPlugins: ['security'] };
const REQUIRED = { requiredPlugins: ['security'] };

it('rejects dependencies that the manifest does not declare, and only those', () => {
  const plugins = [
    addPlugin('fine', {
      manifest: { ...OPTIONAL, requiredPlugins: ['home'] },
      deps: 'readonly security?: SecurityPluginStart; readonly home: object;',
    }),
    addPlugin('alsoFine', { manifest: REQUIRED, deps: 'readonly security: SecurityPluginStart;' }),
    addPlugin('unnamed', { deps: 'readonly security?: SecurityPluginStart;' }),
    addPlugin('tooSure', { manifest: OPTIONAL, deps: 'readonly security: SecurityPluginStart;' }),
    addPlugin('mistaken', {
      manifest: REQUIRED,
      deps: 'readonly security: { readonly account$: string };',
    }),
    addPlugin('anything', { manifest: REQUIRED, deps: '[id: string]: unknown;' }),
    addPlugin('casting', {
      manifest: REQUIRED,
      deps: 'readonly security: SecurityPluginStart;',
      body: 'const { security } = plugins as unknown as Deps;',
    }),
    addPlugin('reader', {
      manifest: { requiredPlugins: ['fine'] },
      deps: 'readonly fine: { readonly sum: string };',
    }),
  ];
  const problems: string[] = findDependencyProblems(plugins, findPlugins());
  const about = (id: string) => problems.filter((problem) => problem.includes(`/${id}/public`));
  expect([...about('fine'), ...about('alsoFine')]).toEqual([]);
  expect(about('unnamed').join()).toContain(
    'start of "unnamed" reads the plugin "security", which neither requiredPlugins nor optionalPlugins names'
  );
  expect(about('tooSure').join()).toContain(
    'getStartServices of "tooSure" reads the plugin "security" as if it were always there, but it is optional'
  );
  expect(about('mistaken').join()).toMatch(/as \{ readonly account\$: string; \}, but its start/);
  expect(about('anything').join()).toContain('takes other plugins of any name');
  expect(about('casting').join()).toContain('index.ts:5: casts the contracts of other plugins');
  expect(about('reader').join()).toContain(
    'as { readonly sum: string; }, but its start gives { readonly sum: number; }'
  );
});

// @feature plugins/4
it('rejects a missing required plugin, also for plugins without typed parts', () => {
  const dir = path.join(folder, 'lonely');
  mkdirSync(dir);
  const manifest = { id: 'lonely', server: true, requiredPlugins: ['absent'] };
  writeFileSync(path.join(dir, 'plugin.json'), JSON.stringify(manifest));
  const lonely = readPlugin(dir);
  const [problem, ...more]: string[] = findDependencyProblems([lonely], []);
  expect(problem).toMatch(
    /lonely\/plugin\.json: requires the plugin "absent", which is neither part of the product nor beside this plugin, nor in plugins\.paths\. Without it "lonely" is left out\.$/
  );
  expect(more).toEqual([]);
  const absent = { ...lonely, id: 'absent', manifest: { ...lonely.manifest, requiredPlugins: [] } };
  expect(findDependencyProblems([lonely], [absent])).toEqual([]);
});

it("reports no problem in the product's plugins", () => {
  expect(findProductDependencyProblems()).toEqual([]);
});

describe('plugin guide', () => {
  const ROOT = path.resolve(__dirname, '..', '..', '..');

  const guide = readFileSync(path.join(ROOT, 'docs', 'guide', 'plugins.md'), 'utf8');

  /** Code fences with a file name after the language. */
  const SNIPPETS = [...guide.matchAll(/^```tsx? (\S+)\n([\s\S]*?)^```$/gm)].map(
    ([, file = '', code = '']) => [file, code] as const
  );

  const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

  it('quotes more than ten snippets of the example', () => {
    expect(SNIPPETS.length).toBeGreaterThan(10);
  });

  it.each(SNIPPETS)('quotes %s without changes', (file, code) => {
    expect(squeeze(readFileSync(path.join(ROOT, file), 'utf8'))).toContain(squeeze(code));
  });

  it('names only existing scripts', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    const names = [...guide.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    expect(names.filter((name) => !(name! in scripts))).toEqual([]);
  });
});

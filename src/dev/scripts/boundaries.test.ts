import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';

jest.setTimeout(60_000);

const SCRIPT = path.resolve(__dirname, '..', '..', '..', 'scripts', 'boundaries.js');

let dir: string;
beforeEach(() => void (dir = temporaryFolder()));

/** Runs the configuration on a tree with these files. */
function check(files: Record<string, string>): { code: number | null; problems: string } {
  for (const [name, text] of Object.entries({ ...TREE, ...files })) {
    const file = path.join(dir, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, `--root=${dir}`], {
    encoding: 'utf8',
  });
  return { code: status, problems: stderr };
}

const manifest = (id: string, requiredPlugins: string[]): string =>
  JSON.stringify({ id, requiredPlugins });
const VALUE = 'export const value = 1;';

/** The files that the cases below import. */
const TREE: Record<string, string> = {
  'package.json': JSON.stringify({
    dependencies: { fastify: '*', lodash: '*', rxjs: '*' },
    devDependencies: { react: '*', webpack: '*' },
  }),
  ...Object.fromEntries(
    [
      'contracts/limits/index.ts',
      'core/common/index.ts',
      'core/public/index.ts',
      'core/public/http/fetch.ts',
      'core/public/mocks.ts',
      'core/server/index.ts',
      'core/server/http/router.ts',
      'ui_kit/index.ts',
      'ui_kit/list/list_table.ts',
      'workers/index.ts',
      'workers/fair_queue.ts',
      'backend/api/index.ts',
      'backend/api/engine.ts',
      'backend/model/entities.ts',
      'backend/access/user_source.ts',
      'backend/embedded/index.ts',
      'backend/embedded/sqlite/index.ts',
      'backend/embedded/configuration_store/roles.ts',
      'backend/testing/samples.ts',
      'dev/tool.ts',
      'plugins/home/common/index.ts',
      'plugins/home/public/index.ts',
      'plugins/home/public/inside.ts',
      'plugins/home/server/index.ts',
      'plugins/other/public/index.ts',
      'plugins/security/common/index.ts',
      'plugins/security/public/index.ts',
      'plugins/security/server/index.ts',
    ].map((name) => [`src/${name}`, VALUE])
  ),
  'src/plugins/home/plugin.json': manifest('home', []),
  'src/plugins/other/plugin.json': manifest('other', []),
  'src/plugins/security/plugin.json': manifest('security', ['home']),
  'examples/notes/plugin.json': manifest('notes', ['home']),
  'scripts/lib/paths.ts': VALUE,
  'tools/lib/random.ts': VALUE,
};

/** Writes each import to a separate file, so that each is checked on its own. */
type Case = readonly [folder: string, request: string];
const nameOf = ([folder]: Case, i: number, ending = '.ts'): string =>
  `src/${folder}/case_${i}${ending}`.replace(/^src\/(?=(examples|scripts|tools)\/)/, '');
const filesOf = (cases: readonly Case[], ending?: string): Record<string, string> =>
  Object.fromEntries(
    cases.map((one, i) => [nameOf(one, i, ending), `import { value } from '${one[1]}';`])
  );

const ALLOWED: readonly Case[] = [
  ['plugins/security/common', '@sd/core/common'],
  ['plugins/security/common', 'lodash'],
  ['plugins/security/public', '@sd/core/public'],
  ['plugins/security/public', '@sd/core/common'],
  ['plugins/security/public', '@sd/ui_kit'],
  ['plugins/security/public', '../common'],
  ['plugins/security/public', '../../home/public'],
  ['plugins/security/public', 'react'],
  ['plugins/security/server', '@sd/core/server'],
  ['plugins/security/server', 'node:crypto'],
  ['examples/notes/public', '@sd/plugins/home/public'],
  ['ui_kit/forms', '@sd/core/public'],
  ['ui_kit/forms', '../list/list_table'],
  ['core/public/http', '../../common'],
  ['core/server/backend', '../../../backend/embedded'],
  ['core/server/http', '../../../backend/api'],
  ['core/server/http', '../../../../package.json'],
  ['backend/embedded/rest', '../configuration_store/roles'],
  ['backend/embedded/rest', '../../model/entities'],
  ['backend/access/patterns', '../../api/engine'],
  ['workers/pool', '../../contracts/limits'],
  ['tools/bench', '../../scripts/lib/paths'],
];

const REFUSED: readonly Case[] = [
  // Imports of a higher layer.
  ['contracts/api', '../../core/common'],
  ['backend/api', '../model/entities'],
  ['backend/model', '../access/user_source'],
  ['backend/access', '../embedded/configuration_store/roles'],
  ['backend/embedded/rest', '../../../core/server/http/router'],
  ['workers', '../backend/embedded'],
  ['core/server/http', '../../../plugins/security/server'],
  ['core/public', '../ui_kit'],
  ['core/public', '../plugins/security/public'],
  ['ui_kit/forms', '../../plugins/home/public'],
  // Imports that bypass the composition root or an entry point.
  ['core/server/http', '../../../backend/embedded'],
  ['core/server/config', '../../../backend/embedded'],
  ['core/server', '../../backend/embedded'],
  ['core/server/backend', '../../../backend/embedded/configuration_store/roles'],
  ['core/server/http', '../../../backend/contract/engine'],
  ['core/server/http', '../../../backend/access/user_source'],
  ['core/server/http', '../../../workers/fair_queue'],
  ['plugins/security/server', '../../../backend/api'],
  ['plugins/security/server', '../../../backend/embedded'],
  ['plugins/security/public', '../../../core/public'],
  ['plugins/security/public', '../../../core/public/http/fetch'],
  ['plugins/security/public', '@sd/core/public/http/fetch'],
  ['plugins/security/public', '@sd/core/public/mocks'],
  ['plugins/security/public', '@sd/ui_kit/list/list_table'],
  ['plugins/security/public', '../../home/public/inside'],
  ['plugins/security/public', '../../home/common'],
  ['core/server/http', '@sd/core/common'],
  // Plugins that plugin.json does not declare.
  ['plugins/security/public', '../../other/public'],
  ['examples/notes/public', '@sd/plugins/other/public'],
  // Imports across zones.
  ['plugins/security/common', '../public'],
  ['plugins/security/common', '@sd/core/public'],
  ['plugins/security/public', '../server'],
  ['plugins/security/public', '@sd/core/server'],
  ['plugins/security/server', '@sd/ui_kit'],
  ['examples/notes/public', '@sd/plugins/home/server'],
  ['core/public/http', '../../server/http/router'],
  ['core/common', '../../backend/api'],
  ['core/public/http', '../../../backend/embedded/storage'],
  // Packages.
  ['plugins/security/common', 'rxjs'],
  ['plugins/security/common', 'node:path'],
  ['plugins/security/public', 'node:fs'],
  ['plugins/security/public', 'fastify'],
  ['plugins/security/server', 'react'],
  ['core/server/http', 'webpack'],
  ['core/server/http', 'a-package-that-nobody-has'],
  // Tools and tests.
  ['core/server/http', '../../../dev/tool'],
  ['core/server/http', '../../../../tools/lib/random'],
  ['scripts/lib', '../../tools/lib/random'],
  ['backend/embedded/rest', '../../testing/samples'],
];

it('allows the imports of the table, and those that tests need', () => {
  const tests = filesOf(
    [
      ['plugins/security/public', '@sd/core/public/mocks'],
      ['plugins/security/public', '../../../dev/tool'],
      ['plugins/security/common', 'fastify'],
      ['backend/access', '../embedded/configuration_store/roles'],
    ],
    '.test.ts'
  );
  expect(check({ ...filesOf(ALLOWED), ...tests })).toEqual({ code: 0, problems: '' });
});

it('rejects all other imports and names the file', () => {
  const tests: Case[] = [
    ['plugins/security/public', '../../home/public/inside'],
    ['plugins/security/public', '@sd/core/server'],
  ];
  const { code, problems } = check({ ...filesOf(REFUSED), ...filesOf(tests, '.test.ts') });
  const files = [
    ...REFUSED.map((one, i) => nameOf(one, i)),
    ...tests.map((one, i) => nameOf(one, i, '.test.ts')),
  ];
  expect(files.filter((file) => !problems.includes(`Import boundary: ${file}\n`))).toEqual([]);
  expect(code).toBe(1);
});

it('recognizes every kind of import', () => {
  const kinds = {
    type: "import type { A } from '../public';\nexport type B = A;",
    export_from: "export { value } from '../public';",
    dynamic: "export const a = () => import('../public');",
    import_type: "export type A = import('../public').A;",
  };
  const { problems } = check(
    Object.fromEntries(
      Object.entries(kinds).map(([kind, text]) => [`src/plugins/security/server/${kind}.ts`, text])
    )
  );
  expect(
    problems.match(/(?<=Import boundary: src\/plugins\/security\/server\/).*(?=\.ts)/g)
  ).toEqual(expect.arrayContaining(Object.keys(kinds)));
});

it('reports cycles of files, and folders that import each other without a cycle of files', () => {
  const { code, problems } = check({
    'src/workers/a.ts': `import { b } from './b';\nexport type A = 1;\nexport const a = b;`,
    'src/workers/b.ts': `import type { A } from './a';\nexport const b: A = 1;`,
    'src/backend/embedded/configuration_store/a.ts': `import '../rest/deep/b';`,
    'src/backend/embedded/rest/deep/b.ts': VALUE,
    'src/backend/embedded/rest/c.ts': `import '../configuration_store/d';`,
    'src/backend/embedded/configuration_store/d.ts': VALUE,
  });
  expect(problems).toMatch(
    /src\/workers\/[ab]\.ts\n {4}-> src\/workers\/[ab]\.ts\n {4}-> src\/workers/
  );
  expect(problems).toContain(
    'Folder cycle: src/backend/embedded/configuration_store/a.ts -> src/backend/embedded/rest/deep/b.ts\n' +
      '    src/backend/embedded/rest/c.ts -> src/backend/embedded/configuration_store/d.ts\n'
  );
  expect(code).toBe(1);
});

describe('unused code', () => {
  const ROOT = path.resolve(__dirname, '..', '..', '..');

  let dir: string;

  beforeEach(() => {
    dir = temporaryFolder();
  });

  it('reports unused exports, files and dependencies, and no others', () => {
    const files = {
      'package.json': JSON.stringify({ dependencies: { lodash: '4.18.1', yaml: '2.9.1' } }),
      'src/dev/webpack/server_entry.ts': `import { used } from '../../core/used';\nused();`,
      'src/core/used.ts': `import lodash from 'lodash';\nexport const used = lodash.noop;\nexport const forgotten = 1;\nexport type Forgotten = 1;`,
      'src/core/left.ts': 'export const left = 1;',
      'src/core/used.test.ts': `import { tested } from './tested';\ntested();`,
      'src/core/tested.ts': 'export const tested = (): void => undefined;',
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
      writeFileSync(path.join(dir, name), text);
    }
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        path.join(ROOT, 'node_modules', 'knip', 'bin', 'knip.js'),
        '--config',
        path.join(ROOT, 'knip.config.js'),
        '--directory',
        dir,
        '--no-progress',
        '--no-config-hints',
        '--reporter',
        'compact',
      ],
      { encoding: 'utf8' }
    );
    expect(stdout.trim().split(/\s*\n\s*/)).toEqual([
      'Unused files (1)',
      'src/core/left.ts: src/core/left.ts',
      'Unused dependencies (1)',
      'package.json: yaml',
      'Unused exports (1)',
      'src/core/used.ts: forgotten',
      'Unused exported types (1)',
      'src/core/used.ts: Forgotten',
    ]);
    expect(status).toBe(1);
  });
});

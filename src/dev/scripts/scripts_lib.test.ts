import { satisfies, subset } from 'semver';
import { engines } from '../../../package.json';
import { nodeVersionProblem } from '../../../scripts/lib/node_version';
import { undocumentedNames } from '../../../scripts/lib/docs/api_reports';
import { takeOptions } from '../../../scripts/lib/args';
import {
  configuredPluginPaths,
  findPluginSet,
  readPlugin,
} from '../../../scripts/lib/plugins/find';
import { sourceHash } from '../../../scripts/lib/build/stamp';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';

let dir: string;
beforeEach(() => void (dir = temporaryFolder()));

describe('the version of Node', () => {
  it.each(['v20.19.0', 'v20.20.2', 'v22.13.0', 'v24.0.0', 'v26.0.0'])('accepts %s', (version) => {
    expect(nodeVersionProblem(version)).toBeUndefined();
    expect(satisfies(version, engines.node)).toBe(true);
  });
  it.each(['v22.12.0', 'v21.7.3', 'v23.4.0', 'v20.18.3', 'v18.20.0', 'v8.0.0'])(
    'rejects %s with one line',
    (version) => {
      expect(nodeVersionProblem(version)).toMatch(/^This is Node v\S+; [^\n]+$/);
      expect(satisfies(version, engines.node)).toBe(false);
    }
  );

  it('satisfies every installed package, so that npm ci prints no engine warning', () => {
    const lock = readFileSync(path.resolve(__dirname, '../../../package-lock.json'), 'utf8');
    const packages: Record<string, { engines?: { node?: string } }> = JSON.parse(lock).packages;
    const unsuited = Object.entries(packages)
      .filter(([, { engines: wanted }]) => !subset(engines.node, wanted?.node ?? '*'))
      .map(([place]) => place);
    expect(unsuited).toEqual([]);
  });
});

it('takes its own options and passes the others on', () => {
  const { flags, values, rest } = takeOptions(['--dev', '--only=a,b', '--only', 'c', '--x=1'], {
    flags: ['dev'],
    values: ['only'],
  });
  expect([...flags]).toEqual(['dev']);
  expect(values.get('only')).toEqual(['a,b', 'c']);
  expect(rest).toEqual(['--x=1']);
});

describe('plugins.paths', () => {
  it('is read from arguments, as a list or JSON', () => {
    expect(configuredPluginPaths(['--plugins.paths=/a,/b'])).toEqual(['/a', '/b']);
    expect(configuredPluginPaths(['--plugins.paths=["/a","/b"]'])).toEqual(['/a', '/b']);
  });

  it.each(['plugins:\n  paths: [/a, /b]\n', 'plugins.paths: [/a, /b]\n'])(
    'is read from the file %j',
    (text) => {
      const file = path.join(dir, 'x.yml');
      writeFileSync(file, text);
      expect(configuredPluginPaths([`--config=${file}`], {})).toEqual(['/a', '/b']);
    }
  );

  it('is read from the environment unless an argument overrides it', () => {
    const env = { SD_PLUGINS_PATHS: '/c, /d' };
    expect(configuredPluginPaths([], env)).toEqual(['/c', '/d']);
    expect(configuredPluginPaths(['--plugins.paths=/a'], env)).toEqual(['/a']);
  });

  it('is empty by default', () => {
    expect(configuredPluginPaths([`--config=${path.join(dir, 'none.yml')}`], {})).toEqual([]);
  });
});

it('rejects a manifest without a valid id', () => {
  writeFileSync(path.join(dir, 'plugin.json'), '{"id":"a-b"}');
  expect(() => readPlugin(dir)).toThrow(/"id" must be camelCase letters and digits, got "a-b"/);
});

it.each(['{"id": oops', 'null', '[1]'])('names the file of the invalid manifest %j', (text) => {
  const file = path.join(dir, 'plugin.json');
  writeFileSync(file, text);
  expect(() => readPlugin(dir)).toThrow(`${file}: `);
});

describe('the plugins of a development build', () => {
  const addPlugin = (name: string, manifest: object) => {
    mkdirSync(path.join(dir, name), { recursive: true });
    writeFileSync(path.join(dir, name, 'plugin.json'), JSON.stringify(manifest));
  };
  const idsOf = (paths: string[]) =>
    findPluginSet(paths).plugins.map(({ id }: { id: string }) => id);

  // @feature plugins/3
  it('exclude a plugin whose folder was deleted, and a configured folder without plugins', () => {
    addPlugin('one', { id: 'opsOne', server: true });
    addPlugin('two', { id: 'opsTwo', server: true });
    const both = findPluginSet([dir]);
    rmSync(path.join(dir, 'two'), { recursive: true });
    const one = findPluginSet([dir, path.join(dir, 'two')]);
    expect(idsOf([dir])).toContain('opsOne');
    expect(idsOf([dir])).not.toContain('opsTwo');
    expect(one.paths).toEqual([dir]);
    expect(one.key).not.toBe(both.key);
  });

  it('exclude a plugin with an invalid manifest, and report it in one line', () => {
    addPlugin('one', { id: 'opsOne', server: true });
    addPlugin('two', {});
    writeFileSync(path.join(dir, 'two', 'plugin.json'), '{"id":\noops');
    const problems: string[] = [];
    const { plugins } = findPluginSet([dir], (problem: string) => void problems.push(problem));
    expect(plugins.map(({ id }: { id: string }) => id)).toContain('opsOne');
    expect(problems).toEqual([
      expect.stringMatching(/two\/plugin\.json: is not valid JSON: .+ The plugin is left out\.$/),
    ]);
    expect(() => findPluginSet([dir])).toThrow(/two\/plugin\.json: is not valid JSON/);
  });

  it('get a new key when a manifest adds a part, and keep it otherwise', () => {
    addPlugin('one', { id: 'opsOne', server: true });
    const { key } = findPluginSet([dir]);
    addPlugin('one', { id: 'opsOne', server: true, version: '2' });
    expect(findPluginSet([dir]).key).toBe(key);
    addPlugin('one', { id: 'opsOne', server: true, ui: true });
    expect(findPluginSet([dir]).key).not.toBe(key);
  });
});

it('detects a changed source file, also of a plugin outside src, but not a changed test', () => {
  const before = sourceHash([dir]);
  expect(sourceHash([dir])).toBe(before);
  writeFileSync(path.join(dir, 'a.test.ts'), '');
  expect(sourceHash([dir])).toBe(before);
  mkdirSync(path.join(dir, 'public'));
  writeFileSync(path.join(dir, 'public', 'a.ts'), '');
  const after = sourceHash([dir]);
  expect(after).not.toBe(before);
  writeFileSync(path.join(dir, 'public', 'a.ts'), ' ');
  expect(sourceHash([dir])).not.toBe(after);
});

it('lists the undocumented names of an API report', () => {
  const report = `// @public (undocumented)
export interface Heron {
    // (undocumented)
    readonly colour: string;
    eat(fish: Fish): void;
    // @deprecated (undocumented)
    'data-legs': number;
}

// @public
export class Pond {
    // (undocumented)
    static readonly depth: number;
}

// @public (undocumented)
export const wade: (depth: number) => void;
`;
  expect(undocumentedNames(report)).toEqual([
    'Heron',
    'Heron.colour',
    'Heron.data-legs',
    'Pond.depth',
    'wade',
  ]);
});

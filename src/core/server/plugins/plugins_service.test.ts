import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { loadConfig } from '../config';
import { coreMock } from '../mocks';
import { parseManifest } from './plugin_discovery';
import { PluginsService } from './plugins_service';
import type { CoreSetup } from './types';
import {
  folder,
  addPlugin,
  type Modules,
  createService,
  CORE_START,
  preparePluginFolder,
} from './mocks';

preparePluginFolder();

const privilegesOf = async (service: PluginsService) => {
  const byPlugin: Record<string, readonly string[]> = {};
  await service.setup((id, privileges) => {
    byPlugin[id] = privileges;
    return { ...coreMock.createSetup().core, started: Promise.resolve(CORE_START) };
  });
  return byPlugin;
};

describe('privileges', () => {
  const privileges = ['backend'];

  it('are needed for a route about connected clusters', async () => {
    addPlugin('security', { privileges });
    addPlugin('other');
    const outcomes: Record<string, unknown> = {};
    const declaring = (id: string): Modules[string] => ({
      instance: {
        setup: ({ http }: CoreSetup) => {
          const options = { access: 'user', forClusters: true } as const;
          const route = { path: `/api/${id}`, validate: false, options } as const;
          try {
            http.createRouter().get(route, (_request, response) => response.ok());
            outcomes[id] = 'declared';
          } catch (error) {
            outcomes[id] = String(error);
          }
          return {};
        },
      },
    });
    const { service } = await createService({
      security: declaring('security'),
      other: declaring('other'),
    });
    await service.discover();
    await privilegesOf(service);
    expect(outcomes).toEqual({
      security: 'declared',
      other: expect.stringContaining('/api/other declares "forClusters"'),
    });
  });

  it('are granted if the manifest of a plugin of the product requests them', async () => {
    addPlugin('security', { privileges });
    addPlugin('other');
    const { service } = await createService();
    await service.discover();
    expect(await privilegesOf(service)).toEqual({ security: ['backend'], other: [] });
  });

  it.each([
    ['another plugin of the product', 'other', ['plugins', 'other']],
    ['a plugin from outside under the same id', 'security', ['elsewhere', 'security']],
    ['a plugin inside a plugin of the product', 'security', ['plugins', 'other', 'security']],
  ])('are denied to %s', async (_what, id, path) => {
    addPlugin(id, { privileges }, join(folder, ...path));
    const { service } = await createService({}, [], [join(folder, ...path)]);
    await expect(service.discover()).rejects.toThrow(
      `Plugin "${id}" asks for the privilege "backend", which only these plugins of the product have: security, alarms, clusters, findings, requests.`
    );
  });

  it('are rejected if unknown', async () => {
    addPlugin('security', { privileges: ['everything'] });
    const { service, log } = await createService();
    expect((await service.discover()).ids).toEqual([]);
    expect(log.error).toHaveBeenCalledWith(
      expect.stringContaining(
        'The "privileges" in plugin manifest for "security" should be an array of known privileges.'
      )
    );
  });

  it('have no effect in a manifest of OpenSearch Dashboards', async () => {
    const dir = join(folder, 'plugins', 'security');
    mkdirSync(dir, { recursive: true });
    const manifest = { id: 'security', version: '1.0.0', server: true, privileges };
    writeFileSync(join(dir, 'opensearch_dashboards.json'), JSON.stringify(manifest));
    const { service, log } = await createService();
    await service.discover();
    expect(await privilegesOf(service)).toEqual({ security: [] });
    expect(log.warn).toHaveBeenCalledWith(expect.stringContaining('ignored: privileges.'));
  });
});

describe('plugin manifests', () => {
  const parse = (raw: unknown) =>
    parseManifest(raw, { productName: 'Security Dashboards', productVersion: '1.2.3-SNAPSHOT' });

  it('are filled with defaults', () => {
    expect(parse({ id: 'myPluginTwo', version: '1', server: true })).toEqual({
      id: 'myPluginTwo',
      version: '1',
      configPath: 'my_plugin_two',
      moreConfigPaths: [],
      requiredPlugins: [],
      optionalPlugins: [],
      server: true,
      ui: false,
    });
    expect(
      parse({ id: 'a', version: '1', ui: true, configPath: ['x', 'y'], kibanaVersion: '1.2.3' })
        .configPath
    ).toBe('x.y');
  });

  it.each([
    [{}, 'Plugin manifest must contain an "id" property.'],
    [{ id: 'a.b' }, 'Plugin "id" must not include `.` characters.'],
    [{ id: '../x', version: '1' }, 'Plugin "id" must not include `.` characters.'],
    [{ id: 'a/b' }, 'Plugin "id" must be letters and digits'],
    [{ id: 'a' }, 'Plugin manifest for "a" must contain a "version" property.'],
    [
      { id: 'a', version: '1', kibanaVersion: '2.0.0' },
      'Plugin "a" is only compatible with Security Dashboards version "2.0.0", but used Security Dashboards version is "1.2.3-SNAPSHOT".',
    ],
    [
      { id: 'a', version: '1', configPath: 1 },
      'The "configPath" in plugin manifest for "a" should either be a string or an array of strings.',
    ],
    [
      { id: 'a', version: '1', ui: false },
      'Both "server" and "ui" are missing or set to "false" in plugin manifest for "a", but at least one of these must be set to "true".',
    ],
    [
      { id: 'a', version: '1', ui: true, x: 1, y: 2 },
      'Manifest for plugin "a" contains the following unrecognized properties: x,y.',
    ],
    [
      { id: 'a', version: '1', ui: true, requiredPlugins: 'b' },
      'The "requiredPlugins" in plugin manifest for "a" should be an array of strings.',
    ],
  ])('reject %j: %s', (raw, message) => {
    expect(() => parse(raw)).toThrow(message);
  });
});

describe('plugin discovery', () => {
  it('sorts plugins by their dependencies and passes only plugins with a UI to the browser', async () => {
    addPlugin('alpha', { requiredPlugins: ['zulu'], optionalPlugins: ['mike', 'absent'] });
    addPlugin('mike', { ui: false });
    addPlugin('zulu');
    const { service } = await createService();
    const { ids } = await service.discover();
    expect(ids).toEqual(['mike', 'zulu', 'alpha']);
    expect(
      service.uiPlugins.map(({ manifest }) => [
        manifest.id,
        manifest.requiredPlugins,
        manifest.optionalPlugins,
      ])
    ).toEqual([
      ['zulu', [], []],
      ['alpha', ['zulu'], []],
    ]);
  });

  it('finds plugins in other folders and rejects a duplicate id', async () => {
    addPlugin('own');
    addPlugin('other', {}, join(folder, 'elsewhere', 'nested'));
    const single = await createService({}, [], [join(folder, 'elsewhere', 'nested')]);
    expect((await single.service.discover()).ids).toEqual(['other', 'own']);
    const parent = await createService({}, [], [join(folder, 'elsewhere')]);
    expect((await parent.service.discover()).ids).toEqual(['other', 'own']);
    addPlugin('own', {}, join(folder, 'elsewhere', 'again'));
    const clash = await createService({}, [], [join(folder, 'elsewhere')]);
    await expect(clash.service.discover()).rejects.toThrow(
      /^Failed to initialize plugins:\n\tPlugin with id "own" is already registered!/
    );
    const none = await createService({}, [], ['/nowhere']);
    await expect(none.service.discover()).rejects.toThrow(
      'plugins.paths: there is no plugin in /nowhere.'
    );
  });

  it.each(['opensearch_dashboards.json', 'kibana.json'])(
    'reads %s, and logs its unknown keys in one line',
    async (name) => {
      const dir = join(folder, 'plugins', 'old');
      mkdirSync(dir, { recursive: true });
      const keys = {
        id: 'old',
        version: '7.9.2',
        kibanaVersion: '7.9.2',
        requiredBundles: ['kibanaReact'],
        server: true,
        ui: true,
      };
      writeFileSync(join(dir, name), JSON.stringify(keys));
      const { service, log } = await createService();
      expect((await service.discover()).ids).toEqual(['old']);
      expect(log.warn.mock.calls).toEqual([
        [
          `Plugin "old": ${join(dir, name)} has keys that mean nothing here and are ignored: kibanaVersion, requiredBundles.`,
        ],
      ]);
    }
  );

  // @feature plugins/1
  it.each<[string, object | string, RegExp]>([
    ['has an unknown key', { what: 1 }, /contains the following unrecognized properties: what\./],
    [
      'is for another version',
      { kibanaVersion: '9.0.0' },
      /is only compatible with Security Dashboards/,
    ],
    ['names no version', { version: undefined }, /must contain a "version" property\./],
    ['has no part', { server: false, ui: false }, /Both "server" and "ui" are missing/],
  ])('leaves out a plugin whose manifest %s, and starts the others', async (_what, more, fault) => {
    addPlugin('bad_one', more as object);
    addPlugin('good');
    addPlugin('user', { requiredPlugins: ['bad_one'] });
    const { service, log, config } = await createService({}, [['bad_one.colour', 'red']]);
    expect((await service.discover()).ids).toEqual(['good']);
    expect(service.leftOutIds).toEqual(['bad_one']);
    expect(log.error.mock.calls).toEqual([
      ['Plugin "bad_one" is left out.'],
      [expect.stringMatching(/^Failed to initialize plugins:\n\t/)],
    ]);
    expect(log.error.mock.calls[1]?.[0]).toMatch(fault);
    expect(log.error.mock.calls[1]?.[0]).toContain(join(folder, 'plugins', 'bad_one'));
    expect(log.warn).toHaveBeenCalledWith('Plugin "user" is left out.');
    expect(() => config.assertValid()).not.toThrow();
  });

  it('names the file and the fault of a manifest that is not JSON, and starts the other plugins', async () => {
    addPlugin('good');
    const dir = join(folder, 'plugins', 'fieldTrip');
    mkdirSync(dir);
    writeFileSync(join(dir, 'plugin.json'), '{"id": "fieldTrip", oops');
    const { service, log, config } = await createService({}, [['field_trip.colour', 'red']]);
    expect((await service.discover()).ids).toEqual(['good']);
    expect(log.error.mock.calls).toEqual([
      [`The plugin in ${dir} is left out.`],
      [expect.stringMatching(/^Failed to initialize plugins:\n\t/)],
    ]);
    expect(log.error.mock.calls[1]?.[0]).toMatch(
      /Plugin manifest \S+plugin\.json is not valid JSON: Expected .*position 20/
    );
    expect(() => config.assertValid()).not.toThrow();
  });

  it('does not report the manifest of a disabled plugin', async () => {
    addPlugin('bad', { what: 1 });
    const { service, log } = await createService({}, [['bad.enabled', 'false']]);
    await service.discover();
    expect(service.leftOutIds).toEqual([]);
    expect(log.error).not.toHaveBeenCalled();
  });

  it('leaves out a plugin whose manifest cannot be read', async () => {
    addPlugin('good');
    mkdirSync(join(folder, 'plugins', 'odd', 'plugin.json'), { recursive: true });
    const { service, log } = await createService();
    expect((await service.discover()).ids).toEqual(['good']);
    expect(log.error.mock.calls[1]?.[0]).toMatch(/plugin\.json cannot be read: EISDIR/);
  });

  it('rejects cycles', async () => {
    addPlugin('a', { requiredPlugins: ['b'] });
    addPlugin('b', { optionalPlugins: ['a'] });
    const { service } = await createService();
    await expect(service.discover()).rejects.toThrow(
      'Topological ordering of plugins did not complete, these plugins have cyclic or missing dependencies: ["a","b"]'
    );
  });

  it('leaves out disabled plugins and, with a log message, their dependents', async () => {
    addPlugin('a', { configPath: 'section_a' });
    addPlugin('b', { requiredPlugins: ['a'] });
    addPlugin('c', { requiredPlugins: ['b'] });
    addPlugin('d', { optionalPlugins: ['a'] });
    const { service, log, config } = await createService({}, [
      ['section_a.enabled', 'false'],
      ['section_a.more', '1'],
    ]);
    expect((await service.discover()).ids).toEqual(['d']);
    expect(log.warn.mock.calls).toEqual([
      ['Plugin "b" is left out.'],
      [
        'Plugin "b" has been disabled since the following direct or transitive dependencies are missing or disabled: [a]',
        { plugin: 'b' },
      ],
      ['Plugin "c" is left out.'],
      [
        'Plugin "c" has been disabled since the following direct or transitive dependencies are missing or disabled: [b]',
        { plugin: 'c' },
      ],
    ]);
    expect(() => config.assertValid()).not.toThrow();
  });

  describe('with further sections', () => {
    const text = () => Type.String({ default: 'none' });
    const schema = Type.Object({
      title: text(),
      names: Type.Object({ first: text() }),
      places: Type.Object({ first: text() }),
    });
    const validate = jest.fn<readonly string[], [unknown]>(() => []);
    const add = () =>
      addPlugin('a', { moreConfigPaths: ['shop.names', 'places'], optionalPlugins: ['shop'] });
    const shop = { config: { schema: Type.Object({ open: text() }) } };

    it('names a section that the schema lacks', async () => {
      add();
      addPlugin('shop');
      const config = { schema: Type.Object({ names: Type.Object({ first: text() }) }) };
      const { service } = await createService({ shop, a: { config } as never }, []);
      await expect(service.discover()).rejects.toThrow(
        'moreConfigPaths names "places", but the schema has no "places".'
      );
    });

    it('reads them as properties of one configuration, also within the section of another', async () => {
      add();
      addPlugin('shop');
      const read = jest.fn();
      const plugin = ({ config }: { readonly config: { get(): unknown } }) => ({
        setup: () => read(config.get()),
        start: () => undefined,
      });
      const { service, config } = await createService(
        { shop, a: { config: { schema, validate }, plugin } as never },
        [
          ['a.title', 'T'],
          ['shop.names.first', 'N'],
          ['shop.open', 'always'],
        ]
      );
      await service.discover();
      expect(() => config.assertValid()).not.toThrow();
      await service.setup(() => ({}) as never);
      const whole = { enabled: true, title: 'T', names: { first: 'N' }, places: { first: 'none' } };
      expect(read).toHaveBeenCalledWith(whole);
      expect(validate).toHaveBeenCalledWith(whole);
      expect(config.get('shop')).toEqual({ enabled: true, open: 'always' });
    });

    it('refuses unknown keys of them, and reads none while the plugin is off', async () => {
      add();
      const keys = (...more: [string, string][]): [string, string][] => [
        ['shop.names.last', 'N'],
        ...more,
      ];
      const on = await createService({ a: { config: { schema } } }, keys());
      await on.service.discover();
      expect(() => on.config.assertValid()).toThrow(/"shop\.names\.last"/);
      const off = await createService({ a: { config: { schema } } }, keys(['a.enabled', 'false']));
      await off.service.discover();
      expect(() => off.config.assertValid()).not.toThrow();
    });
  });

  it('validates the configuration of plugins and exposes only the named keys', async () => {
    addPlugin('a');
    const schema = Type.Object({
      title: Type.String({ default: 'T' }),
      secret: Type.String({ default: 'S' }),
      auth: Type.Object({
        type: Type.String({ default: 'basic' }),
        forbidden: Type.String({ default: 'F' }),
      }),
    });
    const modules: Modules = {
      a: { config: { schema, exposeToBrowser: { title: true, auth: ['type'] } } },
    };
    const good = await createService(modules, [['a.title', 'mine']]);
    await good.service.discover();
    expect(good.service.uiPlugins[0]?.config).toEqual({
      title: 'mine',
      auth: { type: 'basic' },
    });
    const bad = await createService(modules, [['a.tilte', 'mine']]);
    await bad.service.discover();
    expect(() => bad.config.assertValid()).toThrow('"a.tilte" (did you mean "a.title"?)');
  });

  it('explains what to do if a plugin is not built', async () => {
    addPlugin('a');
    const { config } = await loadConfig({
      args: { configFiles: [], settings: [] },
      env: {},
      root: folder,
    });
    const service = new PluginsService({
      config,
      log: coreMock.createLogger(),
      env: { version: '1', productName: 'K', dataPath: '', dev: false, demo: false },
      searchFolders: [join(folder, 'plugins')],
      pluginPaths: [],
      isInitialized: true,
      buildFolder: folder,
      root: folder,
    });
    await expect(service.discover()).rejects.toThrow(
      `Plugin "a" is not built: there is no ${join(folder, 'a.js')}. Run npm run build`
    );
    writeFileSync(
      join(folder, 'a.js'),
      'exports.plugin = () => ({ setup() { return "from the file"; }, start() {} });'
    );
    expect((await service.discover()).ids).toEqual(['a']);
  });
});

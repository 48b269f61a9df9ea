import {
  createPluginsService as createService,
  recordingPlugin as recorder,
  uiPlugin,
} from '../../../../test/helpers/browser_plugins';
import { allowConsole } from '../../../../test/helpers/console_guard';
import { loadPluginScripts } from './plugin_scripts';
import type { CoreSetup } from './types';
import { PluginWrapper } from './plugin_wrapper';

describe('loadPluginScripts', () => {
  it('adds each URL once, in parallel, and resolves whether scripts load or fail', async () => {
    allowConsole(/Script of a plugin failed to load: .*b\.js/);
    const plugins = [
      { ...uiPlugin('a'), scripts: ['/x/shared.js', '/x/a.js'] },
      { ...uiPlugin('b'), scripts: ['/x/shared.js', '/x/b.js'] },
    ];
    const loading = Promise.all([loadPluginScripts(plugins), loadPluginScripts(plugins)]);
    const scripts = [...document.head.querySelectorAll('script')];
    expect(scripts.map((script) => new URL(script.src).pathname)).toEqual([
      '/x/shared.js',
      '/x/a.js',
      '/x/b.js',
    ]);
    expect(scripts.every((script) => script.async)).toBe(true);
    scripts.forEach((script, index) =>
      script.dispatchEvent(new Event(index === 2 ? 'error' : 'load'))
    );
    await expect(loading).resolves.toBeDefined();
  });
});

describe('plugin setup', () => {
  // @spec 14.3/1
  it('runs plugins sequentially in the given order, with the contracts of their dependencies', async () => {
    const order: string[] = [];
    const a = recorder(order, 'a', { setup: 'a setup', start: 'a start' });
    const b = recorder(order, 'b', { setup: 'b setup' });
    const c = recorder(order, 'c');
    const { service, loadScripts, coreSetup, coreStart } = createService(
      [
        uiPlugin('a'),
        uiPlugin('b', { required: ['a'] }),
        uiPlugin('c', { required: ['a'], optional: ['b', 'nobody'] }),
      ],
      { 'plugin/a': a, 'plugin/b': b, 'plugin/c': c }
    );
    a.setup.mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push('setup a');
      return 'a setup' as never;
    });
    const { contracts } = await service.setup(coreSetup);
    expect(loadScripts).toHaveBeenCalledTimes(3);
    expect(order).toEqual(['setup a', 'setup b', 'setup c']);
    expect([...contracts]).toEqual([
      ['a', 'a setup'],
      ['b', 'b setup'],
      ['c', undefined],
    ]);
    expect(c.setup.mock.lastCall![1]).toEqual({ a: 'a setup', b: 'b setup' });
    expect(Object.hasOwn(c.setup.mock.lastCall![1] as object, 'nobody')).toBe(false);
    expect(a.setup.mock.lastCall![1]).toEqual({});

    await service.start(coreStart);
    expect(b.start.mock.lastCall![1]).toEqual({ a: 'a start' });
    service.stop();
    expect(order.slice(3)).toEqual(['start a', 'start b', 'start c', 'stop c', 'stop b', 'stop a']);
  });

  // @spec 14.1/1
  it('passes identity, environment and exposed configuration to the initializer', async () => {
    const a = recorder([], 'a');
    const b = recorder([], 'b');
    const { service, coreSetup } = createService(
      [uiPlugin('a', { config: { multitenancy: true } }), uiPlugin('b')],
      { 'plugin/a': a, 'plugin/b': b }
    );
    await service.setup(coreSetup);
    const context = a.plugin.mock.lastCall![0];
    expect(context.opaqueId.toString()).toBe('Symbol(a)');
    expect(context.config.get()).toEqual({ multitenancy: true });
    expect(context.env.mode.dev).toBe(true);
    expect(b.plugin.mock.lastCall![0].config.get()).toEqual({});
  });

  it('registers apps under the identity of the plugin', async () => {
    const a = recorder([], 'a');
    const { service, coreSetup } = createService([uiPlugin('a')], { 'plugin/a': a });
    const app = { id: 'app', title: 'App', mount: () => () => undefined };
    a.setup.mockImplementation((core) => {
      (core as CoreSetup).application.register(app);
      expect(Object.keys((core as CoreSetup).injectedMetadata)).toEqual([
        'getInjectedVar',
        'getOutage',
        'getBranding',
      ]);
    });
    await service.setup(coreSetup);
    const opaqueId = [...service.getOpaqueIds().keys()][0];
    expect(coreSetup.application.register).toHaveBeenCalledWith(app, opaqueId);
  });
});

describe('start services', () => {
  // @spec 2.3/1, 2.3/2
  it("resolve after the plugin's own start, with core, dependencies and own contract", async () => {
    const a = recorder([], 'a', { start: 'a start' });
    const b = recorder([], 'b');
    const { service, coreSetup, coreStart } = createService(
      [uiPlugin('a'), uiPlugin('b', { required: ['a'] })],
      { 'plugin/a': a, 'plugin/b': b }
    );
    const recorded: unknown[] = [];
    b.setup.mockImplementation((core) => {
      void (core as CoreSetup).getStartServices().then((services) => recorded.push(...services));
    });
    let finishStart!: (contract: string) => void;
    b.start.mockReturnValue(new Promise((resolve) => (finishStart = resolve)) as never);
    await service.setup(coreSetup);
    const starting = service.start(coreStart);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(recorded).toEqual([]);
    finishStart('b start');
    await starting;
    const core = b.start.mock.lastCall![0] as Record<string, Record<string, unknown>>;
    expect(recorded).toEqual([core, { a: 'a start' }, 'b start']);
    expect(core['chrome']).not.toHaveProperty('getHeaderComponent');
    expect(core['application']).not.toHaveProperty('getComponent');
    expect(core['application']).not.toHaveProperty('history');
  });
});

describe('plugin lifecycle order', () => {
  // @spec 4/41, 8/33, 8/34, 14.3/7
  it('throws if start or stop runs before setup', async () => {
    const { PluginWrapper } = await import('./plugin_wrapper');
    const wrapper = new PluginWrapper(
      uiPlugin('a').plugin,
      Symbol('a'),
      () => recorder([], 'a').plugin,
      {} as never
    );
    await expect(wrapper.start({} as never, {})).rejects.toThrow(
      `Plugin "a" can't be started since it isn't set up.`
    );
    expect(() => wrapper.stop()).toThrow(`Plugin "a" can't be stopped since it isn't set up.`);
  });

  // @spec 14.3/8
  it('skips plugins without stop, and stops the others after one that throws', async () => {
    allowConsole(/Plugin "b" failed to stop\. .*stop broke/);
    const order: string[] = [];
    const a = recorder(order, 'a');
    const b = recorder(order, 'b');
    b.stop.mockImplementation(() => {
      order.push('stop b');
      throw new Error('stop broke');
    });
    const c = { plugin: () => ({ setup: () => undefined, start: () => undefined }) };
    const { service, coreSetup } = createService([uiPlugin('a'), uiPlugin('b'), uiPlugin('c')], {
      'plugin/a': a,
      'plugin/b': b,
      'plugin/c': c,
    });
    await service.setup(coreSetup);
    service.stop();
    service.stop();
    expect(order).toEqual(['setup a', 'setup b', 'stop b', 'stop a']);
  });

  it("exposes the opaque ids of each plugin's dependencies", () => {
    const { service } = createService(
      [uiPlugin('a'), uiPlugin('b', { required: ['a'], optional: ['nobody'] })],
      {}
    );
    const ids = [...service.getOpaqueIds()];
    expect(ids.map(([, deps]) => deps.map(String))).toEqual([[], ['Symbol(a)']]);
  });
});

// @spec 14.3/4
it('initializes the plugin once, at setup, with its context', async () => {
  const initializer = jest.fn(() => ({ setup: () => 'contract', start: () => undefined }));
  const context = { opaqueId: Symbol('a') };
  const plugin = new PluginWrapper(
    { id: 'a', requiredPlugins: [], optionalPlugins: [] },
    context.opaqueId,
    () => initializer,
    context as never
  );
  expect(initializer).not.toHaveBeenCalled();
  expect(await plugin.setup({} as never, {})).toBe('contract');
  await plugin.start({} as never, {});
  expect(initializer.mock.calls).toEqual([[context]]);
});

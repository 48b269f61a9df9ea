/** Setup, start and stop of plugins, including failures. */
import { join } from 'node:path';
import { coreMock } from '../mocks';
import type { PluginsService } from './plugins_service';
import type { CoreSetup, CoreStart, Plugin } from './types';
import {
  addPlugin,
  folder,
  type Modules,
  createService,
  CORE_START,
  preparePluginFolder,
} from './mocks';

preparePluginFolder();

const setupAll = (service: PluginsService, started = Promise.resolve(CORE_START)) =>
  service.setup(() => ({ ...coreMock.createSetup().core, started }));
const startAll = (service: PluginsService) => service.start(CORE_START);
/** As in the server: start services resolve after all plugins have started. */
async function runAll(service: PluginsService): Promise<void> {
  let reportStarted: (start: CoreStart) => void = () => undefined;
  await setupAll(service, new Promise((resolve) => (reportStarted = resolve)));
  await startAll(service);
  reportStarted(CORE_START);
  await new Promise((resolve) => setImmediate(resolve));
}

const fail = (message: string) => () => {
  throw new Error(message);
};
const never = () => new Promise<never>(() => undefined);

describe('plugin lifecycle', () => {
  it('runs setup and start in order with the contracts of dependencies, and stop in reverse', async () => {
    addPlugin('a', { requiredPlugins: ['b'], optionalPlugins: ['c'] });
    addPlugin('b');
    addPlugin('c', { ui: true, server: false });
    addPlugin('d', { requiredPlugins: [] });
    const calls: unknown[] = [];
    const instance = (id: string): Partial<Plugin> => ({
      setup: (_core, plugins) => {
        calls.push(['setup', id, plugins]);
        return `${id} setup`;
      },
      start: async (_core, plugins) => {
        calls.push(['start', id, plugins]);
        return `${id} start`;
      },
      stop: () => {
        calls.push(['stop', id]);
        if (id === 'd') throw new Error('cannot stop');
      },
    });
    const { service, log } = await createService({
      a: { instance: instance('a') },
      b: { instance: instance('b') },
      d: { instance: instance('d') },
    });
    await service.discover();
    await setupAll(service);
    await startAll(service);
    await service.stop();
    expect(calls).toEqual([
      ['setup', 'b', {}],
      ['setup', 'a', { b: 'b setup' }],
      ['setup', 'd', {}],
      ['start', 'b', {}],
      ['start', 'a', { b: 'b start' }],
      ['start', 'd', {}],
      ['stop', 'd'],
      ['stop', 'a'],
      ['stop', 'b'],
    ]);
    expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ message: 'cannot stop' }), {
      plugin: 'd',
    });
  });

  it('does not run plugins that require a plugin without a server part that is left out', async () => {
    addPlugin('a');
    addPlugin('b', { requiredPlugins: ['a'], server: false });
    addPlugin('c', { requiredPlugins: ['b'] });
    const setup = jest.fn();
    const { service } = await createService({
      a: { instance: { setup: fail('it broke') } },
      c: { instance: { setup } },
    });
    await service.discover();
    await setupAll(service);
    expect(service.leftOutIds).toEqual(['a', 'b', 'c']);
    expect(setup).not.toHaveBeenCalled();
  });
});

describe('a failing plugin', () => {
  const limit = (phase: string) =>
    `${phase} lifecycle of "a" plugin wasn't completed in 0.04sec. Consider disabling the plugin and re-start.`;
  const FAILURES: Array<[string, Modules[string], string]> = [
    ['is no function', { plugin: 1 as never }, 'Definition of plugin "a" should be a function.'],
    [
      'has no setup',
      { instance: { setup: undefined } },
      'Instance of plugin "a" does not define "setup" function.',
    ],
    [
      'has no start',
      { instance: { start: undefined } },
      'Instance of plugin "a" does not define "start" function.',
    ],
    ['throws when made', { plugin: fail('made badly') }, 'made badly'],
    ['throws in setup', { instance: { setup: fail('it broke') } }, 'it broke'],
    [
      'rejects in setup',
      { instance: { setup: () => Promise.reject(new Error('it broke')) } },
      'it broke',
    ],
    ['hangs in setup', { instance: { setup: never } }, limit('Setup')],
    ['throws in start', { instance: { start: fail('it broke') } }, 'it broke'],
    ['hangs in start', { instance: { start: never } }, limit('Start')],
  ];

  it.each(FAILURES)(
    'that %s is logged and left out of server and browser, while others continue',
    async (...failure) => {
      const [, module, message] = failure;
      addPlugin('a');
      addPlugin('b', { optionalPlugins: ['a'] });
      const start = jest.fn(() => 'b start');
      const { service, log } = await createService({ a: module, b: { instance: { start } } });
      await service.discover();
      await setupAll(service);
      await startAll(service);
      expect(start).toHaveBeenCalledWith(expect.anything(), {});
      expect(log.error.mock.calls).toEqual([
        ['Plugin "a" is left out.'],
        [expect.objectContaining({ message }), { plugin: 'a' }],
      ]);
      expect(service.leftOutIds).toEqual(['a']);
      expect(
        service.uiPlugins.map(({ manifest }) => [manifest.id, manifest.optionalPlugins])
      ).toEqual([['b', []]]);
    }
  );

  it.each(FAILURES)('that %s prevents the start if it is essential', async (...failure) => {
    const [, module, message] = failure;
    addPlugin('a');
    const { service } = await createService({ a: { ...module, isEssential: true } });
    await service.discover();
    expect(service.hasEssential).toBe(true);
    await expect(setupAll(service).then(() => startAll(service))).rejects.toThrow(message);
  });

  it('disables its direct and transitive dependents, and stops each one whose setup had begun', async () => {
    addPlugin('a');
    addPlugin('b', { requiredPlugins: ['a'] });
    addPlugin('c', { requiredPlugins: ['b'] });
    addPlugin('d', { optionalPlugins: ['b'] });
    const calls: string[] = [];
    const recorded = (id: string, more: Partial<Plugin> = {}) => ({
      instance: {
        setup: () => void calls.push(`setup ${id}`),
        start: () => void calls.push(`start ${id}`),
        stop: () => void calls.push(`stop ${id}`),
        ...more,
      },
    });
    const { service, log } = await createService({
      a: recorded('a', { start: fail('it broke') }),
      b: recorded('b'),
      c: recorded('c'),
      d: recorded('d'),
    });
    await service.discover();
    await setupAll(service);
    await startAll(service);
    expect(calls).toEqual(['setup a', 'setup b', 'setup c', 'setup d', 'start d']);
    expect(log.error).toHaveBeenCalledWith(
      expect.objectContaining({
        message:
          'Plugin "c" has been disabled since the following direct or transitive dependencies are missing or disabled: [b]',
      }),
      { plugin: 'c' }
    );
    await service.stop();
    expect(calls.slice(5)).toEqual(['stop d', 'stop c', 'stop b', 'stop a']);
  });

  it('is left out if its file fails to load, and its configuration section is not checked', async () => {
    addPlugin('a');
    const { service, config } = await createService({}, [['a.title', 'mine']], [], () => {
      throw new Error('Cannot find module "left-pad"');
    });
    await service.discover();
    expect(service.leftOutIds).toEqual(['a']);
    expect(service.uiPlugins).toEqual([]);
    expect(() => config.assertValid()).not.toThrow();
    expect(service.hasEssential).toBe(false);
  });

  it('gives start services with the contracts of dependencies and its own, after all plugins have started', async () => {
    addPlugin('a', { requiredPlugins: ['b'], optionalPlugins: ['gone'] });
    addPlugin('b');
    const received: unknown[] = [];
    const { service } = await createService({
      a: {
        instance: {
          setup: (core: CoreSetup) =>
            void core.getStartServices().then((services) => received.push(...services)),
          start: () => 'a start',
        },
      },
      b: { instance: { start: () => 'b start' } },
    });
    await service.discover();
    await runAll(service);
    expect(received).toEqual([CORE_START, { b: 'b start' }, 'a start']);
  });

  it('never settles its own getStartServices, and does not end the process', async () => {
    addPlugin('a');
    addPlugin('b');
    const settled: string[] = [];
    const waiting = (id: string, more: Partial<Plugin> = {}) => ({
      instance: {
        setup: (core: CoreSetup) => {
          void core.getStartServices().then(
            () => settled.push(`${id} resolved`),
            () => settled.push(`${id} rejected`)
          );
        },
        ...more,
      },
    });
    const { service } = await createService({
      a: waiting('a', { start: fail('it broke') }),
      b: waiting('b'),
    });
    await service.discover();
    await runAll(service);
    expect(settled).toEqual(['b resolved']);
  });
});

describe('an error that a plugin does not catch later', () => {
  const thrownLater = () => {
    const error = new Error('late');
    const file = join(folder, 'plugins', 'a', 'server.js');
    error.stack = `Error: late\n    at poll (${file}:3:1)\n    at listOnTimeout (node:internal/timers:1:1)`;
    return error;
  };

  it.each([
    [false, true],
    [true, false],
  ])('is survived unless the plugin is essential: %s', async (isEssential, isSurvived) => {
    addPlugin('a');
    const { service, log } = await createService({ a: { isEssential } });
    await service.discover();
    await setupAll(service);
    const error = thrownLater();
    expect(service.handleLateError(error)).toBe(isSurvived);
    expect(log.error.mock.calls).toEqual(
      isSurvived
        ? [
            ['Plugin "a" did not catch an error. The server keeps running.'],
            [error, { plugin: 'a' }],
          ]
        : []
    );
    expect(service.handleLateError(new Error('of core'))).toBe(false);
  });

  it('shows where core called the plugin', async () => {
    addPlugin('a');
    const stacks: string[] = [];
    const { service } = await createService({
      a: { instance: { setup: () => void stacks.push(new Error('x').stack ?? '') } },
    });
    await service.discover();
    await setupAll(service);
    expect(stacks[0]).toMatch(/\n {4}at call(Of)?Plugin \(/);
  });
});

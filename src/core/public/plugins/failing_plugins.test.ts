/** Plugins that fail are left out with those that require them; the others keep working. */
import {
  createPluginsService,
  recordingPlugin,
  uiPlugin,
} from '../../../../test/helpers/browser_plugins';
import { allowConsole } from '../../../../test/helpers/console_guard';
import { PLUGIN_LIFECYCLE_LIMIT_MS } from './plugins_service';
import type { CoreSetup } from './types';

const LEFT_OUT = /Plugin "\w+" is left out/;
const withSteps = (steps: Record<string, unknown>) => ({
  plugin: () => ({ setup: () => undefined, start: () => undefined, ...steps }),
});
const fail = (message: string) => () => {
  throw new Error(message);
};
const never = () => new Promise<never>(() => undefined);

beforeEach(() => allowConsole(LEFT_OUT));

describe('a failing plugin', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['throws when made', { 'plugin/a': { plugin: fail('made badly') } }, 'made badly'],
    ['throws in setup', { 'plugin/a': withSteps({ setup: fail('setup broke') }) }, 'setup broke'],
    [
      'rejects in setup',
      { 'plugin/a': withSteps({ setup: () => Promise.reject('no error object') }) },
      'no error object',
    ],
    ['throws in start', { 'plugin/a': withSteps({ start: fail('start broke') }) }, 'start broke'],
    [
      'rejects in start',
      { 'plugin/a': withSteps({ start: () => Promise.reject(new Error('start broke')) }) },
      'start broke',
    ],
  ])(
    'that %s is logged and reported, loses its apps, and does not affect others',
    async (_how, modules, text) => {
      const log = jest.spyOn(console, 'error');
      const b = recordingPlugin([], 'b', { start: 'b start' });
      const { service, coreSetup, coreStart, toasts } = createPluginsService(
        [uiPlugin('a'), uiPlugin('b', { optional: ['a'] })],
        { ...modules, 'plugin/b': b }
      );
      await service.setup(coreSetup);
      expect(toasts.addError).not.toHaveBeenCalled();
      const { contracts } = await service.start(coreStart);

      expect([...contracts]).toEqual([['b', 'b start']]);
      expect(Object.hasOwn(b.start.mock.lastCall![1] as object, 'a')).toBe(false);
      expect(log.mock.calls).toEqual([
        ['Plugin "a" is left out.', expect.objectContaining({ message: text })],
      ]);
      expect(toasts.addError.mock.calls).toEqual([
        [
          expect.objectContaining({ message: text, stack: expect.any(String) as string }),
          { title: 'The plugin "a" is not available. Everything else works.' },
        ],
      ]);
      const [opaqueId] = [...service.getOpaqueIds().keys()];
      expect(coreSetup.application.withdraw.mock.calls).toEqual([[opaqueId]]);
    }
  );

  // @spec 14.3/9
  it('disables its direct and transitive dependents, which report the missing dependency', async () => {
    const order: string[] = [];
    const recorded = (id: string) => ({ [`plugin/${id}`]: recordingPlugin(order, id) });
    const { service, coreSetup, coreStart, toasts } = createPluginsService(
      [
        uiPlugin('a'),
        uiPlugin('b', { required: ['a'] }),
        uiPlugin('c', { required: ['b'] }),
        uiPlugin('d', { optional: ['b'] }),
      ],
      {
        'plugin/a': withSteps({ start: fail('start broke') }),
        ...recorded('b'),
        ...recorded('c'),
        ...recorded('d'),
      }
    );
    await service.setup(coreSetup);
    await service.start(coreStart);
    expect(order).toEqual(['setup b', 'setup c', 'setup d', 'start d']);
    expect(toasts.addError.mock.calls.map(([error]) => error.message)).toEqual([
      'start broke',
      'Plugin "b" has been disabled since the following direct or transitive dependencies are missing or disabled: [a]',
      'Plugin "c" has been disabled since the following direct or transitive dependencies are missing or disabled: [b]',
    ]);
    expect(coreSetup.application.withdraw).toHaveBeenCalledTimes(3);
    service.stop();
    expect(order.slice(4)).toEqual(['stop d', 'stop c', 'stop b']);
  });

  it.each(['setup', 'start'])('rejects getStartServices after a failure in %s', async (step) => {
    let services: Promise<unknown> = Promise.resolve();
    const { service, coreSetup, coreStart } = createPluginsService([uiPlugin('a')], {
      'plugin/a': withSteps({
        setup: (core: CoreSetup) => {
          services = core.getStartServices();
          if (step === 'setup') throw new Error('it broke');
        },
        start: fail('it broke'),
      }),
    });
    await service.setup(coreSetup);
    await service.start(coreStart);
    await expect(services).rejects.toThrow('it broke');
  });

  it('is stopped with the others if its setup had begun', async () => {
    const stop = jest.fn();
    const { service, coreSetup } = createPluginsService([uiPlugin('a')], {
      'plugin/a': withSteps({ setup: fail('setup broke'), stop }),
    });
    await service.setup(coreSetup);
    service.stop();
    expect(stop).toHaveBeenCalledTimes(1);
  });
});

describe('the limit of 30 seconds', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const limitText = (step: string) =>
    `${step} lifecycle of "a" plugin wasn't completed in 30sec. Consider disabling the plugin and re-start.`;

  it.each([
    ['Setup', 'setup'],
    ['Start', 'start'],
  ] as const)('ignores the late result of a hanging %s', async (name, step) => {
    let settle!: (contract: string) => void;
    let services: Promise<unknown> = Promise.resolve();
    const a = recordingPlugin([], 'a', { start: 'a start' });
    a.setup.mockImplementation((core) => {
      services = (core as CoreSetup).getStartServices();
      return undefined;
    });
    const hang = () => new Promise((resolve) => (settle = resolve));
    if (step === 'start') a.start.mockImplementation(hang);
    else {
      a.setup.mockImplementation((core) => {
        services = (core as CoreSetup).getStartServices();
        return hang();
      });
    }
    const b = recordingPlugin([], 'b', { start: 'b start' });
    const { service, coreSetup, coreStart, toasts } = createPluginsService(
      [uiPlugin('a'), uiPlugin('b', { optional: ['a'] })],
      { 'plugin/a': a, 'plugin/b': b }
    );
    const running = service.setup(coreSetup).then(() => service.start(coreStart));
    await jest.advanceTimersByTimeAsync(PLUGIN_LIFECYCLE_LIMIT_MS);
    const { contracts } = await running;
    expect([...contracts]).toEqual([['b', 'b start']]);
    expect(toasts.addError.mock.calls.map(([error]) => error.message)).toEqual([limitText(name)]);

    settle('late');
    await jest.advanceTimersByTimeAsync(0);
    await expect(services).rejects.toThrow(limitText(name));
    expect([...contracts.keys()]).toEqual(['b']);
    expect(a.start).toHaveBeenCalledTimes(step === 'start' ? 1 : 0);
  });

  it('applies to all missing scripts in parallel, and does not delay other plugins', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => recordingPlugin([], id));
    const { service, coreSetup, coreStart, loadScripts, toasts } = createPluginsService(
      [uiPlugin('a'), uiPlugin('b'), uiPlugin('c')],
      { 'plugin/a': a, 'plugin/b': b, 'plugin/c': c }
    );
    loadScripts.mockImplementation(([uiPlugin]) =>
      uiPlugin!.id === 'c' ? Promise.resolve() : never()
    );
    const running = service.setup(coreSetup).then(() => service.start(coreStart));
    await jest.advanceTimersByTimeAsync(PLUGIN_LIFECYCLE_LIMIT_MS);
    await running;
    expect(toasts.addError).toHaveBeenCalledTimes(2);
    expect(toasts.addError.mock.calls[0]![0].message).toBe(limitText('Setup'));
    expect(a!.setup).not.toHaveBeenCalled();
    expect(c!.start).toHaveBeenCalledTimes(1);
  });

  it('clears its timers', async () => {
    const { service, coreSetup, coreStart } = createPluginsService([uiPlugin('a')], {
      'plugin/a': recordingPlugin([], 'a'),
    });
    await service.setup(coreSetup);
    await service.start(coreStart);
    expect(jest.getTimerCount()).toBe(0);
  });
});

it('sets up and starts no further plugins after stop', async () => {
  const order: string[] = [];
  const a = recordingPlugin(order, 'a');
  const b = recordingPlugin(order, 'b');
  const { service, coreSetup, coreStart } = createPluginsService([uiPlugin('a'), uiPlugin('b')], {
    'plugin/a': a,
    'plugin/b': b,
  });
  a.setup.mockImplementation(() => service.stop());
  await service.setup(coreSetup);
  await service.start(coreStart);
  expect(order).toEqual(['stop a']);
});

/** Errors that plugins do not catch after their setup and start. */
import { join } from 'node:path';
import { coreMock } from '../mocks';
import { LateErrors, pluginOfError, getScripts } from './late_errors';

const BUILD = '/srv/build/server/plugins';
const ROOT = '/srv';
const plugins = new Map([
  ['fieldTrip', getScripts('fieldTrip', '/home/me/field_trip', BUILD, ROOT)],
  ['home', getScripts('home', '/srv/build/server/resources/plugins/home', BUILD, ROOT)],
]);

const errorWith = (frames: readonly string[], message = 'it broke'): Error => {
  const error = new Error(message);
  error.stack = [`Error: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n');
  return error;
};

const PLUGIN = `FieldTrip.poll (${join(BUILD, 'fieldTrip.js')}:10:5)`;
const CORE = 'Client.find (/srv/build/server/shared.js:900:11)';
const PACKAGE = 'Object.emit (/srv/node_modules/fastify/lib/hooks.js:10:3)';
const TIMER = 'listOnTimeout (node:internal/timers:581:17)';
const BOUNDARY = 'callPlugin (/srv/build/server/shared.js:12:3)';

describe('an uncaught error', () => {
  it.each<[string, string[], string | undefined]>([
    ['in a timer of a plugin', [PLUGIN, TIMER], 'fieldTrip'],
    ['in core that a timer of a plugin calls', [CORE, PLUGIN, TIMER], 'fieldTrip'],
    ['in core that a plugin awaits', [CORE, `async ${PLUGIN}`], 'fieldTrip'],
    ['in a package that a plugin calls', [PACKAGE, PLUGIN, TIMER], 'fieldTrip'],
    ['in work that a plugin began in setup', [PLUGIN, BOUNDARY, CORE, PACKAGE], 'fieldTrip'],
    [
      'of a plugin below anonymous functions',
      [`${join(BUILD, 'fieldTrip.js')}:1:2`, 'new Promise (<anonymous>)', PLUGIN],
      'fieldTrip',
    ],
    ['in core', [CORE, TIMER], undefined],
    ['in a plugin that core calls and does not protect itself from', [PLUGIN, CORE], undefined],
    ['in a plugin that a package of core calls', [PLUGIN, PACKAGE, TIMER], undefined],
    ['in core behind a boundary', [CORE, BOUNDARY, PLUGIN], undefined],
    ['of Node alone', [TIMER], undefined],
    ['without frames', [], undefined],
    ['in a script of a similar name', [PLUGIN.replace('Trip.js', 'Trip2.js')], undefined],
    [
      'with source maps, outside the project',
      ['later (webpack://security-dashboards/home/me/field_trip/server/plugin.ts:3:36)', TIMER],
      'fieldTrip',
    ],
    [
      'with source maps, in the plugins folder of the project',
      ['later (webpack://security-dashboards/plugins/field_trip/server/plugin.ts:3:36)', TIMER],
      'fieldTrip',
    ],
    [
      'with source maps, of the product',
      ['later (webpack://security-dashboards/src/plugins/home/server/index.ts:3:36)', TIMER],
      'home',
    ],
    [
      'with source maps, of core',
      ['later (webpack://security-dashboards/src/core/server/server.ts:3:36)', TIMER],
      undefined,
    ],
  ])('%s', (_where, frames, id) => {
    expect(pluginOfError(errorWith(frames), plugins)).toBe(id);
  });

  it('is not attributed by its message', () => {
    expect(pluginOfError(errorWith([CORE], `bad\n    at ${PLUGIN}`), plugins)).toBeUndefined();
    expect(pluginOfError(errorWith([], `bad\n    at ${PLUGIN}`), plugins)).toBeUndefined();
  });

  it('is attributed however long its message is', () => {
    const error = errorWith([PLUGIN, TIMER], 'x'.repeat(1_000_000));
    expect(pluginOfError(error, plugins)).toBe('fieldTrip');
  });

  it('is not attributed when its stack is cut off, nor when it has none', () => {
    const frames = Array.from({ length: Error.stackTraceLimit }, () => PLUGIN);
    expect(pluginOfError(errorWith(frames.slice(1)), plugins)).toBe('fieldTrip');
    expect(pluginOfError(errorWith(frames), plugins)).toBeUndefined();
    expect(pluginOfError('it broke', plugins)).toBeUndefined();
    expect(pluginOfError(undefined, plugins)).toBeUndefined();
    const hostile = {
      get stack(): string {
        throw new Error('no');
      },
    };
    expect(pluginOfError(hostile, plugins)).toBeUndefined();
  });
});

describe('late errors', () => {
  it('are logged with their plugin, ten a minute, then counted', () => {
    let now = 0;
    const log = coreMock.createLogger();
    const late = new LateErrors({ log, plugins: () => plugins, now: () => now });
    const error = errorWith([PLUGIN, TIMER]);
    for (let i = 0; i < 15; i++) expect(late.handle(error)).toBe(true);
    expect(log.error.mock.calls.slice(0, 2)).toEqual([
      ['Plugin "fieldTrip" did not catch an error. The server keeps running.'],
      [error, { plugin: 'fieldTrip' }],
    ]);
    expect(log.error).toHaveBeenCalledTimes(20);
    now = 60_000;
    late.handle(error);
    expect(log.error.mock.calls[20]).toEqual([
      'Plugin "fieldTrip" did not catch an error. The server keeps running. 5 more errors were not logged.',
    ]);
  });

  it('of core are not handled', () => {
    const log = coreMock.createLogger();
    const late = new LateErrors({ log, plugins: () => plugins });
    expect(late.handle(errorWith([CORE]))).toBe(false);
    expect(log.error).not.toHaveBeenCalled();
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import {
  CALM_MEAN_MS,
  judgeGrowth,
  judgeMeasures,
  LIMITS,
  limitsBeside,
  limitsOf,
  percentile,
} from './judge';
import { badCall, operationsOf } from './openapi_calls';
import { SeededRandom } from '../lib/random';
import { p999Of } from './run';
import { areasOf, changedAreas } from './snapshot';
import { badString, FAMILIES } from './strings';

const PROBE = path.resolve(__dirname, './probe.js');

describe('generated requests', () => {
  const document = {
    paths: {
      '/things/{name}': {
        parameters: [{ name: 'name', in: 'path' }],
        put: {
          parameters: [{ $ref: '#/components/parameters/confirm' }],
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
        get: {},
      },
    },
    components: {
      parameters: { confirm: { name: 'confirm', in: 'query' } },
      schemas: {
        Thing: {
          type: 'object',
          properties: {
            title: { type: 'string' },
            id: { type: 'string', readOnly: true },
            tags: { type: 'array', items: { type: 'string' } },
            inner: { $ref: '#/components/schemas/Thing' },
          },
        },
      },
    },
  };
  const callsFrom = (seed: number) => {
    const random = new SeededRandom(seed);
    const [put] = operationsOf(document);
    return Array.from({ length: 300 }, () => badCall(put!, random, 'mine_'));
  };

  it('depend only on the seed', () => {
    expect(callsFrom(7)).toEqual(callsFrom(7));
    expect(callsFrom(7)).not.toEqual(callsFrom(8));
  });

  it('fill every string of an operation, also behind references', () => {
    const operations = operationsOf(document);
    expect(operations.map(({ method, queries }) => [method, queries])).toEqual([
      ['PUT', ['confirm']],
      ['GET', []],
    ]);
    const calls = callsFrom(1);
    const bodies = calls.map(({ body }) => JSON.parse(body as string) as Record<string, unknown>);
    expect(bodies.some((body) => typeof body?.['title'] === 'string')).toBe(true);
    expect(bodies.some((body) => Array.isArray(body?.['tags']))).toBe(true);
    expect(bodies.every((body) => body?.['id'] === undefined)).toBe(true);
    expect(calls.some(({ path: address }) => /[?&]confirm=./.test(address))).toBe(true);
  });

  it('have valid addresses, with names that belong to no entity', () => {
    for (const { path: address } of callsFrom(3)) {
      expect(address).toMatch(/^\/things\/mine_[\x21-\x7e]*$/);
      expect(address.length).toBeLessThan(16_000);
    }
  });

  it('contain strings of every family and size, none longer than requested', () => {
    const random = new SeededRandom(5);
    const strings = Array.from({ length: 3_000 }, () => badString(random, 1_024));
    expect(Math.max(...strings.map(({ length }) => length))).toBe(1_024);
    const starts = Object.values(FAMILIES).map((make) => make(240).slice(0, 8));
    for (const start of starts) expect(strings.some((one) => one.startsWith(start))).toBe(true);
  });
});

describe('judging measurements', () => {
  const fine = {
    heldMs: LIMITS.heldMs,
    rssMib: LIMITS.rssMib,
    latenciesMs: [LIMITS.bystanderP99Ms],
    statuses: { 200: 50 },
  };

  it('accepts measurements at the limits', () => {
    expect(judgeMeasures(fine, limitsOf(false))).toEqual([]);
  });

  it.each([
    [{ heldMs: 51 }, /event loop.*51 ms.*50/],
    [{ rssMib: 513 }, /513 MiB.*512/],
    [{ latenciesMs: [1, 251] }, /bystander waited 251 ms/],
    [{ latenciesMs: [], statuses: {} }, /bystander was not served/],
    [{ statuses: { 200: 9, 429: 1 } }, /bystander was answered 429/],
    [{ statuses: { ECONNRESET: 1 } }, /bystander was answered ECONNRESET/],
  ])('reports %j', (wrong, problem) => {
    expect(judgeMeasures({ ...fine, ...wrong }, limitsOf(false))).toEqual([
      expect.stringMatching(problem),
    ]);
  });

  it('allows slow machines ten times the time, but no more memory', () => {
    const slow = { ...fine, heldMs: 499, latenciesMs: [2_499] };
    expect(judgeMeasures(slow, limitsOf(true))).toEqual([]);
    expect(judgeMeasures({ ...slow, heldMs: 501 }, limitsOf(true))).toHaveLength(1);
    expect(judgeMeasures({ ...slow, rssMib: 513 }, limitsOf(true))).toHaveLength(1);
  });

  it('keeps the limits while the reference server is as fast as on an idle machine', () => {
    const witness = { latenciesMs: Array(50).fill(CALM_MEAN_MS / 2), workFactor: 1 };
    const { bystanderP99Ms, ...others } = limitsBeside(LIMITS, witness);
    expect(others).toEqual({ heldMs: LIMITS.heldMs, rssMib: LIMITS.rssMib });
    expect(bystanderP99Ms - LIMITS.bystanderP99Ms).toBe(Math.round(CALM_MEAN_MS / 2));
  });

  it('allows for delays that the reference server has at the same time, but not for memory', () => {
    const busy = { latenciesMs: Array(50).fill(CALM_MEAN_MS * 4), workFactor: 2 };
    const limits = limitsBeside(LIMITS, busy);
    const slow = { ...fine, heldMs: 99, latenciesMs: [1_000] };
    expect(judgeMeasures(slow, limits)).toEqual([]);
    expect(judgeMeasures(slow, LIMITS)).toHaveLength(2);
    expect(judgeMeasures({ ...slow, latenciesMs: [1_100] }, limits)).toHaveLength(1);
    expect(judgeMeasures({ ...slow, rssMib: 513 }, limits)).toHaveLength(1);
  });

  it('computes percentiles', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect(percentile(hundred, 0.99)).toBe(100);
    expect(percentile(hundred, 0.5)).toBe(51);
    expect(percentile([], 0.99)).toBe(0);
    // 10,000 time slices, 11 of them long: the 99.9th percentile is one of these.
    const held = [...Array.from({ length: 10 }, () => 30), 80];
    expect(p999Of({ turns: 10_000, held })).toBe(30);
    expect(p999Of({ turns: 1_000_000, held })).toBe(0);
  });
});

describe('judging growth', () => {
  it('accepts linear and cheap work', () => {
    expect(judgeGrowth(100, 200)).toBeUndefined();
    expect(judgeGrowth(100, 250)).toBeUndefined();
    expect(judgeGrowth(0.1, 20)).toBeUndefined();
  });

  it('reports quadratic work', () => {
    expect(judgeGrowth(100, 400)).toMatch(/twice the input took 4\.0 times the work/);
    expect(judgeGrowth(0, 400)).toMatch(/times the work/);
  });
});

it('knows which data a request may have changed', () => {
  const path = '/_plugins/_security/api/rolesmapping/a';
  expect(areasOf({ method: 'PUT', path })).toEqual(['rolesmapping']);
  expect(areasOf({ method: 'GET', path })).toEqual([]);
  expect(areasOf({ method: 'POST', path: '/api/saved_objects/dashboard/a' })).toEqual([
    'saved_objects',
  ]);
  const before = new Map([
    ['roles', '1'],
    ['tenants', '1'],
  ]);
  expect(changedAreas(before, new Map([...before, ['tenants', '2']]))).toEqual(['tenants']);
});

describe('the probe', () => {
  /** Runs a script under the probe until `pick` returns a value for one of its messages. */
  const probed = async <T>(
    script: string,
    pick: (message: Message) => T | undefined
  ): Promise<T> => {
    const child = spawn(process.execPath, ['--require', PROBE, '-e', script], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    try {
      for (;;) {
        const [message] = (await once(child, 'message')) as [Message];
        const found = pick(message);
        if (found !== undefined) return found;
        if (message.ready) child.send({ shiftMs: -86_400_000 });
      }
    } finally {
      child.kill('SIGKILL');
    }
  };
  interface Message {
    readonly held?: readonly number[];
    readonly ready?: true;
    readonly offMs?: number;
  }

  it('reports how long the event loop was blocked', async () => {
    const busy = `
      setTimeout(() => {
        const end = process.cpuUsage().user + 150_000;
        while (process.cpuUsage().user < end);
      }, 50);
      setInterval(() => {}, 1000);`;
    const heldMs = await probed(busy, ({ held }) => held?.find((ms) => ms > 100));
    expect(heldMs).toBeGreaterThan(100);
  });

  it('shifts the clock of the product without waiting', async () => {
    const clock = `
      const atMs = performance.now() - Date.now();
      process.send({ ready: true });
      setInterval(() => {
        const offMs = performance.now() - new Date().getTime() - atMs;
        if (offMs > 1000) process.send({ offMs });
      }, 20);`;
    const offMs = await probed(clock, (message) => message.offMs);
    expect(Math.round(offMs / 60_000)).toBe(24 * 60);
  });
});

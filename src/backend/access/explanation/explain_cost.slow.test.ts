/** Costs of explanations: limits, growth, queueing, and what is omitted when time runs out. */
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import { API, cleanUp, INTERNAL, startEngine } from '../../testing/embedded';
import {
  runInSlices,
  TimeSpentError,
  type CooperativeTask,
} from '../../scheduling/cooperative_task';
import type {
  AccessExplanation,
  EngineCaller,
  EngineResult,
  ExplainRequest,
} from '../../api/engine';
import { ExplainQueue } from './explain_queue';
import type { ExplainService } from '../../embedded/explain_service';

jest.setTimeout(60_000);
const SEARCH = 'indices:data/read/search';
afterEach(cleanUp);

async function started(roles: Record<string, object> = {}) {
  const { engine } = await startEngine();
  for (const [name, body] of Object.entries(roles)) {
    const { statusCode } = await engine.request(INTERNAL, {
      method: 'PUT',
      path: `${API}/roles/${name}`,
      body,
    });
    expect(statusCode).toBe(201);
  }
  const { explainer } = (engine as unknown as { parts: { explainer: ExplainService } }).parts;
  return { engine, explainer };
}

const list = (count: number, name = (i: number) => `n${i}`) =>
  Array.from({ length: count }, (_, i) => name(i));

describe('cost of an explanation', () => {
  /** Number of steps of the task. The work of each step is bounded. */
  const piecesOf = (explainer: ExplainService, request: ExplainRequest): number => {
    const steps = explainer.explainSteps(INTERNAL, request);
    let pieces = 0;
    for (let step = steps.next(); ; step = steps.next(), pieces++) {
      if (!step.done) continue;
      expect(step.value).toMatchObject({ ok: true });
      return pieces;
    }
  };
  const role = (i: number) => ({
    index_permissions: [{ index_patterns: [`a-${i}-*`, `*-${i}`], allowed_actions: ['read'] }],
  });

  it.each<[string, (size: number) => ExplainRequest]>([
    [
      'indices',
      (size) => ({
        subject: { name: 'u', security_roles: ['r1', 'r2'] },
        action: SEARCH,
        index: list(size * 10),
      }),
    ],
    [
      'roles of the subject',
      (size) => ({
        subject: { name: 'u', security_roles: list(size * 10, (i) => `r${i}`) },
        action: SEARCH,
        index: list(5),
      }),
    ],
    [
      'backend roles',
      (size) => ({
        subject: { name: 'u', backend_roles: list(size * 100) },
        action: SEARCH,
        index: ['x'],
      }),
    ],
    [
      'wildcards',
      (size) => ({
        subject: { name: 'u' },
        action: SEARCH,
        index: list(size * 10, (i) => `*${i}*z`),
        known_indices: list(200).map((name) => ({ name, aliases: list(5, (j) => `${name}-${j}`) })),
      }),
    ],
    [
      'known indices',
      (size) => ({
        subject: { name: 'u' },
        action: SEARCH,
        index: list(20, (i) => `*${i}*z`),
        known_indices: list(size * 20).map((name) => ({
          name,
          aliases: list(5, (j) => `${name}-${j}`),
        })),
      }),
    ],
  ])('grows no faster than %s', async (_what, requestOf) => {
    const { explainer } = await started(
      Object.fromEntries(list(80, (i) => `r${i}`).map((name, i) => [name, role(i)]))
    );
    const once = piecesOf(explainer, requestOf(4));
    const twice = piecesOf(explainer, requestOf(8));
    expect(twice).toBeGreaterThan(once);
    expect(twice / once).toBeLessThan(2.5);
  });

  it('omits optional parts when time is up, and lists them in `truncated`', async () => {
    const { explainer } = await started({ r1: role(1), r2: role(2) });
    const request = {
      subject: { name: 'u', security_roles: ['r1', 'r2'] },
      action: SEARCH,
      index: ['a-1-x', 'b'],
    };
    const whole = piecesOf(explainer, request);
    const outcomes = new Set<string>();
    for (let after = 0; after <= whole; after++) {
      const steps = explainer.explainSteps(INTERNAL, request);
      for (let i = 0; i < after; i++) steps.next();
      try {
        let step = steps.throw(new TimeSpentError('late'));
        while (!step.done) step = steps.throw(new TimeSpentError('late'));
        const { result } = step.value as Extract<EngineResult<AccessExplanation>, { ok: true }>;
        expect(result.decision.outcome).toBe('partial');
        outcomes.add(result.truncated.join());
      } catch (error) {
        expect(error).toBeInstanceOf(TimeSpentError);
        outcomes.add('refused');
      }
    }
    expect(outcomes).toContain('refused');
    expect(outcomes).toContain('suggestions');
    expect(outcomes).toContain('near_misses,suggestions');
    expect(outcomes).not.toContain('');
  });

  it('stays within the response size limit', async () => {
    const dls = JSON.stringify({ term: { owner: 'x'.repeat(90_000) } });
    const large = {
      index_permissions: [{ index_patterns: ['*'], allowed_actions: ['read'], dls }],
    };
    const names = list(10, (i) => `big${i}`);
    const { engine } = await started(Object.fromEntries(names.map((name) => [name, large])));
    const subject = { name: 'u', security_roles: names };
    const response = await engine.explain!(INTERNAL, { subject, action: SEARCH, index: list(90) });
    const text = JSON.stringify(response);
    expect(text.length).toBeLessThan(EXPLAIN_LIMITS.responseLength + 200_000);
    expect(response).toMatchObject({ ok: true, result: { decision: { outcome: 'allowed' } } });
    expect((response as { result: AccessExplanation }).result.truncated).toContain('restrictions');
  });
});

describe('ExplainQueue', () => {
  const user = (userName: string): EngineCaller => ({
    kind: 'user',
    principal: { userName } as never,
  });
  function* work(pieces: number): CooperativeTask<EngineResult<string>> {
    for (let i = 0; i < pieces; i++) yield;
    return { ok: true, result: 'done' };
  }

  it('runs one explanation per user at a time, and returns 429 with retry-after when the queue is full', async () => {
    const queue = new ExplainQueue(() => 1);
    let running = 0;
    let most = 0;
    function* counted(): CooperativeTask<EngineResult<string>> {
      most = Math.max(most, ++running);
      for (let i = 0; i < 3; i++) yield;
      running--;
      return { ok: true, result: 'done' };
    }
    const requests = list(EXPLAIN_LIMITS.waitingPerUser + 5).map(() =>
      queue.run(user('greedy'), counted)
    );
    const other = await queue.run(user('other'), () => work(3));
    expect(other).toEqual({ ok: true, result: 'done' });
    const responses = await Promise.all(requests);
    expect(most).toBe(1);
    const refused = responses.filter(({ ok }) => !ok);
    expect(refused).toHaveLength(4);
    expect(refused[0]).toMatchObject({
      response: { statusCode: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } },
    });
    expect(await queue.run(user('greedy'), () => work(1))).toMatchObject({ ok: true });
  });

  it('repeats an explanation if the rules change, and returns 429 after three attempts', async () => {
    let version = 1;
    let starts = 0;
    const queue = new ExplainQueue(() => version);
    const changing = (until: number) =>
      function* (): CooperativeTask<EngineResult<string>> {
        if (++starts <= until) version++;
        yield;
        return { ok: true, result: `start ${starts}` };
      };
    expect(await queue.run(INTERNAL, changing(1))).toEqual({ ok: true, result: 'start 2' });
    starts = 0;
    expect(await queue.run(INTERNAL, changing(9))).toMatchObject({
      ok: false,
      response: { statusCode: 429 },
    });
    expect(starts).toBe(3);
  });

  it('yields to other work, and stops at the time limit', async () => {
    // A clock that advances by a millisecond on every read.
    let nowMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs++);
    let others = 0;
    let isOver = false;
    const other = (): void => {
      others++;
      if (!isOver) setImmediate(other);
    };
    setImmediate(other);
    function* endless(): CooperativeTask<never> {
      for (;;) yield;
    }
    await expect(runInSlices(endless(), { sliceMs: 5, limitMs: 60 })).rejects.toThrow(
      TimeSpentError
    );
    isOver = true;
    expect(others).toBeGreaterThanOrEqual(60 / 7);
  });
});

import { AppliedRequests } from './applied_requests';
import { ChangeRequestStore, type StoredRequest } from './change_request_store';

const ROLE = { cluster_permissions: ['read'] };
const INTERRUPTED: StoredRequest = {
  id: 'r1',
  revision: 1,
  title: 'Cut off',
  author: 'ana',
  createdAt: Date.now(),
  changes: [{ kind: 'roles', name: 'cut_off', action: 'create', entry: ROLE }],
  applying: { by: 'ben', at: Date.now() },
};

/** @param failures - how often the configuration cannot be read */
function setup(failures: number) {
  let contents = JSON.stringify([INTERRUPTED]);
  const requests = new ChangeRequestStore({
    read: async () => ({ contents, version: 'v' }),
    write: async (next: string) => {
      contents = next;
      return 'v';
    },
  } as never);
  const configuration = jest.fn(async () => {
    if (configuration.mock.calls.length <= failures) throw new Error('away');
    return { entries: new Map([['roles', new Map([['cut_off', ROLE]])]]) } as never;
  });
  const logger = { info: jest.fn(), warn: jest.fn() };
  const applied = new AppliedRequests({
    requests,
    configuration,
    announce: jest.fn(),
    logger: logger as never,
  });
  return { applied, configuration, logger, decided: () => JSON.parse(contents)[0].decided };
}

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'Date'] }));
afterEach(() => jest.useRealTimers());

/** Until all that waits for no timer is done. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe('the record of interrupted approvals', () => {
  it('is tried again every 10 s until the configuration can be read', async () => {
    const { applied, configuration, logger, decided } = setup(2);
    applied.start();
    await settle();
    expect([configuration.mock.calls.length, logger.warn.mock.calls.length]).toEqual([1, 1]);
    await jest.advanceTimersByTimeAsync(9_999);
    expect(configuration).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    await settle();
    expect(configuration).toHaveBeenCalledTimes(2);
    expect(decided()).toBeUndefined();
    await jest.advanceTimersByTimeAsync(10_000);
    await settle();
    expect(decided()).toMatchObject({ state: 'applied', by: 'ben' });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(configuration).toHaveBeenCalledTimes(3);
    await applied.stop();
  });

  it('is not tried again after the stop', async () => {
    const { applied, configuration } = setup(9);
    applied.start();
    await settle();
    await applied.stop();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(configuration).toHaveBeenCalledTimes(1);
  });

  it('ends quietly when the server stops during an attempt', async () => {
    const { applied, configuration } = setup(9);
    applied.start();
    await applied.stop();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(configuration.mock.calls.length).toBeLessThanOrEqual(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});

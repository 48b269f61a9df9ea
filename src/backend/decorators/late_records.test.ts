import { WORK_LIMITS } from '../../contracts/limits';
import { ClusterError } from '../opensearch/client';
import { LateRecords } from './late_records';

const AWAY = new ClusterError('unreachable', 'connect ECONNREFUSED');

/** Records that wait because the cluster is away, with the first attempts after that. */
function waiting(count: number, write: (index: number) => Promise<void>) {
  const log = { error: jest.fn() };
  const late = new LateRecords(log);
  const failed = jest.fn();
  for (let index = 0; index < count; index++)
    expect(late.add({ write: () => write(index), failed }, AWAY)).toBe(true);
  return { late, log, failed };
}

describe('records that wait when the server stops', () => {
  it('are written at once if the cluster is back, in their order', async () => {
    const written: number[] = [];
    const { late, log } = waiting(3, async (index) => void written.push(index));
    await late.stop();
    expect(written).toEqual([0, 1, 2]);
    expect(log.error).not.toHaveBeenCalled();
  });

  it('are written if the cluster comes back within the limit', async () => {
    const startedMs = performance.now();
    const written: number[] = [];
    const { late, log } = waiting(2, async (index) => {
      if (performance.now() - startedMs < 500) throw AWAY;
      written.push(index);
    });
    await late.stop();
    expect(written).toEqual([0, 1]);
    expect(log.error).not.toHaveBeenCalled();
  });

  it.each([
    ['is away', () => Promise.reject(AWAY)],
    ['does not answer', () => new Promise<void>(() => undefined)],
  ])('are counted in the log if the cluster %s, within 3 s', async (_what, write) => {
    const { late, log } = waiting(4, write);
    const startedMs = performance.now();
    await late.stop();
    expect(performance.now() - startedMs).toBeLessThan(WORK_LIMITS.lateRecordsStopMs + 2_000);
    expect(log.error).toHaveBeenCalledTimes(1);
    expect(log.error).toHaveBeenCalledWith(expect.stringContaining('could not be recorded'), {
      count: 4,
    });
  });

  it('take no time if there are none', async () => {
    const { late, log } = waiting(0, () => Promise.reject(AWAY));
    await late.stop();
    expect(log.error).not.toHaveBeenCalled();
  });
});

/** Explanations before and after unsaved changes. */
import { cleanUp } from '../../testing/embedded';
import type { AccessComparison, ExplainRequest } from '../../api/engine';
import { SEARCH, call, explain, prepareEngine } from './mocks';

prepareEngine();

jest.setTimeout(60_000);
afterAll(cleanUp);

describe('explanation of unsaved changes', () => {
  const compare = (
    changes: ExplainRequest['changes'],
    more: Partial<ExplainRequest> = {}
  ): Promise<AccessComparison> =>
    explain({ user: 'jdoe', action: SEARCH, index: ['hr-payroll'], changes, ...more });
  const outcomes = async (...args: Parameters<typeof compare>) => {
    const { before, after, is_changed } = await compare(...args);
    return [before?.decision.outcome, after?.decision.outcome, is_changed];
  };

  it('compares before and after for each kind of change, and saves nothing', async () => {
    expect(await outcomes({ rolesmapping: { narrow: { users: ['jdoe'] } } })).toEqual([
      'denied',
      'allowed',
      true,
    ]);
    expect(
      await outcomes({ internalusers: { jdoe: { opendistro_security_roles: ['wide'] } } })
    ).toEqual(['denied', 'allowed', true]);
    expect(
      await outcomes({
        roles: {
          dept: { index_permissions: [{ index_patterns: ['hr*'], allowed_actions: ['read'] }] },
        },
      })
    ).toEqual(['denied', 'allowed', true]);
    expect(
      await outcomes(
        { actiongroups: { look: { allowed_actions: ['cluster:x'] } } },
        { index: ['logs-1'] }
      )
    ).toEqual(['allowed', 'denied', true]);
    expect(await outcomes({ roles: { logs_reader: null } }, { index: ['logs-1'] })).toEqual([
      'allowed',
      'denied',
      true,
    ]);
    expect(await outcomes({ roles: { unrelated: {} } })).toEqual(['denied', 'denied', false]);
    expect(await outcomes({ internalusers: { jdoe: null } })).toEqual(['denied', undefined, true]);
    expect(
      await outcomes(
        { internalusers: { newbie: { opendistro_security_roles: ['narrow'] } } },
        { user: 'newbie' }
      )
    ).toEqual([undefined, 'allowed', true]);
    expect(
      (await explain({ user: 'jdoe', action: SEARCH, index: ['hr-payroll'] })).decision.outcome
    ).toBe('denied');
    expect((await call('GET', '/api/roles/logs_reader')).statusCode).toBe(200);
  });
  it('treats changed restrictions as a change', async () => {
    const roles = {
      logs_reader: {
        index_permissions: [{ index_patterns: ['logs-*'], allowed_actions: ['look'] }],
      },
    };
    const { after, is_changed } = await compare({ roles }, { index: ['logs-1'] });
    expect([after?.restrictions[0]?.documents.mode, is_changed]).toEqual(['all', true]);
  });
  it('returns 400 for invalid and for too many changes', async () => {
    expect(await compare({ roles: { x: { index_permissions: [{ nonsense: 1 }] } } })).toMatchObject(
      { statusCode: 400 }
    );
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`r${i}`, {}]));
    expect(await compare({ roles: many })).toMatchObject({ statusCode: 400 });
  });
});

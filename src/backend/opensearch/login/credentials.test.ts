import type { AuthenticationRequest, Identity } from '../../api';
import { authenticateCredentials, passwordMethod } from './credentials';

const request = { headers: { authorization: 'Something else' }, remoteAddress: '192.0.2.1' };
const identity = (userName: string): Identity => ({
  ...{ userName, backendRoles: [], roles: [], tenants: {} },
  ...{ hasApiAccess: false, isInternalUser: false, isReserved: false },
});

it('rejects a header that the cluster ignored', async () => {
  const authenticated = await authenticateCredentials(request, async () => identity('jdoe'));
  expect(authenticated).toMatchObject({ ok: true, principal: { userName: 'jdoe' } });
  const ignored = await authenticateCredentials(request, async () =>
    identity('opendistro_security_anonymous')
  );
  expect(ignored).toMatchObject({ ok: false, reason: 'invalid' });
});

describe('login form of a cluster', () => {
  const RIGHT = ['jdoe:sécret:7', 'a:b:c'].map(
    (text) => `Basic ${Buffer.from(text).toString('base64')}`
  );
  const begin = async (fields: Record<string, string>) => {
    const authenticate = jest.fn(async ({ headers }: AuthenticationRequest) =>
      RIGHT.includes(headers['authorization'] ?? '')
        ? ({ ok: true, principal: { userName: 'jdoe' } } as const)
        : ({ ok: false, reason: 'invalid' } as const)
    );
    const input = { fields, headers: {}, remoteAddress: '::1' };
    const step = await passwordMethod(authenticate).begin(input);
    return { step, asks: authenticate.mock.calls.length };
  };

  it('verifies name and password as HTTP Basic credentials in UTF-8', async () => {
    const { step } = await begin({ username: 'jdoe', password: 'sécret:7' });
    expect(step).toEqual({
      kind: 'concluded',
      result: { ok: true, principal: { userName: 'jdoe' } },
    });
  });

  it('rejects impossible user names, and asks the cluster nevertheless', async () => {
    const INVALID = { kind: 'concluded', result: { ok: false, reason: 'invalid' } };
    for (const fields of [{ username: 'a:b', password: 'c' }, { username: 'x', password: 'y' }, {}])
      expect(await begin(fields as Record<string, string>)).toEqual({ step: INVALID, asks: 1 });
  });
});

import { BasicLogin } from './basic_login';

const header = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const RIGHT = [header('jdoe:sécret:7'), header('a:b:c')];

function login() {
  const verify = jest.fn(async ({ headers }: { headers: { authorization?: string } }) =>
    RIGHT.includes(headers.authorization ?? '')
      ? ({ ok: true, principal: { userName: 'jdoe' } } as const)
      : ({ ok: false, reason: 'invalid' } as const)
  );
  return { asked: verify, basic: new BasicLogin(verify as never) };
}

const begin = async (fields: Record<string, string>, method = 'basicauth') => {
  const { asked: verify, basic } = login();
  const step = await basic.begin(method, { fields, headers: {}, remoteAddress: '::1' });
  return { step, asks: verify.mock.calls.length };
};
const INVALID = { kind: 'concluded', result: { ok: false, reason: 'invalid' } };

it('logs in within one step, from a form or with a header', async () => {
  const { step } = await begin({ username: 'jdoe', password: 'sécret:7' });
  const principal = { userName: 'jdoe' };
  expect(step).toEqual({ kind: 'concluded', result: { ok: true, principal } });
  const headers = { authorization: RIGHT[0] };
  const { basic } = login();
  const response = await basic.authenticate({ headers, remoteAddress: '::1' });
  expect(response).toEqual({ ok: true, principal });
  expect(await basic.refresh(principal)).toEqual(principal);
  expect(await basic.logout()).toEqual({});
});

it('rejects impossible user names, and calls the backend nevertheless', async () => {
  for (const fields of [{ username: 'a:b', password: 'c' }, { username: 'x', password: 'y' }, {}])
    expect(await begin(fields as Record<string, string>)).toEqual({ step: INVALID, asks: 1 });
});

it('rejects other methods and a second step', async () => {
  const fields = { username: 'jdoe', password: 'sécret:7' };
  expect(await begin(fields, 'openid')).toEqual({ step: INVALID, asks: 0 });
  expect(await login().basic.complete()).toEqual(INVALID);
});

/** REST contract of the caller's own account, one row per method and documented response. */
import type { Client } from '../../../testing/embedded';
import {
  GOOD_PASSWORD,
  admin,
  anonymous,
  callsOf,
  envelopeA,
  envelopeB,
  identify,
  internal,
  it,
  rows,
  loggedIn,
  useContract,
  type Row,
} from '../../../../../test/helpers/engine_contract';
import type { EngineCaller } from '../../../api/engine';

useContract();

/** A cluster lists methods in an order that differs after each start. */
const GET_AND_PUT = expect.stringMatching(/^(GET,PUT|PUT,GET)$/);

describe('account of the first administrator', () => {
  rows([
    [
      'shows the administrator',
      'GET',
      '/api/account',
      undefined,
      {
        statusCode: 200,
        body: {
          user_name: 'admin',
          is_reserved: false,
          is_hidden: false,
          is_internal_user: true,
          backend_roles: ['admin'],
        },
      },
    ],
    [
      'wrong current password of the administrator',
      'PUT',
      '/api/account',
      { password: GOOD_PASSWORD, current_password: 'nope' },
      envelopeA(400, 'Could not validate your current password.'),
    ],
  ]);
  rows(
    [
      [
        'without credentials',
        'PUT',
        '/api/account',
        { password: GOOD_PASSWORD, current_password: 'nope' },
        { statusCode: 401, body: 'Unauthorized' },
      ],
    ],
    () => anonymous
  );
});

describe('account', () => {
  let own: Client;
  let caller: EngineCaller;
  beforeAll(async () => {
    await admin('PUT', '/api/internalusers/self', {
      password: GOOD_PASSWORD,
      attributes: { dept: 'hr' },
      backend_roles: ['kibanauser'],
    });
    caller = await loggedIn('self', GOOD_PASSWORD);
    own = callsOf(caller);
  });
  const next = 'N3w!Strong-Pass_77';
  rows(
    [
      [
        'shows',
        'GET',
        '/api/account',
        undefined,
        {
          statusCode: 200,
          body: {
            user_name: 'self',
            is_reserved: false,
            is_hidden: false,
            is_internal_user: true,
            user_requested_tenant: null,
            backend_roles: ['kibanauser'],
            custom_attribute_names: ['attr.internal.dept'],
            tenants: { global_tenant: true, self: true },
            roles: ['kibana_user'],
          },
        },
      ],
      [
        'missing current password',
        'PUT',
        '/api/account',
        { password: next },
        envelopeB('Invalid configuration', {
          missing_mandatory_keys: { keys: 'current_password' },
        }),
      ],
      [
        'wrong current password',
        'PUT',
        '/api/account',
        { password: next, current_password: 'nope' },
        envelopeA(400, 'Could not validate your current password.'),
      ],
      [
        'weak new password',
        'PUT',
        '/api/account',
        { password: 'Passw0rd!', current_password: GOOD_PASSWORD },
        envelopeB('Weak password'),
      ],
      [
        'empty new password',
        'PUT',
        '/api/account',
        { password: '', current_password: GOOD_PASSWORD },
        envelopeB('Password is too short'),
      ],
      [
        'no new password',
        'PUT',
        '/api/account',
        { current_password: GOOD_PASSWORD },
        envelopeA(400, 'Both provided password and hash cannot be null/empty.'),
      ],
      [
        'empty hash',
        'PUT',
        '/api/account',
        { hash: '', current_password: GOOD_PASSWORD },
        envelopeA(400, 'Both provided password and hash cannot be null/empty.'),
      ],
      [
        'another field',
        'PUT',
        '/api/account',
        { password: next, current_password: GOOD_PASSWORD, backend_roles: ['admin'] },
        envelopeB('Invalid configuration', { invalid_keys: { keys: 'backend_roles' } }),
      ],
      [
        'password that is no text',
        'PUT',
        '/api/account',
        { password: 1, current_password: GOOD_PASSWORD },
        envelopeB('Wrong datatype', { password: 'String expected' }),
      ],
      [
        'no current password in it',
        'PUT',
        '/api/account',
        { password: next, current_password: null },
        envelopeB('Wrong datatype', { current_password: 'String expected' }),
      ],
      ...[{}, null, 1, 'x', []].map((body): Row => [
        `nothing in the body ${JSON.stringify(body)}`,
        'PUT',
        '/api/account',
        body,
        envelopeB('Request body required for this action.'),
      ]),
      ...(['POST', 'DELETE', 'PATCH'] as const).map((method): Row => [
        'method that it lacks',
        method,
        '/api/account',
        undefined,
        {
          statusCode: 405,
          headers: { allow: GET_AND_PUT },
          body: { status: 405, error: expect.stringMatching(/^Incorrect HTTP method for uri /) },
        },
      ]),
      ['of another user', 'GET', '/api/account/admin', undefined, { statusCode: 400 }],
    ],
    () => own
  );

  // @asvs V3.7/1
  it('changes the password and ends older sessions', async () => {
    const changed = await own('PUT', '/api/account', {
      password: next,
      current_password: GOOD_PASSWORD,
    });
    expect(changed).toMatchObject(envelopeA(200, "'self' updated."));
    expect(await identify(caller)).toBeUndefined();
    const renewed = {
      kind: 'user',
      principal: { userName: 'self', credentialVersion: changed.headers['x-credential-version'] },
    } as const;
    expect(await identify(renewed)).toMatchObject({ userName: 'self' });
    await loggedIn('self', next);
  });
  it('rejects changes by reserved users', async () => {
    const reserved = callsOf(await loggedIn('reserved_user', GOOD_PASSWORD));
    const body = { password: next, current_password: GOOD_PASSWORD };
    expect(await reserved('PUT', '/api/account', body)).toMatchObject(
      envelopeA(403, "Resource 'reserved_user' is reserved.")
    );
  });
  it('exists for internal users only', async () => {
    expect(
      await internal('PUT', '/api/account', { password: next, current_password: 'x' })
    ).toMatchObject(envelopeA(404, "account '_internal' not found."));
  });
});

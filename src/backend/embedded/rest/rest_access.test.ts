/** Access to the API: roles, disabled endpoints, REST administration, impersonation. */
import { cleanUp, clientOf, login } from '../../testing/embedded';
import { GOOD_PASSWORD, run, says, startWith } from '../../../../test/helpers/engine_contract';

afterEach(cleanUp);

describe('access to the API', () => {
  it('is denied for disabled endpoints: roles intersected, global ones added', async () => {
    const { engine, internal } = await startWith({
      apiRoles: ['all_access', 'r1', 'r2'],
      disabledEndpoints: {
        r1: { ROLES: ['PUT', 'DELETE'], tenants: ['*'] },
        r2: { ROLES: ['PUT'] },
        global: { CACHE: ['DELETE'] },
      },
    });
    for (const role of ['r1', 'r2'])
      await internal('PUT', `/api/roles/${role}`, { description: '' });
    const as = async (name: string, roles: readonly string[]) => {
      await internal('PUT', `/api/internalusers/${name}`, {
        password: GOOD_PASSWORD,
        opendistro_security_roles: roles,
      });
      return clientOf(engine, await login(engine, name, GOOD_PASSWORD));
    };
    const one = await as('one', ['r1']);
    const both = await as('both', ['r1', 'r2']);
    await run(one, [
      [
        'PUT',
        '/api/roles/x',
        { description: '' },
        says(
          403,
          /User one with Security roles \[r1\] does not have any access to endpoint ROLES and method PUT/
        ),
      ],
      ['GET', '/api/tenants', undefined, { statusCode: 403 }],
      ['GET', '/api/roles', undefined, { statusCode: 200 }],
      [
        'GET',
        '/api/permissionsinfo',
        undefined,
        {
          body: {
            has_api_access: true,
            disabled_endpoints: { ROLES: ['PUT', 'DELETE'], CACHE: ['DELETE'] },
          },
        },
      ],
    ]);
    await run(both, [
      ['DELETE', '/api/roles/nope', undefined, { statusCode: 404 }],
      ['PUT', '/api/roles/x', { description: '' }, { statusCode: 403 }],
      ['GET', '/api/tenants', undefined, { statusCode: 200 }],
      ['DELETE', '/api/cache', undefined, { statusCode: 403 }],
    ]);
  });

  it('treats callers with explicit REST admin permissions as super administrators when enabled, but not with a bare star', async () => {
    const { engine, admin, internal } = await startWith({ isRestAdminEnabled: true });
    // Only the server itself may map such a role; the API rejects it.
    await internal('PUT', '/api/internalusers/chief', {
      password: GOOD_PASSWORD,
      backend_roles: ['admin', 'chiefs'],
    });
    await internal('PUT', '/api/rolesmapping/security_rest_api_full_access', {
      backend_roles: ['chiefs'],
    });
    const chief = clientOf(engine, await login(engine, 'chief', GOOD_PASSWORD));
    await internal('PUT', '/api/roles/hidden_one', { description: '', hidden: true });
    await run(chief, [
      ['GET', '/api/roles/hidden_one', undefined, { statusCode: 200 }],
      ['PUT', '/api/roles/mine', { description: '', reserved: true }, { statusCode: 201 }],
      ['GET', '/api/allowlist', undefined, { statusCode: 200 }],
      [
        'PUT',
        '/api/roles/evil',
        { cluster_permissions: ['restapi:admin/roles'] },
        says(403, 'Access denied'),
      ],
      [
        'PATCH',
        '/api/securityconfig',
        [{ op: 'add', path: '/config/dynamic/license', value: 'x' }],
        says(200, 'Resource updated.'),
      ],
    ]);
    await run(admin, [
      ['GET', '/api/roles/hidden_one', undefined, { statusCode: 404 }],
      ['PUT', '/api/roles/mine', { description: 'x' }, says(403, "Resource 'mine' is reserved.")],
      ['GET', '/api/allowlist', undefined, { statusCode: 403 }],
    ]);
  });

  // @asvs V4.1.3/1
  it('does not allow granting REST administration: literally, by pattern, through a group, or directly', async () => {
    const { engine, admin, internal } = await startWith({ isRestAdminEnabled: true });
    await internal('PUT', '/api/actiongroups/chiefs', { allowed_actions: ['restapi:admin/*'] });
    await internal('PUT', '/api/actiongroups/nested', { allowed_actions: ['chiefs'] });
    for (const granting of [
      'restapi:admin/roles',
      'restapi:*',
      'rest*',
      '*:admin/*',
      '/rest.*/',
      '**',
      'chiefs',
      'nested',
    ]) {
      const role = { cluster_permissions: [granting] };
      await run(admin, [
        ['PUT', '/api/roles/evil', role, says(403, 'Access denied')],
        [
          'PATCH',
          '/api/roles',
          [{ op: 'add', path: '/evil', value: role }],
          says(403, 'Access denied'),
        ],
        [
          'PUT',
          '/api/actiongroups/evil',
          { allowed_actions: [granting] },
          says(403, 'Access denied'),
        ],
      ]);
    }
    const chief = 'security_rest_api_full_access';
    await internal('PUT', '/api/internalusers/boss', {
      password: GOOD_PASSWORD,
      opendistro_security_roles: [chief],
    });
    await run(admin, [
      ['PUT', '/api/roles/fine', { cluster_permissions: ['*', 'cluster:*'] }, { statusCode: 201 }],
      ['PUT', `/api/rolesmapping/${chief}`, { users: ['admin'] }, says(403, 'Access denied')],
      [
        'PATCH',
        '/api/internalusers/admin',
        [{ op: 'add', path: '/opendistro_security_roles', value: [chief] }],
        says(403, 'Access denied'),
      ],
      // Users who have the role keep it when something else changes.
      [
        'PATCH',
        '/api/internalusers/boss',
        [{ op: 'add', path: '/description', value: 'b' }],
        says(200, "'boss' updated."),
      ],
    ]);
    const administrator = clientOf(engine, await login(engine, 'boss', GOOD_PASSWORD));
    expect(await administrator('GET', '/authinfo')).toMatchObject({ body: { roles: [chief] } });
  });

  it('allows changes of the security configuration by its setting', async () => {
    const { admin } = await startWith({ allowsSecurityConfigModification: true });
    const { body } = await admin('GET', '/api/securityconfig');
    await run(admin, [
      [
        'PUT',
        '/api/securityconfig/config',
        (body as { config: object }).config,
        says(200, "'config' updated."),
      ],
      [
        'PATCH',
        '/api/securityconfig',
        [{ op: 'add', path: '/config/dynamic/do_not_fail_on_forbidden', value: true }],
        says(200, 'Resource updated.'),
      ],
      [
        'PUT',
        '/api/securityconfig/config',
        { dynamic: { foo: 1 } },
        { statusCode: 400, body: { status: 400 } },
      ],
      ...[
        [{ http: { nope: true } }, 'Unrecognized field "nope" in [dynamic.http.nope]'],
        [{ authc: { d: { order: 'x' } } }, 'Cannot deserialize value of [dynamic.authc.d.order]'],
        [{ authc: { d: { http_authenticator: { kind: 'basic' } } } }, /Unrecognized field "kind"/],
        [{ kibana: { default_tenant: [1] } }, /\[dynamic\.kibana\.default_tenant\]/],
        [{ kibana: { sign_in_options: ['BASIC', {}] } }, /\[dynamic\.kibana\.sign_in_options\.1\]/],
        [{ auth_failure_listeners: { l: { allowed_tries: 0 } } }, /\.l\.allowed_tries\]/],
        [{ on_behalf_of: [] }, /\[dynamic\.on_behalf_of\]/],
      ].map(
        ([dynamic, reason]) =>
          [
            'PUT',
            '/api/securityconfig/config',
            { dynamic },
            {
              statusCode: 400,
              body: {
                status: 400,
                error: {
                  type: 'json_mapping_exception',
                  reason:
                    typeof reason === 'string' ? reason : expect.stringMatching(reason as RegExp),
                },
              },
            },
          ] as const
      ),
    ]);
  });

  it('accepts flags as text, and null for defaults', async () => {
    const { admin } = await startWith({ allowsSecurityConfigModification: true });
    const kibana = { multitenancy_enabled: 'FALSE', default_tenant: null, opendistro_role: null };
    await run(admin, [
      [
        'PUT',
        '/api/securityconfig/config',
        { dynamic: { kibana, do_not_fail_on_forbidden: 'true' } },
        says(200, "'config' updated."),
      ],
      [
        'GET',
        '/api/tenancy/config',
        undefined,
        { body: { multitenancy_enabled: false, default_tenant: '' } },
      ],
      ['PUT', '/api/tenancy/config', { private_tenant_enabled: false }, { statusCode: 200 }],
      [
        'PUT',
        '/api/tenancy/config',
        { multitenancy_enabled: true },
        { body: { multitenancy_enabled: true, private_tenant_enabled: false } },
      ],
      ['GET', '/dashboardsinfo', undefined, { body: { not_fail_on_forbidden_enabled: true } }],
    ]);
  });

  it('is denied for the endpoints of old clusters as well', async () => {
    const { admin } = await startWith({
      compatibility: '2.19',
      disabledEndpoints: { global: { MIGRATE: ['POST'], VALIDATE: ['*'] } },
    });
    const disabled = (endpoint: string, method: string) =>
      says(
        403,
        new RegExp(`does not have any access to endpoint ${endpoint} and method ${method}`)
      );
    await run(admin, [
      ['POST', '/api/migrate', undefined, disabled('MIGRATE', 'POST')],
      ['GET', '/api/validate', undefined, disabled('VALIDATE', 'GET')],
      ['GET', '/api/_upgrade_check', undefined, { statusCode: 200 }],
    ]);
  });

  it('allows impersonation as configured', async () => {
    const { engine, admin, internal } = await startWith({ impersonation: { admin: ['emp*'] } });
    await internal('PUT', '/api/internalusers/employee', { password: GOOD_PASSWORD });
    const as = (name: string) =>
      admin('GET', '/authinfo', undefined, {
        headers: { opendistro_security_impersonate_as: name },
      });
    expect(await as('employee')).toMatchObject({
      statusCode: 200,
      body: { user_name: 'employee', roles: [] },
    });
    expect(await as('other')).toMatchObject({
      statusCode: 403,
      body: { error: { reason: "'admin' is not allowed to impersonate as 'other'" } },
    });
    expect(await as('empty')).toMatchObject({
      statusCode: 403,
      body: { error: { reason: 'No such user:empty' } },
    });
    const own = clientOf(engine, await login(engine, 'employee', GOOD_PASSWORD));
    expect(
      (
        await own('GET', '/authinfo', undefined, {
          headers: { opendistro_security_impersonate_as: 'admin' },
        })
      ).statusCode
    ).toBe(403);
  });
});

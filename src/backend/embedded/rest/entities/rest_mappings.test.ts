/** REST contract of role mappings, action groups and tenants, one row per response. */
import {
  envelopeA,
  envelopeB,
  internal,
  rows,
  useContract,
} from '../../../../../test/helpers/engine_contract';

useContract();

describe('role mappings', () => {
  beforeAll(() => internal('PUT', '/api/roles/mapped', { description: '' }));
  rows([
    [
      'creates',
      'PUT',
      '/api/rolesmapping/mapped',
      { backend_roles: ['hr'], users: ['jdoe'], hosts: [] },
      envelopeA(201, "'mapped' created."),
    ],
    [
      'shows',
      'GET',
      '/api/rolesmapping/mapped',
      undefined,
      {
        body: {
          mapped: {
            hosts: [],
            users: ['jdoe'],
            reserved: false,
            hidden: false,
            backend_roles: ['hr'],
            and_backend_roles: [],
          },
        },
      },
    ],
    [
      'maps a static role',
      'PUT',
      '/api/rolesmapping/own_index',
      { users: ['*'] },
      envelopeA(201, "'own_index' created."),
    ],
    [
      'nested too deeply',
      'PUT',
      '/api/rolesmapping/mapped',
      { users: JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) },
      envelopeB('The body holds more than 64 levels of objects and arrays inside one another.'),
    ],
    [
      'no array at all',
      'PUT',
      '/api/rolesmapping/mapped',
      { description: 'x' },
      envelopeB('Invalid configuration', {
        specify_one_of: { keys: 'hosts,users,backend_roles,and_backend_roles' },
      }),
    ],
    [
      'unknown role',
      'PUT',
      '/api/rolesmapping/nope',
      { users: [] },
      envelopeA(404, "role 'nope' not found."),
    ],
    [
      'hidden role',
      'PUT',
      '/api/rolesmapping/hidden_role',
      { users: [] },
      envelopeA(404, "Resource 'hidden_role' is not available."),
    ],
    [
      'reserved mapping',
      'PUT',
      '/api/rolesmapping/kibana_server',
      { users: [] },
      envelopeA(403, "Resource 'kibana_server' is reserved."),
    ],
    [
      'REST admin role',
      'PUT',
      '/api/rolesmapping/security_rest_api_full_access',
      { users: ['x'] },
      envelopeA(403, 'Access denied'),
    ],
    [
      'unknown',
      'GET',
      '/api/rolesmapping/nope',
      undefined,
      envelopeA(404, "rolesmapping 'nope' not found."),
    ],
    [
      'patches',
      'PATCH',
      '/api/rolesmapping/mapped',
      [{ op: 'add', path: '/and_backend_roles', value: ['a', 'b'] }],
      envelopeA(200, "'mapped' updated."),
    ],
    [
      'deletes',
      'DELETE',
      '/api/rolesmapping/mapped',
      undefined,
      envelopeA(200, "'mapped' deleted."),
    ],
  ]);
});

describe('action groups', () => {
  rows([
    [
      'creates',
      'PUT',
      '/api/actiongroups/my_ag',
      { allowed_actions: ['indices:data/read/search*', 'crud'], type: 'index', description: 'd' },
      envelopeA(201, "'my_ag' created."),
    ],
    [
      'shows',
      'GET',
      '/api/actiongroups/my_ag',
      undefined,
      {
        body: {
          my_ag: {
            reserved: false,
            hidden: false,
            allowed_actions: ['indices:data/read/search*', 'crud'],
            type: 'index',
            description: 'd',
            static: false,
          },
        },
      },
    ],
    ['alias', 'GET', '/api/actiongroup/crud', undefined, { body: { crud: { static: true } } }],
    [
      'missing actions',
      'PUT',
      '/api/actiongroups/x',
      { type: 'index' },
      envelopeB('Invalid configuration', { missing_mandatory_keys: { keys: 'allowed_actions' } }),
    ],
    [
      'all key problems in one answer',
      'PUT',
      '/api/actiongroups/x',
      { foo: 1 },
      envelopeB('Invalid configuration', {
        invalid_keys: { keys: 'foo' },
        missing_mandatory_keys: { keys: 'allowed_actions' },
      }),
    ],
    [
      'type',
      'PUT',
      '/api/actiongroups/x',
      { allowed_actions: [], type: 'foo' },
      envelopeA(400, 'Invalid action group type: foo. Supported types are: cluster, index.'),
    ],
    [
      'type in capitals',
      'PUT',
      '/api/actiongroups/x',
      { allowed_actions: [], type: 'CLUSTER' },
      envelopeA(201, "'x' created."),
    ],
    [
      'role name',
      'PUT',
      '/api/actiongroups/hidden_role',
      { allowed_actions: [] },
      envelopeA(
        400,
        'hidden_role is an existing role. A action group cannot be named with an existing role name.'
      ),
    ],
    [
      'itself',
      'PUT',
      '/api/actiongroups/y',
      { allowed_actions: ['y'] },
      envelopeA(400, 'y cannot be an allowed_action of itself'),
    ],
    [
      'REST admin',
      'PUT',
      '/api/actiongroups/y',
      { allowed_actions: ['restapi:admin/roles'] },
      envelopeA(403, 'Access denied'),
    ],
    [
      'static',
      'PUT',
      '/api/actiongroups/manage_snapshots',
      { allowed_actions: [] },
      envelopeA(403, "Resource 'manage_snapshots' is static."),
    ],
    [
      'unknown',
      'DELETE',
      '/api/actiongroups/nope',
      undefined,
      envelopeA(404, "actiongroup 'nope' not found."),
    ],
  ]);
});

describe('tenants', () => {
  rows([
    [
      'creates',
      'PUT',
      '/api/tenants/hr_dep',
      { description: 'HR department' },
      envelopeA(201, "'hr_dep' created."),
    ],
    [
      'shows',
      'GET',
      '/api/tenants',
      undefined,
      {
        body: {
          global_tenant: {
            reserved: true,
            hidden: false,
            description: 'Global tenant',
            static: true,
          },
          hr_dep: { reserved: false, hidden: false, description: 'HR department', static: false },
        },
      },
    ],
    [
      'empty body',
      'PUT',
      '/api/tenants/x',
      {},
      envelopeB('Request body required for this action.'),
    ],
    [
      'empty description',
      'PUT',
      '/api/tenants/x',
      { description: '' },
      envelopeA(201, "'x' created."),
    ],
    [
      'static',
      'DELETE',
      '/api/tenants/global_tenant',
      undefined,
      envelopeA(403, "Resource 'global_tenant' is static."),
    ],
    ['unknown', 'GET', '/api/tenants/nope', undefined, envelopeA(404, "tenant 'nope' not found.")],
    ['deletes', 'DELETE', '/api/tenants/x', undefined, envelopeA(200, "'x' deleted.")],
  ]);
});

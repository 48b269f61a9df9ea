/** Complete jobs of common cluster tools, run unchanged against the built product. */
import type { HttpClient } from '../helpers/http_client';
import { type HttpResult } from '../helpers/http_client';
import { runPythonJob, whyWithoutPython } from '../helpers/opensearch_py';
import { ADMIN, startServer, type TestServer } from '../helpers/server';

// The first run installs the Python client.
jest.setTimeout(240_000);

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const missing = whyWithoutPython();
if (missing !== undefined) process.stdout.write(`opensearch-py: skipped. ${missing}\n`);

(missing === undefined ? it : it.skip)('opensearch-py does a whole job', () => {
  const { status, output } = runPythonJob(server.url, ADMIN.username, ADMIN.password);
  expect(output.split('\n')).toEqual([
    'connected',
    'created',
    'read',
    'a user logged in and changed the password',
    'changed',
    'taken away',
    '',
  ]);
  expect(status).toBe(0);
});

/**
 * The requests of the Terraform provider for OpenSearch, in order and with their bodies: what it
 * sends for each resource (older resources use the older prefix), and what it reads from a
 * response. Source: its resources `role`, `roles_mapping`, `user`, `action_group`,
 * `dashboard_tenant` and `audit_config`.
 */
describe('Terraform', () => {
  const OLDER = '/_opendistro/_security/api';
  const API = '/_plugins/_security/api';
  const headers = {
    'kbn-xsrf': '',
    'user-agent': 'elastic/7.0.32 (linux-amd64)',
    accept: 'application/json',
    authorization: `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`,
  };
  const PASSWORD = 'Vintage-Tractor-42';

  interface Resource {
    readonly collection: string;
    readonly name: string;
    readonly body: Readonly<Record<string, unknown>>;
    /** The body after a change of the Terraform configuration. */
    readonly changed: Readonly<Record<string, unknown>>;
    /** A field that is sent and never returned. */
    readonly secret?: string;
  }

  const indexPermission = {
    index_patterns: ['tf-*'],
    dls: '',
    fls: [],
    masked_fields: [],
    allowed_actions: ['tf_group'],
  };
  /** In the order of creation; they are destroyed in reverse order. */
  const RESOURCES: readonly Resource[] = [
    {
      collection: `${API}/actiongroups`,
      name: 'tf_group',
      body: { allowed_actions: ['indices:data/read/get', 'search'], type: 'index' },
      changed: { allowed_actions: ['search'], type: 'index', description: 'Searches' },
    },
    {
      collection: `${API}/tenants`,
      name: 'tf_tenant',
      body: { description: '' },
      changed: { description: 'Of Terraform' },
    },
    {
      collection: `${OLDER}/roles`,
      name: 'tf role',
      body: {
        description: 'Reads tf',
        cluster_permissions: ['cluster_composite_ops_ro'],
        index_permissions: [indexPermission],
        tenant_permissions: [
          { tenant_patterns: ['tf_tenant'], allowed_actions: ['kibana_all_write'] },
        ],
      },
      // The provider omits empty values.
      changed: {
        description: 'Reads tf',
        index_permissions: [{ ...indexPermission, dls: '{"match_all":{}}', fls: ['~a'] }],
      },
    },
    {
      collection: `${OLDER}/internalusers`,
      name: 'tf.user',
      body: {
        backend_roles: ['tf'],
        attributes: { team: 'tf' },
        description: '',
        password: PASSWORD,
      },
      changed: { backend_roles: ['tf', 'tf2'], attributes: {}, description: 'Of Terraform' },
      secret: 'password',
    },
    {
      collection: `${OLDER}/rolesmapping`,
      name: 'tf role',
      body: {
        backend_roles: ['tf'],
        hosts: [],
        users: ['tf.user'],
        description: '',
        and_backend_roles: [],
      },
      changed: {
        backend_roles: [],
        hosts: ['*.tf.example.com'],
        users: ['tf.user'],
        description: 'd',
        and_backend_roles: ['tf', 'tf2'],
      },
    },
  ];
  const addressOf = ({ collection, name }: Resource) => `${collection}/${encodeURIComponent(name)}`;

  let http: HttpClient;
  beforeEach(() => {
    http = server.client();
  });
  const call = (method: string, path: string, body?: unknown): Promise<HttpResult<any>> =>
    http.request(method, path, { headers, ...(body !== undefined && { body }) });

  /** Puts a resource and reads it back, like a plan that must find no changes. */
  async function apply(resource: Resource, body: Resource['body'], status: string): Promise<void> {
    const { body: response } = await call('PUT', addressOf(resource), body);
    expect(response).toEqual({ status, message: expect.stringContaining(`'${resource.name}'`) });
    const { [resource.secret ?? '']: _secret, ...readable } = body;
    const { body: read } = await call('GET', addressOf(resource));
    expect(Object.keys(read)).toEqual([resource.name]);
    expect(read[resource.name]).toMatchObject(readable);
  }

  it('creates, plans, changes and destroys resources', async () => {
    const info = (await call('GET', '/')).body;
    expect(info.version).toMatchObject({
      distribution: 'opensearch',
      number: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });

    for (const resource of RESOURCES) await apply(resource, resource.body, 'CREATED');
    const asUser = { ...headers, authorization: `Basic ${btoa(`tf.user:${PASSWORD}`)}` };
    const who = () => http.get('/_plugins/_security/authinfo', { headers: asUser });
    expect((await who()).body).toMatchObject({ roles: ['tf role'], tenants: { tf_tenant: true } });

    for (const resource of RESOURCES) await apply(resource, resource.changed, 'OK');
    // A change without a password keeps it.
    expect((await who()).body).toMatchObject({ roles: ['tf role'] });

    for (const resource of [...RESOURCES].reverse()) {
      expect((await call('DELETE', addressOf(resource))).status).toBe(200);
      expect((await call('GET', addressOf(resource))).status).toBe(404);
    }
  });

  it('sets the audit configuration', async () => {
    const path = `${API}/audit`;
    const { config: before } = (await call('GET', path)).body;
    const config = {
      enabled: true,
      audit: {
        enable_rest: true,
        disabled_rest_categories: ['AUTHENTICATED'],
        enable_transport: false,
        disabled_transport_categories: [],
        resolve_bulk_requests: false,
        log_request_body: true,
        resolve_indices: false,
        exclude_sensitive_headers: true,
        ignore_users: ['kibanaserver'],
        ignore_requests: [],
      },
      compliance: {
        enabled: true,
        internal_config: true,
        external_config: false,
        read_metadata_only: true,
        read_watched_fields: { 'tf-*': ['a', 'b'] },
        read_ignore_users: [],
        write_metadata_only: false,
        write_log_diffs: true,
        write_watched_indices: ['tf-*'],
        write_ignore_users: [],
      },
    };
    const put = await call('PUT', `${path}/config`, config);
    expect([put.status, put.body.message]).toEqual([200, "'config' updated."]);
    expect((await call('GET', path)).body.config).toMatchObject(config);
    expect((await call('PUT', `${path}/config`, before)).status).toBe(200);
  });
});

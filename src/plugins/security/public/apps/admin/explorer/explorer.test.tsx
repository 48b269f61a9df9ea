/** Tests of the access explorer: request, result and prepared changes. */
import type { AccessExplanation, NearMiss, PatchOperation, Suggestion } from '@sd/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import type { ExplorerRequest } from './explain_request';
import { fetchError, lastBody, type Routes, searchResponse } from '../../../mocks';
import type { EntityPart } from '../../../types';
import {
  button,
  callsTo,
  combo,
  CONFIG,
  fill,
  formRoutes,
  index,
  notFound,
  openAdmin,
  role,
} from '../mocks';

jest.setTimeout(30_000);

const EXPLAIN = '/api/v1/access/explain';
const SEARCH = 'indices:data/read/search';

const response = (more: Partial<AccessExplanation> = {}): AccessExplanation => ({
  user: { name: 'joe', exists: true, backend_roles: [], attribute_names: [], roles: [] },
  question: { action: SEARCH, cluster_actions: [], index_actions: [SEARCH], indices: ['logs-1'] },
  decision: {
    outcome: 'denied',
    effect: 'refuse',
    reason: 'missing_index_permission',
    missing_actions: [SEARCH],
    allowed_indices: [],
    denied_indices: ['logs-1'],
  },
  grants: [],
  restrictions: [],
  near_misses: [],
  suggestions: [],
  truncated: [],
  ...more,
});
const reach = (index_patterns: string[], users = 1, more: object = {}) => ({
  opens: {
    all_indices: index_patterns.includes('*'),
    index_patterns,
    tenant_patterns: [],
    cluster_permissions: [],
  },
  gains: { users, user_patterns: [], backend_roles: [], hosts: [], ...more },
});
const assign = (role: string, breadth: number, patterns: string[]): Suggestion => ({
  kind: 'assign_role',
  role,
  is_reserved: false,
  breadth,
  mapping_patch: [{ op: 'add', path: '/users/-', value: 'joe' }],
  changes_restrictions: false,
  ...reach(patterns),
});
const extend = (patch: readonly PatchOperation[], users = 1, more: object = {}): Suggestion => ({
  kind: 'extend_role',
  role: 'own',
  patch,
  changes_restrictions: false,
  ...reach(['logs-1'], users, more),
});
const CREATE: Extract<Suggestion, { kind: 'create_role' }> = {
  kind: 'create_role',
  role_body: {
    cluster_permissions: [],
    index_permissions: [
      { index_patterns: ['logs-1'], fls: [], masked_fields: [], allowed_actions: [SEARCH] },
    ],
    tenant_permissions: [],
  },
  mapping_body: { users: ['joe'] },
  changes_restrictions: false,
  ...reach(['logs-1']),
};
const routes = (given: AccessExplanation = response()): Routes => ({
  ...formRoutes,
  'GET /api/v1/search/internalusers': () => searchResponse([{ name: 'joe', entity: {} }]),
  [`GET ${CONFIG}/internalusers/joe`]: () => ({ etag: '"1"' }),
  [`GET ${CONFIG}/internalusers/ldap`]: notFound,
  [`POST ${EXPLAIN}`]: () => given,
});
const FILES = '/api/v1/configuration_files';
const planned = (name: string) => () => ({
  same: 0,
  more: 0,
  total: 1,
  items: [{ name, action: 'create' }],
});
const SAMPLE_REQUEST = `/explorer?user=joe&action=${encodeURIComponent(SEARCH)}&index=logs-1`;

it('access explorer says on which indices the answer to a wildcard depends', async () => {
  await openAdmin(
    SAMPLE_REQUEST,
    routes(
      response({
        depends_on_indices: {
          permitted: ['logs-45-*', 'logs-*-eu'],
          if_all: 'execute',
          if_some: 'reduce',
          if_none: 'refuse',
        },
      })
    )
  );
  const box = (await screen.findByText('Depends on the existing indices')).closest('.euiCallOut');
  expect(box).toHaveTextContent('The roles permit logs-45-*, logs-*-eu.');
  expect(box).toHaveTextContent(
    'If only some of them are permitted: The cluster runs the request on the allowed indices only.'
  );
  expect(box).toHaveTextContent(
    'If none of them is permitted: The cluster refuses the request (403).'
  );
  expect(screen.queryByText('Denied')).not.toBeInTheDocument();
});

it('access explorer sends the form and stores it in the address', async () => {
  const { user, core, services } = await openAdmin('/explorer', routes());
  await user.click(button('Check access'));
  expect(await screen.findByText('Enter a user, role or backend role.')).toBeInTheDocument();
  await user.click(combo('User'));
  await user.click(await screen.findByRole('option', { name: 'joe' }));
  await user.selectOptions(combo('can'), 'Exact action…');
  await user.click(button('Check access'));
  expect(await screen.findByText('Enter an action.')).toBeInTheDocument();
  await user.click(combo('Exact action'));
  await user.click(await screen.findByRole('option', { name: 'indices:data/read/get' }));
  fill(screen.getByRole('textbox', { name: 'on indices' }), 'logs-1, logs-2');
  await user.click(button('Check access'));
  expect(await screen.findByText('Denied')).toBeInTheDocument();
  expect(lastBody(core.http, EXPLAIN)).toEqual({
    user: 'joe',
    action: 'indices:data/read/get',
    index: ['logs-1', 'logs-2'],
  });
  const { search } = services.kit.services.history.location;
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
    user: 'joe',
    action: 'indices:data/read/get',
    index: 'logs-1, logs-2',
  });
});

it('access explorer asks with a plain verb, reading at first', async () => {
  const { user, core } = await openAdmin('/explorer?user=joe&index=logs-1', routes());
  expect(combo('can')).toHaveDisplayValue('read documents');
  expect(screen.queryByRole('combobox', { name: 'Backend roles' })).toBeNull();
  await user.click(button('Check access'));
  await screen.findByText('Denied');
  expect(lastBody(core.http, EXPLAIN)).toEqual({ user: 'joe', action: SEARCH, index: ['logs-1'] });
  await user.selectOptions(combo('can'), 'delete documents');
  await user.click(button('Check access'));
  await waitFor(() =>
    expect(lastBody(core.http, EXPLAIN)).toMatchObject({ action: 'indices:data/write/delete' })
  );
});

it('access explorer checks again on request', async () => {
  let given = response();
  const { user } = await openAdmin(SAMPLE_REQUEST, {
    ...routes(),
    [`POST ${EXPLAIN}`]: () => given,
  });
  await screen.findByText('Denied');
  given = response({ decision: { ...given.decision, outcome: 'allowed', reason: 'granted' } });
  await user.click(button('Check again'));
  expect(await screen.findByText('Allowed')).toBeInTheDocument();
});

it('access explorer says that a suspended user cannot log in', async () => {
  const { user } = response();
  await openAdmin(SAMPLE_REQUEST, routes(response({ user: { ...user, suspended: true } })));
  expect(await screen.findByText(/joe is suspended and can't log in/)).toBeInTheDocument();
});

const path = (number: number) =>
  within(screen.getByRole('list', { name: `Path ${number}` }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('access explorer shows an allowed request as a path from the user to the permission', async () => {
  await openAdmin(
    SAMPLE_REQUEST,
    routes(
      response({
        user: {
          ...response().user,
          roles: [
            {
              role: 'sales_read',
              exists: true,
              origins: [{ via: 'backend_roles', pattern: 'sales', value: 'sales' }],
            },
          ],
        },
        decision: { ...response().decision, outcome: 'allowed', reason: 'granted' },
        grants: [
          {
            kind: 'index',
            role: 'sales_read',
            entry: 0,
            requested_action: SEARCH,
            index: 'sales-1',
            index_match: { pattern: 'sales-*', via: 'index', name: 'sales-1' },
          },
        ],
      })
    )
  );
  await screen.findByText('Allowed');
  expect(path(1)).toEqual([
    'Userjoe',
    'Backend rolesales',
    'Rolesales_read',
    'Allowsread documents on sales-*',
  ]);
});

// @feature access-explorer/2
it('access explorer shows where the path breaks, with the smallest fix there', async () => {
  const addition = [{ op: 'add', path: '/index_permissions/0/allowed_actions/-', value: SEARCH }];
  const suggestions = [
    extend(addition as PatchOperation[]),
    assign('logs_read', 2, ['logs-*']),
    extend(addition as PatchOperation[], 3, { backend_roles: ['ops'], hosts: ['10.*'] }),
    assign('everything', 3, ['*']),
  ];
  await openAdmin(SAMPLE_REQUEST, routes(response({ suggestions })));
  await screen.findByText('Denied');
  const [from, gap] = path(1);
  expect(from).toBe('Userjoe');
  expect(gap).toMatch(/^Missing.*Add to the role own.*1 person gains access to 1 index\./s);
  for (const text of [
    'Give the user the role logs_read. 1 person gains access to indices logs-*.',
    '3 people, everyone with backend role ops, and everyone who connects from 10.* gain access to 1 index.',
  ])
    expect(screen.getByText(text, { exact: false })).toBeInTheDocument();
  const broad = screen.getByRole('heading', { name: 'Grants much more (1)' });
  const fix = screen.getByText('Give the user the role everything.', { exact: false });
  expect(fix).toHaveTextContent('1 person gains access to all indices.');
  expect(broad.compareDocumentPosition(fix)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('access explorer names what is missing in the words of the question, without internal indices', async () => {
  const miss = (role: string, patterns: readonly string[]): NearMiss => ({
    code: 'index_pattern_missing',
    role,
    entry: 0,
    requested_action: SEARCH,
    index: 'logs-1',
    patterns: [...patterns],
    closeness: 0.5,
  });
  const decision = {
    ...response().decision,
    missing_actions: [SEARCH],
    denied_indices: ['logs-1'],
  };
  await openAdmin(
    SAMPLE_REQUEST,
    routes(
      response({
        decision,
        near_misses: [
          miss('kibana_user', ['.kibana', '.kibana_*']),
          miss('ops', ['a', 'b', 'c', 'd']),
        ],
        suggestions: [CREATE, assign('logs_read', 2, ['logs-*'])],
      })
    )
  );
  await screen.findByText('Denied');
  expect(path(1)).toEqual([
    'Userjoe',
    expect.stringMatching(
      /^Missingread documents on logs-1Create a role that allows only this\. 1 person gains access to 1 index\./
    ),
  ]);
  const misses = screen.getByRole('button', { name: 'Close matches (1)' });
  expect(misses).toHaveAttribute('aria-expanded', 'false');
  expect(screen.getByText(/its patterns \(a, b, c and 1 more\)/)).toBeInTheDocument();
  expect(screen.queryByText(/\.kibana/)).toBeNull();
});

it('access explorer asks about the user of a pasted error, not about the API key of the page', async () => {
  const { user: person, core } = await openAdmin('/explorer?api_key=k1', routes());
  await person.click(button('Paste an error message'));
  fill(screen.getByRole('textbox', { name: 'Error message' }), logLine('logs-1', SEARCH));
  await person.click(button('Use'));
  await waitFor(() =>
    expect(lastBody(core.http, EXPLAIN)).toEqual({ user: 'joe', action: SEARCH, index: ['logs-1'] })
  );
});

it('access explorer parses a cluster error and evaluates external users by backend roles', async () => {
  const { user, core } = await openAdmin(
    '/explorer',
    routes(
      response({
        user: { name: 'ldap', exists: false, backend_roles: ['a'], attribute_names: [], roles: [] },
      })
    )
  );
  await user.click(button('Paste an error message'));
  const box = screen.getByRole('textbox', { name: 'Error message' });
  fill(box, 'index_not_found_exception');
  await user.click(button('Use'));
  expect(await screen.findByText(/Paste the whole message/)).toBeInTheDocument();
  fill(
    box,
    '{"error":{"reason":"no permissions for [indices:data/read/search, x] and User [name=ldap, backend_roles=[a, b c], requestedTenant=null]"},"status":403}'
  );
  await user.click(button('Use'));
  await user.click(button('Check access'));
  expect(await screen.findByText(/There is no internal user “ldap”/)).toBeInTheDocument();
  expect(lastBody(core.http, EXPLAIN)).toEqual({
    subject: { name: 'ldap', backend_roles: ['a', 'b c'] },
    action: SEARCH,
  });
});

const user = (name: string, roles = '', tenant = 'null') =>
  `User [name=${name}, backend_roles=[${roles}], requestedTenant=${tenant}]`;
const refused = (actions: string, who = user('joe')) =>
  `no permissions for [${actions}] and ${who}`;
const error = (reason: string) => ({ type: 'security_exception', reason });
const BULK = 'indices:data/write/bulk[s]';
const LOG = '[2026-11-28T19:35:31,639][INFO ][o.o.s.p.PrivilegesEvaluatorImpl] [n1] ';
const logLine = (indices: string, action: string, who = user('joe')) =>
  `${LOG}No index-level perm match for ${who} Resolved [aliases=[], allIndices=[${indices}], types=[*], originalRequested=[${indices}], remoteIndices=[]]: Insufficient permissions for the referenced index [Action [${action}]] [RolesChecked [own_index, readall]]`;

// As 2.19.3 and 3.4.0 write them.
it.each<[string, string, object]>([
  ['a bulk request', refused(BULK), { user: 'joe', action: BULK }],
  [
    'several documents',
    refused('indices:data/read/mget[shard]'),
    { user: 'joe', action: 'indices:data/read/mget[shard]' },
  ],
  [
    'all items of a bulk response',
    JSON.stringify({
      took: 90,
      errors: true,
      items: [
        {
          index: {
            _index: 'a-1',
            _id: '1',
            status: 403,
            error: error(refused(`${BULK}, indices:data/write/index`)),
          },
        },
        { index: { _index: 'ok', _id: '1', status: 200 } },
        {
          index: {
            _index: 'a-2',
            _id: '1',
            status: 403,
            error: error(refused(`${BULK}, indices:data/write/index`)),
          },
        },
      ],
    }),
    { user: 'joe', action: 'indices:data/write/index', index: 'a-1, a-2' },
  ],
  [
    'a part of a bulk response',
    `[{"index":{"_index":"a-1","status":403,"error":{"type":"security_exception","reason":"${refused(BULK)}"}}},{"index":{"_index":"a-2"`,
    { user: 'joe', action: BULK, index: 'a-1' },
  ],
  [
    'a name with brackets, commas and equal signs',
    JSON.stringify({
      error: { root_cause: [], ...error(refused(SEARCH, user('adv[x,y=z]', 'r[1], cn=a,dc=b'))) },
    }),
    { user: 'adv[x,y=z]', backendRoles: ['r[1]', 'cn=a,dc=b'], action: SEARCH },
  ],
  [
    'text escaped for JSON, inside JSON',
    JSON.stringify({ log: JSON.stringify({ message: refused(SEARCH, user('jo"e', 'a')) }) }),
    { user: 'jo"e', backendRoles: ['a'], action: SEARCH },
  ],
  [
    'YAML, folded over lines',
    `error:\n  reason: "no permissions for [${SEARCH}] and User [name=joe,\\\n    \\ backend_roles=[r[1]], requestedTenant=null]"\nstatus: 403`,
    { user: 'joe', backendRoles: ['r[1]'], action: SEARCH },
  ],
  [
    'lines of the log, with their indices',
    `${logLine('a-1', BULK)}\n${logLine('a-2, a-3', BULK)}\n${LOG}Authentication finally failed for x`,
    { user: 'joe', action: BULK, index: 'a-1, a-2, a-3' },
  ],
  [
    'a line of the log about the cluster',
    `${LOG}No cluster-level perm match for ${user('joe', 'team a, x=y')} Resolved [aliases=[*], allIndices=[*], types=[*], originalRequested=[*], remoteIndices=[]] [Action [cluster:monitor/state]] [RolesChecked [readall]]. No permissions for [cluster:monitor/state]`,
    { user: 'joe', backendRoles: ['team a', 'x=y'], action: 'cluster:monitor/state', index: '' },
  ],
  [
    'a requested tenant',
    JSON.stringify({ index: '.kibana_1', error: error(refused(SEARCH, user('joe', '', 'hr]2'))) }),
    { user: 'joe', action: SEARCH, tenant: 'hr]2', index: '' },
  ],
  [
    'a tenant that is not allowed',
    `${LOG}Tenant hr is not allowed for user joe`,
    { user: 'joe', action: SEARCH, tenant: 'hr' },
  ],
  [
    'roles in place of a user',
    'no permissions for [cluster:admin/opendistro/alerting/monitor/get] and associated roles [a, b]',
    { action: 'cluster:admin/opendistro/alerting/monitor/get', roles: ['a', 'b'], user: '' },
  ],
  [
    'an audit event',
    `${LOG}{"audit_category":"MISSING_PRIVILEGES","audit_request_privilege":"${SEARCH}","audit_request_effective_user":"joe","audit_trace_indices":["a-*"]}`,
    { user: 'joe', action: SEARCH, index: 'a-*' },
  ],
  [
    'the REST API, which names no permission',
    JSON.stringify({
      status: 'FORBIDDEN',
      message:
        'No permission to access REST API: User joe with Security roles [own_index] does not have any role privileged for admin access. No client TLS certificate found in request',
    }),
    { user: 'joe', action: '' },
  ],
])('access explorer reads a denial of %s', async (_what, text, expected) => {
  const {
    user: name = '',
    action,
    index: indices = '',
    ...details
  } = expected as Partial<ExplorerRequest>;
  const { backendRoles = [], roles = [], tenant } = details;
  const { user: person, core } = await openAdmin('/explorer', {
    ...routes(),
    [`GET ${CONFIG}/internalusers/${encodeURIComponent(name)}`]: () =>
      name === 'joe' ? { etag: '"1"' } : notFound(),
  });
  await person.click(button('Paste an error message'));
  fill(screen.getByRole('textbox', { name: 'Error message' }), text);
  await person.click(button('Use'));
  if (action === '') await person.selectOptions(combo('can'), 'read documents');
  await person.click(button('Check access'));
  const subject = {
    name: name === '' ? '-' : name,
    backend_roles: backendRoles,
    ...(roles.length > 0 && { security_roles: roles }),
  };
  await waitFor(() =>
    expect(lastBody(core.http, EXPLAIN)).toEqual({
      ...(name === 'joe' ? { user: 'joe' } : { subject }),
      action: action === '' ? SEARCH : action,
      ...(indices !== '' && { index: indices.split(', ') }),
      ...(tenant !== undefined && { tenant }),
    })
  );
});

it('access explorer sends tenants by their wire names', async () => {
  const { user, core } = await openAdmin(`${SAMPLE_REQUEST}&tenant=`, routes());
  await screen.findByText('Denied');
  expect(lastBody(core.http, EXPLAIN)).toMatchObject({ tenant: '' });
  await user.click(combo('Tenant'));
  await user.click(await screen.findByRole('option', { name: 'Private' }));
  await user.click(button('Check access'));
  await waitFor(() => expect(lastBody(core.http, EXPLAIN)).toMatchObject({ tenant: '__user__' }));
});

// @feature access-explorer/3
it('access explorer shows decision, grants, near misses and effective restrictions', async () => {
  await openAdmin(
    SAMPLE_REQUEST,
    routes(
      response({
        user: {
          ...response().user,
          roles: [{ role: 'reader', exists: true, origins: [{ via: 'direct' }] }],
        },
        decision: {
          ...response().decision,
          outcome: 'partial',
          effect: 'reduce',
          reason: 'reduced',
          allowed_indices: ['logs-1'],
          denied_indices: ['hr'],
        },
        grants: [
          {
            kind: 'index',
            role: 'reader',
            entry: 1,
            requested_action: SEARCH,
            index: 'logs-1',
            action: { path: ['read', 'indices:data/read*'], pattern: 'indices:data/read*' },
            index_match: { pattern: 'logs-*', via: 'index', name: 'logs-1' },
          },
        ],
        near_misses: [
          {
            code: 'index_pattern_missing',
            role: 'reader',
            entry: 0,
            requested_action: SEARCH,
            index: 'hr',
            patterns: ['h-*'],
            closeness: 0.5,
          },
        ],
        restrictions: [
          {
            index: 'logs-1',
            documents: { mode: 'all', queries: [] },
            fields: { mode: 'include', fields: ['a'] },
            masking: { mode: 'some', fields: ['ip'] },
            sources: [],
          },
        ],
      })
    )
  );
  expect(await screen.findByText('Partly allowed')).toBeInTheDocument();
  expect(screen.getByText('Allowed: logs-1. Not allowed: hr.')).toBeInTheDocument();
  expect(
    screen.getByText(
      `reader grants ${SEARCH} on logs-1: index permission 2, pattern logs-* (read › indices:data/read*).`
    )
  ).toBeInTheDocument();
  expect(
    screen.getByText(
      `reader, index permission 1: grants ${SEARCH}, but its patterns (h-*) don't match hr.`
    )
  ).toBeInTheDocument();
  const restrictions = screen.getByRole('group', { name: 'Visible data in logs-1' });
  expect(restrictions).toHaveTextContent('Only the fields a');
  expect(restrictions).toHaveTextContent('Anonymized: ip');
  expect(screen.getByRole('row', { name: /^reader/, hidden: true })).toHaveTextContent('Direct');
  expect(screen.getByText(/Checked by this server's security engine/)).toBeInTheDocument();
});

describe('prepared changes', () => {
  it('open the mapping of a role unsaved and return to the answer after saving', async () => {
    const { user, core } = await openAdmin(SAMPLE_REQUEST, {
      ...routes(
        response({
          suggestions: [{ ...assign('ops', 1, ['logs-1']), changes_restrictions: true }],
        })
      ),
      [`GET ${CONFIG}/rolesmapping/ops`]: () => ({
        etag: '"4"',
        users: ['ann'],
        hosts: [],
        backend_roles: [],
      }),
      [`POST ${CONFIG}/rolesmapping/ops`]: () => ({ message: 'ok' }),
      [`GET ${CONFIG}/roles/ops`]: () => role(),
    });
    expect(await screen.findByText('Also changes which data is visible')).toBeInTheDocument();
    await user.click(button('Review change to ops'));
    expect(await screen.findByText(/We filled in the suggested change/)).toBeInTheDocument();
    expect(core.http.post).toHaveBeenCalledTimes(1);
    await user.click(button('Map'));
    await waitFor(() =>
      expect(lastBody(core.http, `${CONFIG}/rolesmapping/ops`)).toMatchObject({
        users: ['ann', 'joe'],
      })
    );
    expect(await screen.findByRole('button', { name: 'Check again' })).toBeInTheDocument();
    await waitFor(() =>
      expect(core.http.post.mock.calls.filter(([url]) => String(url) === EXPLAIN)).toHaveLength(2)
    );
  });

  it('create a new role together with its mapping, under a name that is free', async () => {
    const { user, core } = await openAdmin(SAMPLE_REQUEST, {
      ...routes(response({ suggestions: [CREATE] })),
      [`GET ${CONFIG}/roles/search_logs-1`]: () => role(),
      [`GET ${CONFIG}/roles/joe_reads`]: notFound,
      [`POST ${FILES}/roles/_plan`]: planned('joe_reads'),
      [`POST ${FILES}/rolesmapping/_plan`]: planned('joe_reads'),
      [`POST ${FILES}/_import`]: () => ({ is_done: true, is_whole: true, results: [] }),
      'POST /api/v1/access/impact': () => ({
        gains: {
          total: 1,
          hosts: [],
          people: [{ name: 'joe', roles: ['joe_reads'], permissions: [] }],
        },
        loses: { total: 0, hosts: [], people: [] },
        sees_other: { total: 0, names: [] },
        complete: true,
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Review role' }));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    expect(name).toHaveValue('search_logs-1');
    expect(await screen.findByText('A role with this name already exists.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create and map role' })).toBeNull();
    fill(name, 'joe_reads');
    await user.click(await screen.findByRole('button', { name: 'Create and map role' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull());
    const bodies = callsTo(core.http.post, `${FILES}/_import`).map(
      (options) => JSON.parse(String(options['body'])) as object
    );
    // The others are dry runs.
    expect(bodies.filter((body) => !('trial' in body))).toMatchObject([
      {
        changes: [
          { kind: 'roles', name: 'joe_reads', action: 'create', entry: CREATE.role_body },
          { kind: 'rolesmapping', name: 'joe_reads', action: 'create', entry: { users: ['joe'] } },
        ],
      },
    ]);
    expect(core.http.post.mock.calls.filter(([url]) => String(url) === EXPLAIN)).toHaveLength(2);
  });

  it('open a role with the missing permissions', async () => {
    const { user } = await openAdmin(SAMPLE_REQUEST, {
      ...routes(
        response({
          suggestions: [
            extend([
              { op: 'add', path: '/index_permissions/0/allowed_actions/-', value: SEARCH },
              {
                op: 'add',
                path: '/index_permissions/-',
                value: { index_patterns: ['hr'], allowed_actions: ['write'] },
              },
            ]),
          ],
        })
      ),
      [`GET ${CONFIG}/roles/own`]: () => ({
        ...role({ index_permissions: [index()] }),
        etag: '"1"',
      }),
    });
    expect(
      await screen.findByText(`Add to the role own: ${SEARCH}; write on hr.`, { exact: false })
    ).toBeInTheDocument();
    await user.click(button('Review change to own'));
    const form = await screen.findByRole('form', { name: 'Role' });
    expect(within(form).getByText(SEARCH)).toBeInTheDocument();
    expect(within(form).getAllByText('hr')).not.toHaveLength(0);
    expect(screen.getByText(/We filled in the suggested change/)).toBeInTheDocument();
  });
});

it('access explorer reports why there is no result', async () => {
  await openAdmin(SAMPLE_REQUEST, {
    ...routes(),
    [`POST ${EXPLAIN}`]: () => {
      throw fetchError(429, { message: 'Too many explanations at a time.' });
    },
  });
  expect(await screen.findByText('Too many explanations at a time.')).toBeInTheDocument();
});

it('access explorer is hidden if the backend does not support explanations', async () => {
  await openAdmin(SAMPLE_REQUEST, {}, { features: { explain: false } });
  expect(await screen.findByText(/can't explain access/)).toBeInTheDocument();
});

it("access explorer says that the cluster's decision is authoritative", async () => {
  await openAdmin(SAMPLE_REQUEST, routes(), { features: { conditionalWrites: false } });
  expect(await screen.findByText(/makes the final decision/)).toBeInTheDocument();
});

// @feature access-explorer/4
it('access explorer evaluates an API key, names its missing permissions and returns to users', async () => {
  const key = { id: 'abcdefghijkl', name: 'Nightly', unnamed_actions: [SEARCH] };
  const { user, core, services } = await openAdmin(
    `/explorer?api_key=${key.id}&action=${encodeURIComponent(SEARCH)}&index=logs-1`,
    routes(response({ key }))
  );
  expect(
    await screen.findByText(/the API key “Nightly” doesn't include indices:data\/read\/search here/)
  ).toBeInTheDocument();
  expect(lastBody(core.http, EXPLAIN)).toEqual({
    api_key: key.id,
    action: SEARCH,
    index: ['logs-1'],
  });
  await user.click(button('Check a user instead'));
  await user.click(button('Check access'));
  expect(await screen.findByText('Enter a user, role or backend role.')).toBeInTheDocument();
  expect(services.kit.services.history.location.search).toContain('api_key');
});

it('shows the panels that plugins add below an answer about a user', async () => {
  const entityParts: readonly EntityPart[] = [
    {
      id: 'shop.orders',
      entity: 'explanation',
      order: 10,
      load: async () => (props) => <p>{`Orders of ${props.name}`}</p>,
    },
    {
      id: 'shop.returns',
      entity: 'explanation',
      order: 20,
      isAvailable: ({ isConnected }) => isConnected,
      load: async () => () => <p>Returns</p>,
    },
  ];
  await openAdmin(SAMPLE_REQUEST, routes(), { entityParts });
  expect(await screen.findByText('Orders of joe')).toBeVisible();
  expect(screen.queryByText('Returns')).toBeNull();
});

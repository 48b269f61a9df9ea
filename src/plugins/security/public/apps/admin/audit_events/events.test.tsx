/** Tests of the audit event pages. */
import { screen, waitFor, within } from '@testing-library/react';
import type { AuditEvent, AuditEventsResponse } from '../../../../common';
import { callsOf, fetchError, lastBody, type Routes } from '../../../mocks';
import { button, CONFIG, fill, openAdmin, queries } from '../mocks';

jest.setTimeout(30_000);
const EVENTS = '/api/v1/audit/events';
const AT = '2026-05-03T10:00:00.000+00:00';

const event = (more: Record<string, unknown> = {}): AuditEvent => ({
  _id: '1',
  '@timestamp': AT,
  audit_category: 'MISSING_PRIVILEGES',
  audit_request_effective_user: 'jane',
  audit_request_remote_address: '10.1.2.3',
  audit_rest_request_method: 'GET',
  audit_rest_request_path: '/sales/_search',
  ...more,
});
const WRITE = event({
  _id: '2',
  audit_category: 'COMPLIANCE_INTERNAL_CONFIG_WRITE',
  audit_rest_request_path: undefined,
  audit_compliance_operation: 'UPDATE',
  audit_trace_doc_id: 'roles',
  audit_trace_resolved_indices: ['.opendistro_security'],
  audit_compliance_diff_content: '[{"op":"add","path":"/sales~1read/description","value":"y"}]',
});
const auditConfig = (enabled: boolean, loginsOff = false): Routes => ({
  [`GET ${CONFIG}/audit`]: () => ({
    etag: '"1"',
    config: {
      enabled,
      audit: {
        enable_rest: true,
        disabled_rest_categories: loginsOff ? ['AUTHENTICATED', 'GRANTED_PRIVILEGES'] : [],
        disabled_transport_categories: loginsOff ? ['AUTHENTICATED'] : [],
      },
      compliance: { enabled: false },
    },
  }),
});
const routes = (
  events: readonly AuditEvent[],
  more: Partial<AuditEventsResponse> = {},
  enabled = true
): Routes => ({
  ...auditConfig(enabled),
  [`GET ${EVENTS}`]: ({ query }) => ({
    events,
    per_page: 25,
    total: events.length,
    ...more,
    ...((query as { spans?: number }).spans !== undefined && {
      spans: [
        { from: Date.parse(AT), count: 3 },
        { from: Date.parse(AT) + 1_000, count: 2_000, is_more: true },
      ],
    }),
  }),
});
type Http = Parameters<typeof queries>[0];
/** The last request for rows, not for the histogram. */
const lastEventQuery = (http: Http) =>
  queries(http, EVENTS)
    .filter(({ spans }) => spans === undefined)
    .at(-1);

// @feature audit-events/2
it('audit events show who did what from where, and a histogram', async () => {
  await openAdmin('/auditEvents', routes([event(), WRITE]));
  const [, first, second] = await screen.findAllByRole('row');
  expect(first).toHaveTextContent(/Denied: GET \/sales\/_search.*jane.*10\.1\.2\.3/s);
  expect(second).toHaveTextContent(/Updated role sales\/read/);
  // Codes are in the details.
  expect(second).not.toHaveTextContent('COMPLIANCE');
  expect(second).not.toHaveTextContent('.opendistro_security');
  expect(
    await screen.findByRole('img', { name: /At most at least 2,000 in one of 2 intervals/ })
  ).toBeInTheDocument();
  expect(screen.queryByText('Audit logging is off')).toBeNull();
  expect(screen.queryByText('Successful logins are not recorded')).toBeNull();
});

it("hides what the server's own account does, names it, and shows it on request", async () => {
  const own = event({ audit_request_effective_user: 'kibanaserver' });
  const { user, core } = await openAdmin(
    '/auditEvents',
    routes([own], { server_user: 'kibanaserver' })
  );
  const notice = await screen.findByText(
    /Events from what this console reads as kibanaserver are hidden/
  );
  expect(lastEventQuery(core.http)).toMatchObject({ server: 'hidden' });
  await user.click(within(notice).getByRole('button', { name: 'Show these events' }));
  await waitFor(() => expect(lastEventQuery(core.http)).not.toHaveProperty('server'));
  expect(await screen.findByText(/add this user to the ignored users/)).toBeInTheDocument();
  expect(screen.getAllByRole('row')[1]).toHaveTextContent(/kibanaserverThis console/);
  await user.click(screen.getByRole('button', { name: 'Hide these events' }));
  await waitFor(() => expect(lastEventQuery(core.http)).toMatchObject({ server: 'hidden' }));
});

it.each([
  ['Created role x', { op: 'add', path: '/x' }],
  ['Deleted role x', { op: 'remove', path: '/x' }],
  ['Updated role mapping x', { op: 'add', path: '/x/users/-' }, 'rolesmapping'],
  ['Updated audit configuration', { op: 'replace', path: '/config/enabled' }, 'audit'],
  ['Updated API allow list', { op: 'replace', path: '/config/enabled' }, 'allowlist'],
  ['Created guardrail payroll', { op: 'add', path: '/config/payroll' }, 'guardrails'],
  ['Deleted guardrail payroll', { op: 'remove', path: '/config/payroll' }, 'guardrails'],
  ['Updated guardrail payroll', { op: 'add', path: '/config/payroll/users' }, 'guardrails'],
  ['Updated guardrails', { op: 'replace', path: '' }, 'guardrails'],
  ['Created connection staging', { op: 'add', path: '/staging' }, 'connections'],
  ['Changed the password of user x', { op: 'replace', path: '/x/hash' }, 'internalusers'],
  [
    'Suspended user x',
    { op: 'add', path: '/x/attributes/enabled', value: 'false' },
    'internalusers',
  ],
  ['Reactivated user x', { op: 'remove', path: '/x/attributes/enabled' }, 'internalusers'],
  ['Updated user x', { op: 'add', path: '/x/attributes/site', value: 'Rome' }, 'internalusers'],
  ['UPDATE apitokens', { op: 'add', path: '/x' }, 'apitokens'],
])('audit events name the changed object: %s', async (text, operation, type = 'roles') => {
  await openAdmin(
    '/auditEvents',
    routes([
      {
        ...WRITE,
        audit_trace_doc_id: type,
        audit_compliance_diff_content: JSON.stringify([operation]),
      },
    ])
  );
  expect(await screen.findByText(text)).toBeInTheDocument();
});

it('one act is one row, which says what was renamed or how much was changed', async () => {
  const change = (id: string, request: string, diff: object[], more: object = {}) => ({
    ...WRITE,
    _id: id,
    audit_request_id: request,
    audit_compliance_diff_content: JSON.stringify(diff),
    ...more,
  });
  const added = (path: string) => [{ op: 'add', path }];
  const { user } = await openAdmin(
    '/auditEvents',
    routes([
      change('6', 'r2', [{ op: 'remove', path: '/old' }], { audit_trace_doc_id: 'rolesmapping' }),
      change('5', 'r2', [], { audit_renamed_from: 'old', audit_renamed_to: 'new' }),
      ...['a', 'b', 'c', 'd'].map((name) => change(name, 'r1', added(`/${name}`))),
      change('0', 'r0', added('/alone')),
    ])
  );
  const [, rename, bulk, alone, ...more] = await screen.findAllByRole('row');
  expect(more).toEqual([]);
  expect(rename).toHaveTextContent(/Renamed role old to new/);
  expect(rename).not.toHaveTextContent(/Deleted/);
  expect(bulk).toHaveTextContent(
    /Changed 4 entries in one step.*Created role a · Created role b · Created role c and 1 more/s
  );
  expect(alone).toHaveTextContent('Created role alone');
  await user.click(within(bulk!).getByRole('button'));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('heading', { name: 'Created role d' })).toBeInTheDocument();
  expect(within(dialog).getAllByText('COMPLIANCE_INTERNAL_CONFIG_WRITE')).toHaveLength(4);
});

it.each([
  [
    'Created API key Backup of jane',
    {
      audit_category: 'API_TOKEN_WRITE',
      audit_request_privilege:
        'made: API key 8A6F "Backup" of "jane", for all roles, until 2027-02-26T17:08:55.323Z',
    },
  ],
  [
    'Revoked API key Backup of jane',
    {
      audit_category: 'API_TOKEN_WRITE',
      audit_request_privilege: 'revoked: API key 8A6F "Backup" of "jane"',
    },
  ],
  [
    'Created connection staging',
    {
      audit_category: 'CONNECTION_CHANGED',
      audit_rest_request_method: 'POST',
      audit_rest_request_path: '/api/v1/clusters/staging',
    },
  ],
  [
    'Deleted connection staging',
    {
      audit_category: 'CONNECTION_CHANGED',
      audit_rest_request_method: 'DELETE',
      audit_rest_request_path: '/api/v1/clusters/staging',
    },
  ],
  [
    'Two-factor authentication: enrolled: app "Phone"',
    { audit_category: 'SECOND_FACTOR', audit_request_privilege: 'enrolled: app "Phone"' },
  ],
])('audit events say what happened: %s', async (text, fields) => {
  const noRequest = { audit_rest_request_method: undefined, audit_rest_request_path: undefined };
  await openAdmin('/auditEvents', routes([event({ ...noRequest, ...fields })]));
  expect(await screen.findByText(text)).toBeInTheDocument();
});

it('audit events page reports that logins are not recorded and records them', async () => {
  const { user, core } = await openAdmin('/auditEvents', {
    ...routes([]),
    ...auditConfig(true, true),
    [`POST ${CONFIG}/audit/config`]: () => ({ message: 'Saved.' }),
  });
  expect(await screen.findByText('Successful logins are not recorded')).toBeInTheDocument();
  await user.click(screen.getByRole('switch', { name: /Record logins/ }));
  await waitFor(() =>
    expect(lastBody(core.http, `${CONFIG}/audit/config`)).toMatchObject({
      audit: {
        disabled_rest_categories: ['GRANTED_PRIVILEGES'],
        disabled_transport_categories: [],
      },
    })
  );
});

it('audit events default to the last day and apply the filters', async () => {
  const { core, user } = await openAdmin('/auditEvents?f.category=FAILED_LOGIN', routes([event()]));
  const first = lastEventQuery(core.http)!;
  expect(Number(first['to']) - Number(first['from'])).toBe(86_400_000);
  expect(first).toMatchObject({ categories: 'FAILED_LOGIN', page: 1, per_page: 25 });
  const address = screen.getByRole('searchbox', { name: 'Client address' });
  fill(address, '10.1.2.3');
  await user.type(address, '{Enter}');
  await waitFor(() => expect(lastEventQuery(core.http)).toMatchObject({ remote: '10.1.2.3' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time' }), 'Last 7 days');
  await waitFor(() => {
    const { from, to } = lastEventQuery(core.http)!;
    expect(Number(to) - Number(from)).toBe(7 * 86_400_000);
  });
});

it('audit events are not counted with a text search but still paged', async () => {
  const { core, user } = await openAdmin(
    '/auditEvents?q=sales',
    routes(
      Array.from({ length: 25 }, (_, at) => event({ _id: String(at) })),
      { total: undefined, next_cursor: '7' }
    )
  );
  expect(queries(core.http, EVENTS).filter(({ spans }) => spans !== undefined)).toEqual([]);
  await user.click(await screen.findByRole('link', { name: 'Page 2 of 2' }));
  await waitFor(() =>
    expect(lastEventQuery(core.http)).toMatchObject({ search: 'sales', page: 2 })
  );
});

it('audit event details show all fields and link to the change history', async () => {
  const { user } = await openAdmin('/auditEvents', routes([WRITE]));
  await user.click(
    await screen.findByRole('button', { name: /Show details of “Updated role sales\/read”/ })
  );
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('audit_trace_doc_id')).toBeInTheDocument();
  const link = within(dialog).getByRole('link', { name: 'Show this change in the history' });
  const address = new URL(link.getAttribute('href')!, 'http://x');
  expect(address.pathname).toBe('/app/security/history');
  expect(address.searchParams.get('f.type')).toBe('roles');
  expect(address.searchParams.get('f.actor')).toBe('jane');
  const [from, to] = ['f.from', 'f.to'].map((key) => Number(address.searchParams.get(key)));
  expect(from).toBeLessThanOrEqual(Date.parse(AT));
  expect(to).toBeGreaterThanOrEqual(Date.parse(AT));
});

describe('audit event export', () => {
  const created: Blob[] = [];
  beforeEach(() => {
    created.length = 0;
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        created.push(blob);
        return 'blob:x';
      },
      revokeObjectURL: () => undefined,
    });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  });
  afterEach(() => jest.restoreAllMocks());
  const text = (blob: Blob): Promise<string> =>
    new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsText(blob);
    });

  it('contains all pages of the filtered events as CSV without formulas', async () => {
    const { user, core } = await openAdmin('/auditEvents?f.user=jane', {
      ...auditConfig(true),
      [`GET ${EVENTS}`]: ({ query }) =>
        (query as { cursor?: string }).cursor === 'next'
          ? { events: [event({ _id: '2' })], per_page: 200 }
          : {
              events: [event({ audit_request_effective_user: '=cmd()' })],
              per_page: 200,
              total: 2,
              next_cursor: 'next',
            },
    });
    await user.click(button('Export'));
    await user.click(await screen.findByText('CSV with the columns of the list'));
    await waitFor(() => expect(created).toHaveLength(1));
    const lines = (await text(created[0]!)).split('\r\n');
    expect(lines[1]).toBe(`${AT},MISSING_PRIVILEGES,"'=cmd()",GET /sales/_search,,10.1.2.3`);
    expect(lines[2]).toContain(',jane,');
    expect(lastEventQuery(core.http)).toMatchObject({ user: 'jane', cursor: 'next' });
    expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith({
      title: '2 events exported.',
    });
  });

  it('contains every field as NDJSON and reports errors', async () => {
    let fails = false;
    const { user, core } = await openAdmin('/auditEvents', {
      ...auditConfig(true),
      [`GET ${EVENTS}`]: () => {
        if (fails) throw fetchError(403, { message: 'Not any more.' });
        return { events: [WRITE], per_page: 200, total: 1 };
      },
    });
    await user.click(button('Export'));
    await user.click(await screen.findByText('NDJSON with all fields'));
    await waitFor(() => expect(created).toHaveLength(1));
    expect(JSON.parse(await text(created[0]!))).toEqual(JSON.parse(JSON.stringify(WRITE)));
    fails = true;
    await user.click(button('Export'));
    await user.click(await screen.findByText('NDJSON with all fields'));
    await waitFor(() =>
      expect(core.notifications.toasts.addDanger).toHaveBeenCalledWith(
        expect.objectContaining({ text: expect.stringContaining('Not any more.') })
      )
    );
    expect(created).toHaveLength(1);
  });
});

it('audit events page reports that recording is off and turns it on', async () => {
  const { user, core } = await openAdmin('/auditEvents', {
    ...routes([], {}, false),
    [`POST ${CONFIG}/audit/config`]: () => ({ message: 'Saved.' }),
  });
  expect(await screen.findByText('Audit logging is off')).toBeInTheDocument();
  await user.click(screen.getByRole('switch', { name: /Enable audit logging/ }));
  await waitFor(() =>
    expect(lastBody(core.http, `${CONFIG}/audit/config`)).toMatchObject({ enabled: true })
  );
});

it('audit events page explains why the backend shows no events', async () => {
  const { core } = await openAdmin(
    '/auditEvents',
    {
      [`GET ${EVENTS}`]: () => {
        throw fetchError(501, { message: 'The cluster sends its events to a webhook.' });
      },
    },
    { features: { auditEvents: false } }
  );
  expect(await screen.findByText(/sends its events to a webhook/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Audit logging settings' })).toBeInTheDocument();
  expect(callsOf(core.http.get).filter(([path]) => path.endsWith('/audit'))).toEqual([]);
});

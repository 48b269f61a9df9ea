/** The page of alarm destinations. */
import { coreMock } from '@sd/core/public/mocks';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { addedByFindings, openFindings } from '../../../../test/helpers/findings_app';
import { openAdmin } from '../../security/public/apps/admin/mocks';
import type { Routes } from '../../security/public/mocks';
import type { AdminPage, SecurityPluginSetup } from '../../security/public';
import { plugin } from '.';

jest.setTimeout(30_000);
const PATH = '/api/v1/alarms';
const counts = { waiting: 0, delivered: 3, lost: 0 };
const OPS = { name: 'ops', kind: 'webhook', target: 'https://hooks.example.org', ...counts };
const MAIL = {
  name: 'mail',
  kind: 'email',
  target: 'ops@example.org (mail:587)',
  ...counts,
  waiting: 2,
  last_error: { at: 1, reason: 'The receiver answered with status 500.' },
};
const alarms = (more: object = {}) => ({
  destinations: [OPS, MAIL],
  clusters: [],
  events: ['finding'],
  min_severity: 'high',
  is_quiet: false,
  held: 0,
  time_zone: 'UTC',
  ...more,
});
/** Opens the Security app with the page of the plugin. */
async function openAlarms(own: Routes, path = '/findings/alarms', others: Routes = {}) {
  const core = coreMock.createSetup();
  for (const method of ['get', 'post'] as const)
    core.http[method].mockImplementation((async (url: string) =>
      own[`${method.toUpperCase()} ${url}`]?.({})) as never);
  const { addedPages } = await addedByFindings();
  const register = (page: AdminPage) => void addedPages.push(page);
  await plugin(coreMock.createPluginInitializerContext({})).setup(core as never, {
    security: { hasApiAccess: true, adminPages: { register } } as SecurityPluginSetup,
    findings: {},
  });
  const opened = await openAdmin(path, others, { features: { explain: true }, addedPages });
  return { ...opened, core };
}
const rowOf = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(name) }));

// @feature alarms/5
it('shows destinations with their state, and sends a test', async () => {
  const { user, core } = await openAlarms({
    [`GET ${PATH}`]: () => alarms({ digest_at: '07:30', is_quiet: true, held: 4 }),
    [`POST ${PATH}/ops/test`]: () => ({ delivered: true }),
    [`POST ${PATH}/mail/test`]: () => ({ delivered: false, reason: 'No route to host.' }),
  });
  expect((await rowOf('https://hooks')).getByText('No problems')).toBeInTheDocument();
  const mail = await rowOf('ops@example');
  expect(mail.getByText('Failing')).toBeInTheDocument();
  expect(mail.getByText('The receiver answered with status 500.')).toBeInTheDocument();
  expect(mail.getByText('2 waiting')).toBeInTheDocument();
  expect(screen.getByText('Daily digest at 07:30 (UTC).')).toBeInTheDocument();
  expect(screen.getByText('Quiet hours: 4 events are waiting.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Send a test to ops' }));
  const { addSuccess, addDanger } = core.notifications.toasts;
  await waitFor(() => expect(addSuccess).toHaveBeenCalledWith({ title: 'Test sent to ops' }));
  await user.click(screen.getByRole('button', { name: 'Send a test to mail' }));
  await waitFor(() =>
    expect(addDanger).toHaveBeenCalledWith({
      title: "Couldn't send a test to mail",
      text: 'No route to host.',
    })
  );
  expect(core.http.post).toHaveBeenCalledTimes(2);
});

it('says how to add the first destination', async () => {
  await openAlarms({ [`GET ${PATH}`]: () => alarms({ destinations: [] }) });
  expect(
    await screen.findByText(/^No destinations yet.*opensearch_security.alarms/)
  ).toBeInTheDocument();
});

const FINDINGS: Routes = { 'GET /api/v1/findings': () => ({ findings: [], skipped: [] }) };

it('is reached from the findings', async () => {
  const { user } = await openAlarms({ [`GET ${PATH}`]: () => alarms() }, '/findings', FINDINGS);
  await user.click(await screen.findByRole('link', { name: 'Alarms' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Alarms' })).toBeInTheDocument();
});

it.each([
  ['off', /Findings are off, here and for connected clusters/],
  ['account', /no user name and password on the cluster/],
  ['rights', /may not read the security configuration/],
])('says that findings are not watched, and what is missing: %s', async (problem, text) => {
  await openAlarms({
    [`GET ${PATH}`]: () => alarms({ not_watched: problem }),
  });
  expect(await screen.findByText(text)).toBeInTheDocument();
});

it('names connected clusters that are watched, and why others are not', async () => {
  const counts = { added: 0, gone: 0 };
  const clusters = [
    { id: 'staging', name: 'Staging', checked_at: 1, open: 7, added: 2, gone: 1 },
    { id: 'other', name: 'Other', ...counts, not_watched: 'not_allowed' },
    { id: 'old', name: 'Old', checked_at: 1, open: 3, ...counts, not_watched: 'unreachable' },
  ];
  await openAlarms({ [`GET ${PATH}`]: () => alarms({ clusters }) });
  const staging = await rowOf('Staging');
  expect(staging.getByText('Watched')).toBeInTheDocument();
  expect(staging.getByText('7 (2 new, 1 gone)')).toBeInTheDocument();
  expect((await rowOf('Other')).getByText(/alarms\.clusters/)).toBeInTheDocument();
  expect((await rowOf('Old')).getByText(/The last check failed/)).toBeInTheDocument();
});

it('is no page without the plugin, and the findings do not link to it', async () => {
  const features = { explain: true };
  await openFindings('/findings', FINDINGS, { features });
  await screen.findByRole('button', { name: 'Check again' });
  expect(screen.queryByRole('link', { name: 'Alarms' })).not.toBeInTheDocument();
  cleanup();
  await openFindings('/findings/alarms', {}, { features });
  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
});

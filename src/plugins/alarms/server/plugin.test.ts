/** The product with alarms, and without. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ADMIN_PASSWORD,
  startWholeServer,
  type WholeServer,
} from '../../../dev/openapi/whole_server';
import { HttpClient } from '../../../../test/helpers/http_client';
import { waitForCondition } from '../../../../test/helpers/wait_for';

jest.setTimeout(60_000);

async function start(...args: readonly string[]) {
  const server = await startWholeServer({ args });
  const admin = new HttpClient(server.url);
  await admin.login('admin', ADMIN_PASSWORD);
  return { server, admin };
}

let server: WholeServer;
afterEach(() => server.stop());

/** The metrics of alarms that the alert rules use. */
const METRICS = [
  ...new Set(
    readFileSync(join(__dirname, '../../../../deploy/monitoring/alerts.yml'), 'utf8').match(
      /security_dashboards_alarms_\w+/g
    )
  ),
];
const metricsIn = ({ text }: { readonly text: string }) =>
  METRICS.filter((name) => text.includes(`# TYPE ${name} `));
const pluginsOf = ({ text }: { readonly text: string }) =>
  [...text.matchAll(/{&quot;id&quot;:&quot;(\w+)&quot;,&quot;plugin&quot;/g)].map(([, id]) => id);

it('has a page, routes and metrics', async () => {
  const started = await start();
  server = started.server;
  const { admin } = started;
  expect((await admin.get('/api/v1/alarms')).status).toBe(200);
  expect((await admin.post('/api/v1/alarms/none/test', {})).body.attributes.code).toBe(
    'alarms.unknown_destination'
  );
  expect(pluginsOf(await admin.get('/app/security/findings/alarms'))).toContain('alarms');
  expect(METRICS).toHaveLength(2);
  expect(metricsIn(await admin.get('/api/metrics'))).toEqual(METRICS);
});

it('says that no findings are watched while these are off', async () => {
  const destination = { name: 'ops', kind: 'syslog', host: '127.0.0.1', protocol: 'udp' };
  const started = await start(
    '--opensearch_security.findings.enabled=false',
    `--opensearch_security.alarms.destinations=${JSON.stringify([destination])}`,
    '--opensearch_security.alarms.clusters=["staging"]'
  );
  server = started.server;
  const { admin } = started;
  await waitForCondition(async () =>
    Object.hasOwn((await admin.get('/api/v1/alarms')).body, 'not_watched')
  );
  expect((await admin.get('/api/v1/alarms')).body).toMatchObject({
    not_watched: 'off',
    clusters: [],
  });
});

// @feature alarms/6
it('has none of them when it is off, and reads its settings no more', async () => {
  const off = 'opensearch_security.alarms';
  const started = await start(`--${off}.enabled=false`, `--${off}.min_severity=none`);
  server = started.server;
  const { admin } = started;
  expect((await admin.get('/api/v1/alarms')).status).toBe(404);
  expect((await admin.post('/api/v1/alarms/none/test', {})).status).toBe(404);
  expect(server.routes.filter(({ config }) => config.path.includes('alarms'))).toEqual([]);
  expect(pluginsOf(await admin.get('/app/security/findings/alarms'))).toEqual([
    'security',
    'clusters',
    'findings',
    'management',
    'home',
    'requests',
  ]);
  expect(metricsIn(await admin.get('/api/metrics'))).toEqual([]);
  expect((await admin.get('/api/v1/findings')).status).toBe(200);
});

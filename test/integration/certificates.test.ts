/** Certificates in use that end soon: log, status, metric and finding of a built server. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Authority } from '../helpers/certificates';
import { ask } from '../helpers/deployment';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { SamlProviderDouble } from '../helpers/saml_provider';
import { waitForCondition } from '../helpers/wait_for';

jest.setTimeout(120_000);

const DAY_MS = 86_400_000;
const folder = mkdtempSync(path.join(tmpdir(), 'sd-ending-'));
const file = (name: string): string => path.join(folder, name);
let authority: Authority;
let server: TestServer | undefined;

beforeAll(async () => {
  authority = await Authority.make();
});
afterAll(async () => {
  await server?.stop();
  authority?.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function writeCertificate(name: string, days: number): Promise<void> {
  const notAfter = new Date(Date.now() + days * DAY_MS + DAY_MS / 2);
  const issued = await authority.issue('C=DE, CN=server', { isServer: true, notAfter });
  copyFileSync(issued.certFile, file(`${name}.pem`));
  copyFileSync(issued.keyFile, file(`${name}-key.pem`));
}

const get = (target: string) =>
  ask(`${server?.url}${target}`, {
    ca: Buffer.from(authority.files.cert),
    auth: `${ADMIN.username}:${ADMIN.password}`,
  });

async function certificatePart(): Promise<{ state: string; message: string }> {
  const { status } = JSON.parse((await get('/api/status')).text);
  return status.statuses.find(({ id }: { id: string }) => id.startsWith('core:certificates'));
}

it('are reported wherever they come from, until they are renewed and reloaded', async () => {
  await writeCertificate('tls', 10);
  for (const name of ['syslog', 'cluster', 'alarms']) await writeCertificate(name, 20);
  writeFileSync(
    file('config.yml'),
    JSON.stringify({
      'engine.unsupported.restapi.allow_securityconfig_modification': true,
      'server.ssl.enabled': true,
      'server.ssl.certificate': file('tls.pem'),
      'server.ssl.key': file('tls-key.pem'),
      'engine.audit.syslog.host': '127.0.0.1',
      'engine.audit.syslog.protocol': 'tls',
      'engine.audit.syslog.ssl.certificateAuthorities': file('syslog.pem'),
      'opensearch_security.clusters': {
        staging: {
          hosts: ['https://127.0.0.1:1'],
          ssl: { certificate_authorities: file('cluster.pem') },
        },
      },
      'opensearch_security.alarms.destinations': [
        {
          name: 'on-call',
          kind: 'email',
          host: 'mail.example.org',
          from: 'a@example.org',
          to: ['b@example.org'],
          certificate_authorities: file('alarms.pem'),
        },
      ],
    })
  );
  server = await startServer({ args: [`--config=${file('config.yml')}`] });
  await waitForCondition(async () => (await certificatePart()).state === 'yellow');
  const { message } = await certificatePart();
  const lines = server.output().split('\n');
  for (const [name, days] of [
    ['tls', 10],
    ['syslog', 20],
    ['cluster', 20],
    ['alarms', 20],
  ] as const) {
    expect(message).toContain(file(`${name}.pem`));
    const said = lines.filter((line) => line.includes(`The certificate ${file(`${name}.pem`)} (`));
    expect(said).toEqual([expect.stringContaining(`ends in ${days} days`)]);
  }
  const metrics = (await get('/api/metrics')).text;
  const [, seconds] =
    /certificate_expiry_seconds\{file="[^"]*tls\.pem"\} (\d+)/.exec(metrics) ?? [];
  expect(Math.floor(Number(seconds) / 86_400)).toBe(10);
  const findings = JSON.parse((await get('/api/v1/findings?fresh=true')).text).findings;
  const ending = findings.filter(({ rule }: { rule: string }) => rule === 'certificate-ends');
  expect(ending).toHaveLength(4);
  expect(ending[0]).toMatchObject({ severity: 'high' });

  // A renewed file counts once the server uses it.
  await writeCertificate('tls', 300);
  process.kill(server.pid, 'SIGHUP');
  await waitForCondition(async () => !(await certificatePart()).message.includes('tls.pem'));
  expect((await certificatePart()).message).toContain(file('syslog.pem'));
});

it('are found in the metadata of a SAML provider', async () => {
  const saml = await SamlProviderDouble.make();
  const domain = {
    http_enabled: true,
    order: 1,
    http_authenticator: {
      type: 'saml',
      challenge: false,
      config: {
        idp: { metadata_content: saml.metadata, entity_id: saml.entityId },
        sp: { entity_id: 'console' },
        kibana_url: server?.url,
        roles_key: 'groups',
        exchange_key: 'x'.repeat(64),
      },
    },
    authentication_backend: { type: 'noop' },
  };
  const sent = await ask(`${server?.url}/_plugins/_security/api/securityconfig`, {
    ca: Buffer.from(authority.files.cert),
    auth: `${ADMIN.username}:${ADMIN.password}`,
    method: 'PATCH',
    body: [{ op: 'add', path: '/config/dynamic/authc/saml_ending', value: domain }],
  });
  expect(sent.status).toBe(200);
  process.kill(server?.pid as number, 'SIGHUP');
  await waitForCondition(async () =>
    (await certificatePart()).message.includes('saml_ending: idp.metadata_content')
  );
});

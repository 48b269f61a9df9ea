import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '../api';
import { cleanUp, clientOf, INTERNAL, startEngine } from '../testing/embedded';
import {
  clusterOf,
  FAKE_PASSWORD,
  FakeCluster,
  healthy,
  json,
  type Respond,
} from '../../../test/helpers/fake_cluster';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';
import { runTool } from './index';

// The first password check loads dictionaries.
jest.setTimeout(30_000);
afterEach(cleanUp);

interface Given {
  readonly dataDir?: string;
  readonly user?: string;
  readonly password?: string;
}

async function migrate(argv: readonly string[], given: Given = {}) {
  const { dataDir = temporaryFolder(), user, password = 'not-the-password' } = given;
  const texts = { out: '', err: '' };
  const code = await runTool(['migrate', ...argv], dataDir, {
    write: (text) => void (texts.out += text),
    writeError: (text) => void (texts.err += text),
    env: {},
    readStdin: async () => `${password}\n`,
    settings: DEFAULT_SETTINGS,
    dashboardsIndex: '.kibana',
    cluster: {
      requestTimeout: 30_000,
      pingTimeout: 30_000,
      customHeaders: {},
      requestHeadersAllowlist: ['authorization'],
      sniffOnStart: false,
      sniffInterval: false,
      sniffOnConnectionFault: false,
      ...(user !== undefined && { username: user }),
      ssl: { verificationMode: 'full', alwaysPresentCertificate: false },
    },
  });
  return { code, ...texts };
}

it('reports invalid arguments, and rejects credentials in the URL', async () => {
  for (const [argv, text] of [
    [[], 'one of --to=URL and --from=URL'],
    [['--yes'], 'one of --to=URL and --from=URL'],
    [['--to=https://a', '--from=https://b'], 'one of --to=URL and --from=URL'],
    [['--to=nowhere'], 'nowhere is no URL'],
    [['--to=https://u:secret@a'], 'No credentials in the URL'],
    [['--to'], '--to needs a value'],
    [['--to=https://a', '--on-conflict=maybe'], '--on-conflict is keep or replace'],
    [['--to=https://a', '--replace=roles.yml'], '--replace takes config.yml alone'],
    [['--to=https://a', '--force'], 'no option --force'],
    [['--from=https://a', '--guardrails=x.yml'], 'an installation has its own'],
  ] as const) {
    const { code, err } = await migrate(argv);
    expect(code).toBe(2);
    expect(err).toContain(text);
    expect(err).not.toMatch(/secret|\n {4}at /);
  }
  expect(await migrate(['--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('--on-conflict=replace'),
  });
});

describe('an address that answers in another form than a cluster', () => {
  const DEEP = '['.repeat(100_000) + ']'.repeat(100_000);
  const HIT = '{"hits":{"hits":[{"_id":"1"}],"total":{"value":1}}}';
  const page = '<html>Welcome</html>';
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  const document = (source: unknown) => JSON.stringify({ _source: { roles: source }, _seq_no: 1 });
  /** The text of one path; other paths are answered as a cluster does. */
  const at =
    (place: string, text: string, isSuperAdmin = false): Respond =>
    (request, response) => {
      const path = request.url ?? '';
      if (path.includes(place)) return response.writeHead(200).end(text);
      if (path.endsWith('/whoami')) return json(response, 200, { is_admin: isSuperAdmin });
      return healthy(request, response);
    };

  it.each([
    ['a page', at('/whoami', page), 'in another form than a cluster: <html>'],
    ['a list', at('/whoami', '[]'), 'in another form than a cluster: []'],
    ['nothing', at('/whoami', 'null'), 'in another form than a cluster: null'],
    ['too many levels', at('/whoami', DEEP), 'more than 100 levels'],
    ['a document that is a page', at('/_doc/', document(encoded(page)), true), 'no map of entries'],
    ['a document that is a number', at('/_doc/', document(5), true), 'no map of entries'],
    ['a search without hits', healthy, 'answered a search in another form'],
    ['a hit without a source', at('_search', HIT), 'answered a search in another form'],
    ['a deep document', at('/_doc/', document(encoded(DEEP)), true), 'more than 100 levels'],
  ])('ends a migration with one sentence: %s', async (_what, respond, sentence) => {
    const cluster = await FakeCluster.start(respond);
    const { code, err } = await migrate([`--from=${cluster.url}`, '--password-stdin'], {
      user: 'root',
      password: FAKE_PASSWORD,
    });
    cluster.close();
    expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
    expect(err).not.toMatch(/\n {4}at |JSON at|valid JSON|Cannot read/);
  });

  it('counts as unreadable where a document of the configuration is a page', async () => {
    const searched = { hits: { hits: [], total: { value: 0 } } };
    const cluster = await FakeCluster.start((request, response) => {
      if (request.url?.includes('_search')) return json(response, 200, searched);
      return at('/nodesdn', page)(request, response);
    });
    const { code, out, err } = await migrate([`--from=${cluster.url}`, '--password-stdin'], {
      user: 'root',
      password: FAKE_PASSWORD,
    });
    cluster.close();
    expect([code, err]).toEqual([1, '']);
    expect(out).toMatch(/Left out:\n\s+nodes_dn.yml/);
  });
});

it('requires credentials, an installation, and no running server on its data folder', async () => {
  const to = ['--to=https://127.0.0.1:1'];
  expect((await migrate(to)).err).toContain('opensearch.ssl.certificate');
  expect((await migrate(to, { user: 'u' })).err).toContain('SECURITY_PASSWORD');
  const withPassword = [...to, '--password-stdin'];
  expect((await migrate(withPassword, { user: 'u' })).err).toContain('There is no installation in');
  const dataDir = temporaryFolder();
  const { engine } = await startEngine({ dataDir });
  const busy = await migrate(withPassword, { dataDir, user: 'u' });
  expect(busy.err).toContain(`A server runs on ${dataDir}`);
  await engine.stop();
  const away = await migrate(withPassword, { dataDir, user: 'u' });
  expect(away).toMatchObject({ code: 2, err: expect.stringContaining('https://127.0.0.1:1') });
  expect(away.err).not.toMatch(/not-the-password|\n {4}at /);
});

/** A data folder with these entries, by path of the REST API. */
async function installation(content: Readonly<Record<string, object>>): Promise<string> {
  const dataDir = temporaryFolder();
  const { engine } = await startEngine({ dataDir });
  const call = clientOf(engine, INTERNAL);
  for (const [path, body] of Object.entries(content))
    expect((await call('PUT', `/api/${path}`, body)).statusCode).toBeLessThan(300);
  await engine.stop();
  return dataDir;
}

describe('texts that are longer than the release of the cluster takes', () => {
  const query = JSON.stringify({ terms: { unit: ['x'.repeat(300)] } });
  const roleWith = (dls: string) => ({
    index_permissions: [{ index_patterns: ['a'], dls, allowed_actions: ['read'] }],
  });
  const short = JSON.stringify({ match_all: {} });

  async function planFor(release: string, isSuperAdmin: boolean): Promise<string> {
    const dataDir = await installation({
      'roles/long_query': roleWith(query),
      'roles/short_query': roleWith(short),
    });
    const answer = clusterOf({}, { release });
    const cluster = await FakeCluster.start((request, response) => {
      if (request.url?.endsWith('/whoami')) return json(response, 200, { is_admin: isSuperAdmin });
      if (request.url?.includes('/_search')) return json(response, 200, { hits: { hits: [] } });
      return answer(request, response);
    });
    const { code, out, err } = await migrate([`--to=${cluster.url}`, '--password-stdin'], {
      dataDir,
      user: 'root',
      password: FAKE_PASSWORD,
    });
    cluster.close();
    expect([code, err]).toEqual([1, '']);
    expect(cluster.requests.filter((one) => /^(PUT|PATCH|DELETE)/.test(one))).toEqual([]);
    return out;
  }

  it('are left out by the plan of a migration, with their length', async () => {
    const plan = await planFor('3.8.0', false);
    expect(plan).toContain(
      `    long_query: a text of it, such as a document query, has ${query.length} characters, and this release takes 256.`
    );
    expect(plan).not.toContain('short_query');
    expect(await planFor('3.7.0', false)).not.toContain('long_query');
  });

  it("are written with the administrator's certificate, and named as not editable", async () => {
    expect(await planFor('3.8.0', true)).toMatch(
      /more than 256 characters\. They work there, but this release refuses every change .*:\n {2}roles\/long_query\n\n/
    );
    expect(await planFor('3.7.0', true)).not.toContain('long_query');
  });
});

describe('guardrails', () => {
  const SALARIES = { rule: 'only', backend_roles: ['hr'], action: 'read', index: 'salaries-*' };
  const READS = { index_permissions: [{ index_patterns: ['sal*'], allowed_actions: ['read'] }] };
  const MARKS = { reserved: false, hidden: false, static: false };
  let entries: Parameters<typeof clusterOf>[0];
  let cluster: FakeCluster;
  beforeEach(async () => {
    entries = {};
    cluster = await FakeCluster.start((request, response) =>
      request.url?.includes('/_search')
        ? json(response, 200, { hits: { hits: [] } })
        : clusterOf(entries)(request, response)
    );
  });
  afterEach(() => cluster.close());

  const run = (argv: readonly string[], dataDir: string) =>
    migrate([...argv, '--on-conflict=keep', '--password-stdin'], {
      dataDir,
      user: 'root',
      password: FAKE_PASSWORD,
    });
  const broken = { code: 3, out: expect.stringContaining('jane → payroll → sal*') };

  // @feature guardrails/8
  it('of a data folder stop a migration into it', async () => {
    const dataDir = await installation({ guardrails: { salaries: SALARIES } });
    entries['roles'] = { payroll: { ...MARKS, ...READS } };
    entries['rolesmapping'] = { payroll: { ...MARKS, users: ['jane'] } };
    const from = [`--from=${cluster.url}`];
    expect(await run(from, dataDir)).toMatchObject(broken);
    expect(await run([...from, '--yes'], dataDir)).toMatchObject(broken);
    const { out } = await run([...from, '--yes', '--json'], dataDir);
    expect(JSON.parse(out)).toMatchObject({ outcome: 'guardrail_broken' });
    const { engine } = await startEngine({ dataDir });
    expect((await clientOf(engine, INTERNAL)('GET', '/api/roles/payroll')).statusCode).toBe(404);
    await engine.stop();
  });

  it('of a file stop a migration to a cluster, unless it gets a reason', async () => {
    const content = { 'roles/payroll': READS, 'rolesmapping/payroll': { users: ['jane'] } };
    const dataDir = await installation(content);
    const to = [`--to=${cluster.url}`];
    const unknown = await run(to, dataDir);
    expect([unknown.code, unknown.out]).toEqual([1, expect.stringContaining('No guardrails were')]);
    const never = { rule: 'never', users: ['jane'], action: 'read', index: 'salaries-*' };
    const file = join(temporaryFolder(), 'guardrails.yml');
    writeFileSync(file, JSON.stringify({ salaries: { ...never, on_breach: 'ask' } }));
    const checked = [...to, `--guardrails=${file}`];
    expect(await run(checked, dataDir)).toMatchObject(broken);
    expect(await run([...checked, '--yes'], dataDir)).toMatchObject(broken);
    expect((await run([...checked, '--reason=Moves house'], dataDir)).code).toBe(1);
    expect(cluster.requests.filter((one) => /^(PUT|PATCH|DELETE)/.test(one))).toEqual([]);
  });
});

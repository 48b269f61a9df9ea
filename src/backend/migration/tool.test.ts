import { DEFAULT_SETTINGS } from '../api';
import { cleanUp, startEngine } from '../testing/embedded';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';
import { runTool } from './index';

// The first password check loads dictionaries.
jest.setTimeout(30_000);
afterEach(cleanUp);

async function migrate(argv: readonly string[], given: { dataDir?: string; user?: string } = {}) {
  const { dataDir = temporaryFolder(), user } = given;
  const texts = { out: '', err: '' };
  const code = await runTool(['migrate', ...argv], dataDir, {
    write: (text) => void (texts.out += text),
    writeError: (text) => void (texts.err += text),
    env: {},
    readStdin: async () => 'not-the-password\n',
    settings: DEFAULT_SETTINGS,
    dashboardsIndex: '.kibana',
    cluster: {
      ...{ requestTimeout: 2_000, pingTimeout: 2_000, customHeaders: {} },
      ...{ requestHeadersAllowlist: [], sniffOnStart: false, sniffInterval: false },
      ...{ sniffOnConnectionFault: false, ...(user !== undefined && { username: user }) },
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

it('requires credentials, an installation, and no running server on its data folder', async () => {
  const to = ['--to=https://127.0.0.1:1'];
  expect((await migrate(to)).err).toContain('opensearch.ssl.certificate');
  expect((await migrate(to, { user: 'u' })).err).toContain('SD_OPENSEARCH_PASSWORD');
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

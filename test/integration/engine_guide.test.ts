/** The curl lines of the engine's guide and of README, run as printed. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ADMIN, startSecurityServer, type SecurityServer } from '../helpers/security_server';

const ROOT = path.join(__dirname, '..', '..');
const hasCurl = spawnSync('curl', ['--version']).status === 0;
/** Without curl, which a developer's machine may lack, there is nothing to run. */
const withCurl = hasCurl || process.env['CI'] !== undefined ? it : it.skip;

/** Each answer must be a success; nothing else is changed in the lines. */
const STRICT =
  'set -euo pipefail\ncurl() { command curl --silent --show-error --fail-with-body "$@"; echo; }\n';

let server: SecurityServer;
beforeEach(async () => {
  server = await startSecurityServer();
});
afterEach(() => server.stop());

/** @returns what the shell blocks with curl in a document print */
async function runLinesOf(file: string): Promise<string> {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map((match) => match[1]!);
  const script = blocks
    .filter((block) => /^(curl|export [A-Z]+=)/m.test(block))
    .join('\n')
    .replace('the administrator password', ADMIN.password)
    .replaceAll(/http:\/\/(127\.0\.0\.1|localhost):5601/g, server.url);
  const { stdout } = await promisify(execFile)('bash', ['-c', STRICT + script]);
  return stdout;
}

withCurl(
  'the guide works as printed',
  async () => {
    const stdout = await runLinesOf('docs/guide/engine.md');
    expect(stdout).toContain("'sales_reader' created.");
    expect(stdout).toContain("'jdoe' created.");
    expect(stdout).toMatch(/"user_name":"jdoe".*"roles":\["sales_reader"\]/);
    expect(stdout).toContain("'sales_reader' updated.");
    expect(stdout).toContain('Reads all sales');
    expect(stdout).toContain('Resource updated.');
    expect(stdout).toMatch(/"total":2,"page":1,"per_page":5,"items":\[\{"id":\d+/);
    expect(stdout).toContain('"path":"/sales_reader/description","value":"Reads all sales"');
    expect(stdout).toContain(`{"message":"'sales_reader' updated."}`);
    expect(stdout).toContain('{"events":[{"_id":"');
  },
  60_000
);

withCurl(
  'README works as printed',
  async () => {
    const [role, user, mapping, explained, roles, ...more] = (await runLinesOf('README.md'))
      .split('\n')
      .filter((line) => line !== '');
    expect([role, user, mapping].map((line) => JSON.parse(line!) as unknown)).toEqual([
      { status: 'CREATED', message: "'sales_reader' created." },
      { status: 'CREATED', message: "'jdoe' created." },
      { status: 'CREATED', message: "'sales_reader' created." },
    ]);
    expect(JSON.parse(explained!)).toMatchObject({ decision: { outcome: 'allowed' } });
    expect(JSON.parse(roles!)).toHaveProperty('sales_reader.index_permissions');
    expect(more).toEqual([]);
  },
  60_000
);

/** Runs the curl commands of the engine guide and of README as printed. */
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Authority } from '../helpers/certificates';
import { ADMIN, startSecurityServer, type SecurityServer } from '../helpers/security_server';

const ROOT = path.join(__dirname, '..', '..');
const hasCurl = spawnSync('curl', ['--version']).status === 0;
/** Skipped on developer machines without curl. */
const withCurl = hasCurl || process.env['CI'] !== undefined ? it : it.skip;

/** Fails the script on every error response; the commands are otherwise unchanged. */
const STRICT =
  'set -euo pipefail\ncurl() { command curl --silent --show-error --fail-with-body "$@"; echo; }\n';

const BY_CERTIFICATE = '--cert admin.pem';

let server: SecurityServer;
beforeEach(async () => {
  server = await startSecurityServer();
});
afterEach(() => server.stop());

/** The shell blocks of a document that contain curl. */
function blocksOf(file: string): readonly string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)]
    .map((match) => match[1]!)
    .filter((block) => /^(curl|export [A-Z]+=)/m.test(block));
}

/** Runs the blocks of a document that need no certificate. @returns their output */
async function runLinesOf(file: string): Promise<string> {
  const script = blocksOf(file)
    .filter((block) => !block.includes(BY_CERTIFICATE))
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
  'the certificate of the guide works as printed',
  async () => {
    const authority = await Authority.make();
    const secure = await startSecurityServer({
      settings: { adminDn: ['CN=admin,OU=it,O=example,C=DE'] },
      server: { ssl: await authority.serverTls() },
    });
    const admin = await authority.issue('C=DE, O=example, OU=it, CN=admin');
    const cwd = path.dirname(admin.certFile);
    copyFileSync(authority.files.certFile, path.join(cwd, 'tls-ca.pem'));
    copyFileSync(admin.certFile, path.join(cwd, 'admin.pem'));
    copyFileSync(admin.keyFile, path.join(cwd, 'admin-key.pem'));
    const script = blocksOf('docs/guide/engine.md').filter((block) =>
      block.includes(BY_CERTIFICATE)
    );
    const env = { ...process.env, ENGINE: `${secure.url}/_plugins/_security` };
    const { stdout } = await promisify(execFile)('bash', ['-c', STRICT + script.join('\n')], {
      cwd,
      env,
    });
    const [who, roles, created] = stdout.split('\n').map((line) => line && JSON.parse(line));
    expect(who).toMatchObject({ dn: 'CN=admin,OU=it,O=example,C=DE', is_admin: true });
    expect(roles).toHaveProperty('all_access');
    expect(created).toEqual({ status: 'CREATED', message: "'hidden_role' created." });
    await secure.stop();
    authority.remove();
  },
  60_000
);

withCurl(
  'README works as printed',
  async () => {
    const [role, explained, ...more] = (await runLinesOf('README.md'))
      .split('\n')
      .filter((line) => line !== '');
    expect(JSON.parse(role!)).toEqual({ status: 'CREATED', message: "'sales_reader' created." });
    expect(JSON.parse(explained!)).toMatchObject({ decision: { outcome: 'allowed' } });
    expect(more).toEqual([]);
  },
  60_000
);

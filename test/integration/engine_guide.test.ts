/** The curl lines of the engine's guide, run as printed. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ADMIN, startSecurityServer } from '../helpers/security_server';

const GUIDE = path.join(__dirname, '..', '..', 'docs', 'guide', 'engine.md');
const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Each answer must be a success; nothing else is changed in the lines. */
const STRICT =
  'set -euo pipefail\ncurl() { command curl --silent --show-error --fail-with-body "$@"; echo; }\n';

(hasCurl ? it : it.skip)(
  'works as printed (skipped without curl)',
  async () => {
    const server = await startSecurityServer();
    try {
      const blocks = [...readFileSync(GUIDE, 'utf8').matchAll(/^```sh\n([^]*?)^```$/gm)].map(
        (match) => match[1]!
      );
      const script = blocks
        .filter((block) => !block.includes('npm run'))
        .join('\n')
        .replace('the administrator password', ADMIN.password)
        .replaceAll('http://127.0.0.1:5601', server.url);
      const { stdout } = await promisify(execFile)('bash', ['-c', STRICT + script]);
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
    } finally {
      await server.stop();
    }
  },
  60_000
);

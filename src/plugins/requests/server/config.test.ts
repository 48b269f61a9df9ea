import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestsConfig } from '../../../../test/helpers/security_server';
import { config, type RequestsConfig, requestsSchema } from './config';

const docs = (...path: readonly string[]) =>
  readFileSync(join(__dirname, '../../../..', ...path), 'utf8');
const problemsWith = (drift: Partial<RequestsConfig['drift']>) =>
  config.validate?.(requestsConfig({ drift }));

it('accepts the example of the guide', () => {
  const [, folder] = /drift\.folder: (\S+)/.exec(docs('docs/guide/findings.md')) ?? [];
  const [, ignore] = /drift\.ignore: (\[.*\])/.exec(docs('docs/guide/findings.md')) ?? [];
  expect(problemsWith({ folder: String(folder), ignore: JSON.parse(String(ignore)) })).toEqual([]);
});

it.each([
  [{ folder: 'config' }, 'drift.folder: "config" is not an absolute path.'],
  [{ ignore: ['users/*'] }, 'drift.ignore: "users/*" doesn\'t begin with a kind and a slash;'],
])('rejects %j', (drift, problem) => {
  expect(problemsWith(drift)).toEqual([expect.stringContaining(`opensearch_security.${problem}`)]);
});

it.each([
  'requests.enabled',
  ...Object.entries(requestsSchema.properties).flatMap(([name, { properties }]) =>
    Object.keys(properties).map((key) => `${name}.${key}`)
  ),
])('documents %s in the configuration file and the reference', (key) => {
  expect(docs('config/security-dashboards.yml')).toMatch(
    new RegExp(`^# .*\n#opensearch_security\\.${key.replaceAll('.', '\\.')}:`, 'm')
  );
  expect(docs('docs/reference/security-app.md')).toContain(`\`${key}\``);
});

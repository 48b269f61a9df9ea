import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsSchema } from './config';

const docs = (path: string) => readFileSync(join(__dirname, '../../../..', path), 'utf8');

it.each(['enabled', ...Object.keys(findingsSchema.properties)])(
  'documents %s in the configuration file and the reference',
  (key) => {
    expect(docs('config/security-dashboards.yml')).toMatch(
      new RegExp(`^# .*\n#opensearch_security\\.findings\\.${key}:`, 'm')
    );
    expect(docs('docs/reference/security-app.md')).toContain(`\`findings.${key}\``);
  }
);

it('says that guardrails stay enforced while the plugin is off', () => {
  const [, comment = ''] =
    /((?:^# .*\n)+)#opensearch_security\.findings\.enabled:/m.exec(
      docs('config/security-dashboards.yml')
    ) ?? [];
  expect(comment).toMatch(/Guardrails that exist still refuse/);
});

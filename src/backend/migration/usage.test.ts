/** `usage` on a folder of files and lines of audit events. */
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';
import { DEFAULT_SETTINGS } from '../api';
import { runTool } from './index';

const ROLES = `sales_read:
  cluster_permissions: [cluster_composite_ops, cluster_monitor]
  index_permissions:
    - {index_patterns: ["sales-*", "hr-*"], allowed_actions: [crud]}
`;
const event = (action: string, index?: string) => ({
  audit_category: 'GRANTED_PRIVILEGES',
  '@timestamp': '2026-11-16T08:00:00.000+00:00',
  audit_request_effective_user: 'jane',
  audit_request_privilege: action,
  ...(index && { audit_trace_resolved_indices: [index] }),
});
const EVENTS = [
  JSON.stringify(event('indices:data/read/search', 'sales-2026.11.01')),
  JSON.stringify({ _source: event('indices:data/read/scroll') }),
  '{"index":{}}',
  'not JSON',
];

async function usage(...argv: readonly string[]) {
  const texts = { out: '', err: '' };
  const code = await runTool(['usage', ...argv], temporaryFolder(), {
    write: (text) => void (texts.out += text),
    writeError: (text) => void (texts.err += text),
    env: {},
    readStdin: async () => '',
    settings: DEFAULT_SETTINGS,
    dashboardsIndex: '.kibana',
    cluster: {
      requestTimeout: 30_000,
      pingTimeout: 30_000,
      customHeaders: {},
      requestHeadersAllowlist: [],
      sniffOnStart: false,
      sniffInterval: false,
      sniffOnConnectionFault: false,
      ssl: { verificationMode: 'full', alwaysPresentCertificate: false },
    },
  });
  return { code, ...texts };
}

function prepared(): readonly [dir: string, events: string] {
  const dir = join(temporaryFolder(), 'files');
  mkdirSync(dir);
  writeFileSync(join(dir, 'roles.yml'), ROLES);
  writeFileSync(join(dir, 'roles_mapping.yml'), 'sales_read: {backend_roles: [sales]}\n');
  writeFileSync(join(dir, 'internal_users.yml'), 'jane: {backend_roles: [sales]}\n');
  const file = join(dir, 'audit.ndjson');
  writeFileSync(file, EVENTS.join('\n'));
  return [dir, `--events=${file}`];
}

it('proposes a role from lines of audit events, and replays them', async () => {
  const [dir, events] = prepared();
  const { code, out, err } = await usage('sales_read', dir, events);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('2 granted requests recorded from 2026-11-16 to 2026-11-16.');
  expect(out).toContain('1 line could not be read.');
  expect(out).toContain(
    'sales_read:\n  cluster_permissions:\n    - "cluster_composite_ops_ro"\n  index_permissions:\n'
  );
  expect(out).toContain('- "sales-*"\n');
  expect(out).toContain('Replay: 0 of 2 recorded uses would be denied.');
  const json = await usage('sales_read', dir, events, '--setting=exact', '--json');
  expect(JSON.parse(json.out)).toMatchObject({
    proposal: {
      cluster_permissions: ['indices:data/read/scroll'],
      index_permissions: [{ index_patterns: ['sales-2026.11.01'] }],
    },
    skipped_lines: 1,
  });
});

it('skips a line that is longer than a text may be, and reads what stands before it', async () => {
  const [dir] = prepared();
  const file = join(dir, 'no_lines.ndjson');
  writeFileSync(file, `${EVENTS.slice(0, 2).join('\n')}\n`);
  // A hole, which takes no space.
  truncateSync(file, 600 * 1_048_576);
  const { code, out, err } = await usage('sales_read', dir, `--events=${file}`);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('2 granted requests recorded');
  expect(out).toContain('1 line could not be read.');
});

it('reports invalid arguments, unknown roles and unreadable files, and explains itself', async () => {
  const [dir, events] = prepared();
  for (const [argv, text] of [
    [['sales_read', dir], 'usage needs a role, a place and events'],
    [['sales_read', dir, events, '--setting=tiny'], '--setting is exact, grouped, generous; not'],
    [['nothing', dir, events], 'has no role nothing.'],
    [['sales_read', dir, '--events=/nowhere/at/all'], 'The events could not be read'],
  ] as const)
    expect(await usage(...argv)).toMatchObject({ code: 2, err: expect.stringContaining(text) });
  expect((await usage('--help')).out).toContain('GRANTED_PRIVILEGES');
});

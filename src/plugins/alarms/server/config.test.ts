import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { alarmsConfig } from '../../../../test/helpers/security_server';
import { alarmsSchema, config } from './config';

const problemsOf = (alarms: object) => config.validate?.(alarmsConfig(alarms)) ?? [];
const HOOK = {
  name: 'ops',
  kind: 'webhook',
  url: 'https://hooks.example.org/x?token=path-secret',
  secret: 'a-secret-of-16-characters',
};
const MAIL = {
  name: 'mail',
  kind: 'email',
  host: 'smtp.example.org',
  from: 'a@b.org',
  to: ['c@d.org'],
};

it('accepts the example of the guide', () => {
  const guide = readFileSync(join(__dirname, '../../../../docs/guide/findings.md'), 'utf8');
  const [, example = ''] = /## Alarms[^]*?```yaml\n([^]*?)```/.exec(guide) ?? [];
  const { 'opensearch_security.alarms': alarms } = parse(example) as Record<string, object>;
  const whole = alarmsConfig(alarms ?? {});
  expect(whole.destinations).toHaveLength(3);
  expect(new Ajv({ strict: false }).validate(alarmsSchema, whole)).toBe(true);
  expect(problemsOf(alarms ?? {})).toEqual([]);
});

it.each([
  [[{ ...HOOK, secret: 'short' }], 'destinations[0].secret: use at least 16 characters'],
  [[{ ...HOOK, secret: undefined }], 'secret is needed for the kind "webhook"'],
  [[{ ...HOOK, to: ['a@b.org'] }], 'destinations[0].to does not belong to the kind "webhook"'],
  [[{ ...HOOK, url: 'http://hooks.example.org/x' }], 'url: use https; http is accepted for this'],
  [[{ ...HOOK, url: 'http://127.0.0.1:8080/x' }], 'allowed_hosts does not name this address'],
  [[{ ...HOOK, url: 'https://10.1.2.3/x' }], 'allowed_hosts does not name this address'],
  [[{ ...HOOK, url: 'https://[::ffff:169.254.169.254]/' }], 'does not name this address'],
  [
    [{ ...HOOK, url: 'https://user:pass@hooks.example.org/x' }],
    'https address without credentials',
  ],
  [[{ ...HOOK, name: 'No spaces' }], 'destinations[0].name: use 1 to 40 lower-case letters'],
  [[HOOK, HOOK], 'a name occurs twice'],
  [[{ name: 'log', kind: 'syslog' }], 'host is needed for the kind "syslog"'],
  [[{ ...MAIL, to: ['c@d.org\r\nBcc: e@f.org'] }], 'to: a list of 1 to 20 e-mail addresses'],
  [[{ ...MAIL, from: 'nobody' }], 'from: no e-mail address'],
  [[{ ...MAIL, username: 'a' }], 'username and password are set together'],
  [
    [{ ...MAIL, security: 'none', username: 'a', password: 'mail-secret' }],
    'a password needs tls or starttls',
  ],
])('rejects a wrong destination without showing a secret (%#)', (destinations, problem) => {
  const defined = destinations.map((one) =>
    Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined))
  );
  const problems = problemsOf({ destinations: defined }).join('\n');
  expect(problems).toContain(problem);
  expect(problems).not.toMatch(/path-secret|16-characters"|mail-secret|user:pass/);
});

it.each([
  [{ time_zone: 'Mars/Olympus' }, '"Mars/Olympus" is no time zone'],
  [{ quiet_hours: { from: '22:00' } }, 'from and to are set together'],
  [{ quiet_hours: { from: '22:00', to: '22:00' } }, 'from and to are the same'],
  [{ allowed_hosts: ['10.0.0.0/99'] }, 'is no host name'],
  [{ clusters: ['home'] }, 'clusters: "home" is no id of a connected cluster'],
  [{ clusters: ['a', 'a'] }, 'clusters: an id occurs twice'],
  [{ clusters: Array.from({ length: 11 }, (_, at) => `c${at}`) }, 'clusters: at most 10'],
])('rejects wrong times, hosts and clusters (%#)', (alarms, problem) => {
  expect(problemsOf(alarms).join('\n')).toContain(problem);
});

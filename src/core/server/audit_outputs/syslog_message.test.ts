import { syslogMessage } from './syslog_message';

const FROM = { facility: 13, host: 'node-1', processId: 42, maxBytes: 8_192 } as const;
const event = {
  '@timestamp': '2026-11-24T02:34:08.123+00:00',
  audit_category: 'FAILED_LOGIN',
  audit_request_effective_user: 'jane',
};

it('is a message of RFC 5424 whose text is the event as JSON', () => {
  expect(syslogMessage(event, FROM)).toBe(
    `<108>1 2026-11-24T02:34:08.123+00:00 node-1 security-dashboards 42 FAILED_LOGIN - ${JSON.stringify(event)}`
  );
});

it.each([
  ['FAILED_LOGIN', 4],
  ['MISSING_PRIVILEGES', 4],
  ['BAD_HEADERS', 4],
  ['AUTHENTICATED', 6],
  ['COMPLIANCE_INTERNAL_CONFIG_WRITE', 5],
])('gives %s the severity %i', (category, severity) => {
  const message = syslogMessage({ ...event, audit_category: category }, { ...FROM, facility: 4 });
  expect(message.startsWith(`<${4 * 8 + severity}>1 `)).toBe(true);
});

it('has no character beyond ASCII and no control character, whatever the event holds', () => {
  const hostile = {
    ...event,
    '@timestamp': 'now\n<0>1 forged',
    audit_category: 'A B\n\u0000C'.repeat(9),
    audit_request_effective_user: 'Zoë\n<0>1 - forged \u2028 \u007f',
  };
  const message = syslogMessage(hostile, { ...FROM, host: 'höst name\n' });
  expect(message).toMatch(/^[\x20-\x7e]+$/);
  const [header = ''] = message.split(' - ');
  expect(header).toMatch(
    /^<109>1 \d{4}-\d\d-\d\dT[\d:.]+Z hstname security-dashboards 42 (ABC)+A?B?$/
  );
  expect(header.split(' ').at(-1)).toHaveLength(27);
  expect(JSON.parse(message.slice(message.indexOf('{')))).toEqual(hostile);
});

it('is at most as long as configured: the largest fields are left out', () => {
  const large = { ...event, audit_request_body: 'ü'.repeat(2_000), audit_node_id: 'n'.repeat(100) };
  const message = syslogMessage(large, { ...FROM, maxBytes: 480 });
  expect(Buffer.byteLength(message)).toBeLessThanOrEqual(480);
  expect(JSON.parse(message.slice(message.indexOf('{')))).toEqual({
    ...event,
    audit_node_id: large.audit_node_id,
    audit_truncated: true,
  });
});

/** Limits of failed logins, as `auth_failure_listeners` says. */
import { LoginGuard } from './login_guard';

let nowMs = 0;
beforeEach(() => {
  nowMs = 0;
});

function guardWith(listener?: object): LoginGuard {
  const guard = new LoginGuard(() => nowMs);
  guard.configure(listener && { one: { allowed_tries: 3, ...listener } });
  return guard;
}

const from = (remoteAddress: string, userName = 'jdoe') => ({ userName, remoteAddress });

it.each([
  ['an address', ['10.1.2.3'], '10.1.2.3', '10.1.2.4'],
  ['a pattern', ['10.1.*'], '10.1.2.3', '10.2.2.3'],
  ['a network', ['10.0.0.0/8'], '10.255.2.3', '11.0.0.1'],
  ['an odd network', ['192.168.1.128/25'], '192.168.1.200', '192.168.1.100'],
  ['a network of IPv6', ['fd00::/8'], 'fd12::1', 'fe80::1'],
])('never blocks ignored clients given as %s', (_what, ignore_hosts, ignored, other) => {
  const guard = guardWith({ type: 'ip', ignore_hosts });
  for (const address of [ignored, other])
    for (let tries = 0; tries < 5; tries++) guard.failed(from(address));
  expect(guard.blockedForMs(from(ignored))).toBe(0);
  expect(guard.blockedForMs(from(other))).toBeGreaterThan(0);
});

it('treats invalid networks in ignore_hosts as plain names', () => {
  const guard = guardWith({ type: 'ip', ignore_hosts: ['10.0.0.0/99', '/', '::/999', 7] });
  for (let tries = 0; tries < 3; tries++) guard.failed(from('10.0.0.1'));
  expect(guard.blockedForMs(from('10.0.0.1'))).toBeGreaterThan(0);
});

it.each(['ip', 'username'])(
  'keeps counting after a success, so that one valid account does not allow guessing others (%s)',
  (type) => {
    const guard = guardWith({ type });
    for (let tries = 0; tries < 3; tries++) {
      expect(guard.blockedForMs(from('10.0.0.1'))).toBe(0);
      guard.failed(from('10.0.0.1'));
      guard.noteSuccess(from('10.0.0.1'));
    }
    expect(guard.blockedForMs(from('10.0.0.1'))).toBe(600_000);
    nowMs = 600_000;
    expect(guard.blockedForMs(from('10.0.0.1'))).toBe(0);
  }
);

// @asvs V2.2/1
it('resets failures after a success and blocks per user name and address by default', () => {
  const guard = guardWith();
  for (let tries = 0; tries < 30; tries++) {
    guard.failed(from('10.0.0.1'));
    if (tries % 9 === 8) guard.noteSuccess(from('10.0.0.1'));
  }
  expect(guard.blockedForMs(from('10.0.0.1'))).toBe(0);
  for (let tries = 0; tries < 10; tries++) guard.failed(from('10.0.0.1'));
  expect(guard.blockedForMs(from('10.0.0.1'))).toBeGreaterThan(0);
  expect(guard.blockedForMs(from('10.0.0.2'))).toBe(0);
  expect(guard.blockedForMs(from('10.0.0.1', 'other'))).toBe(0);
});

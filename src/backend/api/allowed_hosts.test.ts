import { AllowedHosts, allowedHostProblems } from './allowed_hosts';

const SPECIAL = [
  '169.254.169.254',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '100.100.100.200',
  '::',
  'fe80::1',
  'ff02::1',
  'fd00:ec2::254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a9fe:a9fe',
  // IPv4-compatible, 6to4 and Teredo, which inverts the address.
  '::169.254.169.254',
  '2002:a9fe:a9fe::1',
  '2001:0:1::5601:5601',
  '168.63.129.16',
  '192.0.0.192',
  '::168.63.129.16',
];

it('allows ordinary addresses by default, and no link-local, metadata or multicast ones', () => {
  const { allows } = new AllowedHosts(['*']);
  for (const address of ['10.0.0.1', '127.0.0.1', '::1', '203.0.113.7', '2001:db8::1'])
    expect([address, allows('any.example.org', address)]).toEqual([address, true]);
  for (const address of SPECIAL)
    expect([address, allows('any.example.org', address)]).toEqual([address, false]);
});

it('allows special addresses only if a range names them, not a name or a range of everything', () => {
  const named = new AllowedHosts(['*', '169.254.0.0/16']);
  expect(named.allows('x', '169.254.169.254')).toBe(true);
  expect(named.allows('x', '100.100.100.200')).toBe(false);
  for (const pattern of ['x', '0.0.0.0/0', '::/0'])
    expect(new AllowedHosts([pattern]).allows('x', '169.254.169.254')).toBe(false);
});

it('restricts connections to the named hosts and ranges', () => {
  const { allows } = new AllowedHosts(['*.example.org', '10.1.0.0/16', '2001:db8::/32']);
  expect(allows('a.example.org', '203.0.113.7')).toBe(true);
  expect(allows('A.EXAMPLE.ORG', '203.0.113.7')).toBe(true);
  expect(allows('example.org.evil.test', '203.0.113.7')).toBe(false);
  expect(allows('aXexample.org', '203.0.113.7')).toBe(false);
  expect(allows('other', '10.1.2.3')).toBe(true);
  expect(allows('other', '10.2.2.3')).toBe(false);
  expect(allows('other', '2001:db8::7')).toBe(true);
});

it.each([
  ['node-*.*.example.org', 'node-1.eu.example.org', true],
  ['node-*.*.example.org', 'node-1.example.org', false],
  ['a*a', 'aa', true],
  ['a*a', 'a', false],
  ['*b*', 'abc', true],
  ['ab', 'abc', false],
  [`${'*a'.repeat(30)}b`, 'a'.repeat(250), false],
])('matches %s on %s: %s', (pattern, host, isAllowed) =>
  expect(new AllowedHosts([pattern]).allows(host, '203.0.113.7')).toBe(isAllowed)
);

it('reads the address in a URL as browsers and Node do', () => {
  const hosts = new AllowedHosts(['*']);
  for (const url of [
    'http://2852039166',
    'http://0xa9.0xfe.1',
    'http://[::ffff:169.254.1.1]:9200',
    'http://[::169.254.169.254]:9200',
    'http://[2002:a9fe:a9fe::1]:9200',
  ])
    expect([url, hosts.mayAllow(url)]).toEqual([url, false]);
  expect(hosts.mayAllow('https://localhost:9200')).toBe(true);
});

it('names patterns that are none', () => {
  expect(allowedHostProblems('key', ['*', 'a-b.example.org', '10.0.0.0/8', 'fe80::/10'])).toEqual(
    []
  );
  for (const pattern of ['https://x', '10.0.0.0/33', 'a b', ''])
    expect(allowedHostProblems('key', [pattern])).toHaveLength(1);
});

import { Ajv } from 'ajv';
import { clusterProblems, type ClusterSection, clustersSchema } from './cluster_config';

const HOSTS = 'https://localhost:9200';
const problemsOf = (clusters: Record<string, ClusterSection>) =>
  clusterProblems(clusters).join('\n');
const isShaped = (connection: object) =>
  new Ajv({ strict: false }).validate(clustersSchema, { a: connection });

it('accepts complete connections of each kind', () => {
  const ssl = {
    verification_mode: 'certificate',
    certificate: __filename,
    key: __filename,
    certificate_authorities: [__filename],
  } as const;
  const clusters: Record<string, ClusterSection> = {
    a: { hosts: HOSTS },
    b: { hosts: [HOSTS, 'http://10.0.0.1:9200/base'], credentials: 'none' },
    'c-1_x': { hosts: HOSTS, credentials: 'service', username: 'u', password: 'p' },
    d: { hosts: HOSTS, credentials: 'service', ssl },
  };
  expect(problemsOf(clusters)).toBe('');
  expect(new Ajv({ strict: false }).validate(clustersSchema, clusters)).toBe(true);
});

it('rejects ids that are taken, or cannot stand in addresses', () => {
  for (const id of ['home', 'A', 'a b', '../x', '', 'x'.repeat(41)])
    expect(problemsOf({ [id]: { hosts: HOSTS } })).toContain(`"${id}" is no id`);
});

it('rejects addresses of other schemes, with credentials or a query, and too many', () => {
  for (const hosts of [
    'localhost:9200',
    'ftp://x',
    'file:///etc/passwd',
    'https://u:p@x',
    'https://x?a',
  ])
    expect(problemsOf({ a: { hosts } })).toContain('a.hosts: each host is');
  expect(problemsOf({ a: { hosts: Array.from({ length: 11 }, () => HOSTS) } })).toContain(
    'at most 10'
  );
  const many = Array.from({ length: 21 }, (_, at) => [`c${at}`, { hosts: HOSTS }] as const);
  expect(problemsOf(Object.fromEntries(many))).toContain('at most 20 clusters');
});

it('rejects stored credentials unless an administrator chose them for the cluster', () => {
  const secret = { hosts: HOSTS, username: 'u', password: 'p' };
  expect(problemsOf({ a: secret })).toContain('need credentials: service');
  const ssl = { certificate: 'c.pem', key: 'k.pem' };
  expect(problemsOf({ a: { hosts: HOSTS, ssl } })).toContain('need credentials: service');
  expect(problemsOf({ a: { hosts: HOSTS, credentials: 'service' } })).toContain('"service" need');
  const half = { hosts: HOSTS, credentials: 'service', username: 'u' } as const;
  expect(problemsOf({ a: half })).toContain('username and password are set together');
});

it('names files that cannot be read, so that the server does not start without its clusters', () => {
  const ssl = { certificate: 'c.pem', key: __filename, certificate_authorities: ['a.pem'] };
  const problems = problemsOf({ a: { hosts: HOSTS, credentials: 'service', ssl } });
  expect(problems).toContain('a.ssl.certificate: the file "c.pem" cannot be read (ENOENT).');
  expect(problems).toContain('a.ssl.certificate_authorities: the file "a.pem" cannot be read');
  expect(problems).not.toContain('a.ssl.key');
});

it('rejects unknown keys and values', () => {
  expect(isShaped({ hosts: HOSTS })).toBe(true);
  for (const more of [
    { host: 'x' },
    { environment: 'live' },
    { color: 'red' },
    { ssl: { ca: 'x' } },
  ])
    expect([more, isShaped({ hosts: HOSTS, ...more })]).toEqual([more, false]);
  expect(isShaped({ hosts: [] })).toBe(false);
  expect(isShaped({})).toBe(false);
});

/** The security index: matched by wildcards like other indices, and protected against changes. */
import { decide, index, role } from './mocks';

const NAME = '.opendistro_security';
const KNOWN = [{ name: 'logs' }, { name: NAME, aliases: ['config'] }];
const everything = { roles: { all: role(index(['*'], ['*'])) } };
const clustered = {
  roles: { all: { ...role(index(['*'], ['*'])), cluster_permissions: ['*'] } },
};

it('requires permission on the security index for requests to all indices', () => {
  const request = { indices: ['*'], knownIndices: KNOWN };
  expect(decide(everything, request).outcome).toBe('allowed');
  const decision = decide({ roles: { logs: role(index(['logs'], ['*'])) } }, request);
  expect(decision).toMatchObject({ outcome: 'partial', effect: 'refuse', deniedIndices: [NAME] });
});

it.each([
  'indices:data/write/index',
  'indices:data/write/delete',
  'indices:data/write/bulk',
  'indices:admin/delete',
  'indices:admin/mapping/put',
  'indices:admin/settings/update',
  'indices:admin/close',
  'indices:admin/aliases',
])('rejects changes of the security index: %s', (action) => {
  const refused = { outcome: 'denied', effect: 'refuse', reason: 'security_index' };
  const of = (indices: string[]) => decide(clustered, { action, indices, knownIndices: KNOWN });
  expect(of([NAME])).toMatchObject(refused);
  expect(of(['*'])).toMatchObject(refused);
  expect(of(['config'])).toMatchObject(refused);
  expect(of(['logs']).outcome).toBe('allowed');
  expect(decide(clustered, { action, indices: [NAME] })).toMatchObject(refused);
});

it.each(['indices:data/read/search', 'indices:monitor/stats', 'indices:admin/open'])(
  'applies the roles to other requests for the security index: %s',
  (action) => {
    expect(decide(everything, { action, indices: [NAME] }).outcome).toBe('allowed');
    expect(decide({ roles: {} }, { action, indices: [NAME] }).outcome).toBe('denied');
  }
);

import type { Identity } from '../../api';
import { authenticateCredentials } from './credentials';

const request = { headers: { authorization: 'Something else' }, remoteAddress: '192.0.2.1' };
const identity = (userName: string): Identity => ({
  ...{ userName, backendRoles: [], roles: [], tenants: {} },
  ...{ hasApiAccess: false, isInternalUser: false, isReserved: false },
});

it('rejects a header that the cluster ignored', async () => {
  const authenticated = await authenticateCredentials(request, async () => identity('jdoe'));
  expect(authenticated).toMatchObject({ ok: true, principal: { userName: 'jdoe' } });
  const ignored = await authenticateCredentials(request, async () =>
    identity('opendistro_security_anonymous')
  );
  expect(ignored).toMatchObject({ ok: false, reason: 'invalid' });
});

/** Logins while the server knows that the cluster does not answer. */
import { filter, firstValueFrom } from 'rxjs';
import { FAKE_PASSWORD, FakeCluster } from '../../../../test/helpers/fake_cluster';
import { waitForCondition } from '../../../../test/helpers/wait_for';
import { DEFAULT_SETTINGS } from '../../api';
import { SILENT_LOG } from '../../api/log';
import { openOpenSearchBackend } from '..';

jest.setTimeout(60_000);

it('fail without a request to a silent cluster, and work again once it answers', async () => {
  const cluster = await FakeCluster.start();
  const backend = await openOpenSearchBackend({
    cluster: {
      hosts: [cluster.url],
      username: 'root',
      password: FAKE_PASSWORD,
      requestTimeout: 40_000,
      pingTimeout: 40_000,
      customHeaders: {},
      requestHeadersAllowlist: ['authorization'],
      sniffOnStart: false,
      sniffInterval: false,
      sniffOnConnectionFault: false,
      ssl: { verificationMode: 'full', alwaysPresentCertificate: false },
    },
    audit: { type: 'noop' },
    settings: DEFAULT_SETTINGS,
    log: SILENT_LOG,
  });
  try {
    const login = async () =>
      backend.login.methods.get('basicauth')!.begin({
        fields: { username: 'root', password: FAKE_PASSWORD },
        headers: {},
        remoteAddress: '192.0.2.7',
      });
    expect(await login()).toMatchObject({ result: { ok: true } });
    const held: { destroy(): unknown }[] = [];
    cluster.respond = (_request, response) => void held.push(response);
    await firstValueFrom(
      backend.status$.pipe(filter(({ summary }) => summary.includes('does not respond')))
    );
    const before = cluster.requests.length;
    await expect(login()).rejects.toMatchObject({ trouble: 'timeout' });
    expect(cluster.requests.slice(before).filter((one) => !one.endsWith(' /'))).toEqual([]);
    cluster.reset();
    for (const response of held) response.destroy();
    await waitForCondition(async () =>
      login().then(
        () => true,
        () => false
      )
    );
  } finally {
    await backend.stop();
    cluster.close();
  }
});

/** Pages of servers whose cluster is unreachable, rejects the server or is not initialized. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { launchChromium, openProfile } from '../helpers/chromium';
import { startServer, type TestServer } from '../helpers/server';
import { AWAY_SCREENS, type ClusterState } from './screens/catalogue';
import { checkEachScreen } from './screens/screen_checks';
import type { Stage } from './screens/stage';

jest.setTimeout(60_000);

const STATES = Object.keys(AWAY_SCREENS) as ClusterState[];
/** No server listens on this port. */
const NOWHERE = 'http://127.0.0.1:1';

/** The status and body of every response of such a cluster. */
const RESPONSES: Readonly<Record<Exclude<ClusterState, 'away'>, readonly [number, string]>> = {
  refusing: [401, 'Unauthorized'],
  'not set up': [503, 'OpenSearch Security not initialized.'],
};

function responseAll(state: Exclude<ClusterState, 'away'>, response: ServerResponse): void {
  const [status, text] = RESPONSES[state];
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
}

async function clusterIn(state: Exclude<ClusterState, 'away'>): Promise<Server> {
  const cluster = createServer((_request, response) => responseAll(state, response));
  cluster.listen(0, '127.0.0.1');
  await once(cluster, 'listening');
  return cluster;
}

function prepareAwayStage(state: ClusterState): Stage {
  let cluster: Server | undefined;
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
    if (state !== 'away') cluster = await clusterIn(state);
    const hosts = cluster ? `http://127.0.0.1:${(cluster.address() as AddressInfo).port}` : NOWHERE;
    const user = ['--opensearch.username=server', '--opensearch.password=of-the-server'];
    server = await startServer({
      args: [`--opensearch.hosts=${hosts}`, ...user, '--status.allowAnonymous=true'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    cluster?.close();
  });
  return {
    profileOf: async (theme, visitor) => {
      const profile = await openProfile(browser, server.url, { theme });
      // Without the refresh header the page does not reload during the checks.
      await profile.context.route('**/app/home', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('http-equiv="refresh"', 'name="refresh"');
        await route.fulfill({ response, body });
      });
      // The server cannot look the session up, so any well-formed cookie will do.
      if (visitor !== 'nobody')
        await profile.context.addCookies([
          { name: 'security_authentication', value: 'a'.repeat(43), url: server.url },
        ]);
      return profile;
    },
  };
}

describe.each(STATES)('screens with a cluster that is %s', (state) => {
  checkEachScreen(AWAY_SCREENS[state], prepareAwayStage(state));
});

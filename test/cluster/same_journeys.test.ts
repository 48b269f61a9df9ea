/** Journeys of the embedded engine that change data, with their servers on the cluster. */
import { closeClients, grantServer, superAdminClient } from '../helpers/cluster';
import { keepConfiguration } from '../helpers/cluster_contract';
import { CHANGES } from './e2e_selection';

jest.mock('../helpers/server', () => {
  const actual = jest.requireActual<typeof import('../helpers/server')>('../helpers/server');
  const { clusterNode, serverArguments } =
    jest.requireActual<typeof import('../helpers/cluster')>('../helpers/cluster');
  const ADMIN = { username: 'admin', password: clusterNode().adminPassword };
  return {
    ...actual,
    ADMIN,
    startServer: async ({ args = [], ...more }: Parameters<typeof actual.startServer>[0] = {}) => {
      const own = args.filter((arg) => arg !== '--demo');
      const server = await actual.startServer({ ...more, args: [...own, ...serverArguments()] });
      const adminClient = async () => {
        const client = server.client();
        await client.login(ADMIN.username, ADMIN.password);
        return client;
      };
      return { ...server, adminClient };
    },
  };
});

/** A cluster decodes paths twice, so names with `%` are excluded. */
jest.mock('../e2e/screens/special_names', () => ({ SPECIAL_NAMES: ['ü/ö', 'two words'] }));

let restore: (() => Promise<void>) | undefined;
beforeAll(async () => {
  const admin = superAdminClient();
  restore = await keepConfiguration(admin);
  await grantServer(admin);
});
afterAll(async () => {
  await restore?.();
  await closeClients();
});

describe.each(Object.keys(CHANGES))('%s', (journey) => {
  jest.requireActual(`../e2e/${journey}.spec`);
});

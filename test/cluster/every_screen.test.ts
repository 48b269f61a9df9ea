/**
 * Every screen of the catalogue on a cluster with the same tenants, objects, roles and users: it is
 * complete, fits the window, and logs nothing to the console.
 */
import { CLUSTER_SCREENS, SCREENS } from '../e2e/screens/catalogue';
import { GLANCE, checkEachScreen, prepareStage } from '../e2e/screens/screen_checks';
import { ANALYST, ANALYST_ROLE, type OpenScene } from '../e2e/screens/stage';
import {
  adminClient,
  asAdmin,
  closeClients,
  clusterNode,
  forgetEntities,
  grantServer,
  serverArguments,
} from '../helpers/cluster';
import type { HttpClient } from '../helpers/http_client';

jest.setTimeout(180_000);

const TENANTS = ['operations', 'sales', 'finance'] as const;
/** Names of the demonstration data. */
const ROLE = 'own_region_orders';
/** The role that is copied where the demonstration data has a copy. */
const ORIGINAL = 'sales_read';
const USER = 'amara.okafor';
/** Matches the index pattern of the role; see `CLUSTER_SCREENS`. */
const INDEX = 'orders-screens';
const cluster = adminClient();

const forget = () =>
  forgetEntities(cluster, [
    `internalusers/${USER}`,
    `internalusers/${ANALYST.username}`,
    ...[ROLE, ORIGINAL].flatMap((name) => [`rolesmapping/${name}`, `roles/${name}`]),
    `roles/${ANALYST_ROLE}`,
    ...TENANTS.map((tenant) => `tenants/${tenant}`),
  ]);

/** Adds objects to the client's current tenant, more than fit on a page. */
async function addObjects(client: HttpClient): Promise<void> {
  const titles = ['Orders', 'Incidents', 'Stock', 'Returns', 'Deliveries', 'Prices'];
  // In parallel, because each request waits for the next refresh of the index.
  await Promise.all(
    titles.flatMap((title) =>
      ['dashboard', 'index-pattern'].map((type) =>
        accepted(
          client.post(`/api/saved_objects/${type}/screens-${title}?overwrite=true`, {
            attributes: { title },
          })
        )
      )
    )
  );
}

async function accepted(asked: ReturnType<HttpClient['post']>): Promise<void> {
  const { status, text } = await asked;
  if (status !== 200) throw new Error(`answered ${status}: ${text}`);
}

const open: OpenScene = async (start) => {
  await grantServer(cluster);
  await forget();
  const server = await start(serverArguments());
  const admin = { username: 'admin', password: clusterNode().adminPassword };
  const client = server.client();
  await accepted(client.login(admin.username, admin.password));
  const put = (what: string, body: unknown) =>
    accepted(client.post(`/api/v1/configuration/${what}`, body));
  for (const tenant of TENANTS) await put(`tenants/${tenant}`, { description: tenant });
  await put(`internalusers/${USER}`, { password: ANALYST.password });
  for (const role of [ROLE, ORIGINAL]) {
    await put(`roles/${role}`, {
      index_permissions: [{ index_patterns: ['orders-*'], allowed_actions: ['read'] }],
    });
    await put(`rolesmapping/${role}`, { users: [USER] });
  }
  for (const [id, region] of ['north', 'south'].entries())
    await asAdmin(cluster, 'PUT', `/${INDEX}/_doc/${id}?refresh=true`, { region, number: id });
  await addObjects(client);
  for (const tenant of ['', '__user__', 'operations']) {
    await accepted(
      client.post('/api/v1/multitenancy/tenant', { tenant, username: admin.username })
    );
    await addObjects(client);
  }
  return { server, admin };
};

const stage = prepareStage(open);
afterAll(async () => {
  await asAdmin(cluster, 'DELETE', `/${INDEX}`, undefined, [404]);
  await forget();
  await closeClients();
});

describe('screens of both backends', () =>
  checkEachScreen(
    SCREENS.filter(({ isEmbeddedOnly }) => !isEmbeddedOnly),
    stage,
    GLANCE
  ));
describe('screens of the cluster only', () => checkEachScreen(CLUSTER_SCREENS, stage));

/**
 * Every screen of the catalogue, on a cluster with the same tenants, objects, roles and users: that
 * it comes to be, fits, and leaves nothing in the console.
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
/** As the demonstration names them. */
const ROLE = 'own_region_orders';
/** Where a role is a copy, of this one. */
const ORIGINAL = 'sales_read';
const USER = 'amara.okafor';
/** Of the role's pattern; see `CLUSTER_SCREENS`. */
const INDEX = 'orders-screens';
const cluster = adminClient();

const forget = () =>
  forgetEntities(cluster, [
    ...[`internalusers/${USER}`, `internalusers/${ANALYST.username}`],
    ...[ROLE, ORIGINAL].flatMap((name) => [`rolesmapping/${name}`, `roles/${name}`]),
    `roles/${ANALYST_ROLE}`,
    ...TENANTS.map((tenant) => `tenants/${tenant}`),
  ]);

/** Objects of the tenant that the client is in; more than fit on a page. */
async function addObjects(client: HttpClient): Promise<void> {
  const titles = ['Orders', 'Incidents', 'Stock', 'Returns', 'Deliveries', 'Prices'];
  // Each waits for the next refresh of the index: together for the same one.
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

describe('the screens of both backends', () =>
  checkEachScreen(
    SCREENS.filter(({ isEmbeddedOnly }) => !isEmbeddedOnly),
    stage,
    GLANCE
  ));
describe('the screens that only a cluster has', () => checkEachScreen(CLUSTER_SCREENS, stage));

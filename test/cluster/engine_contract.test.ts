/**
 * The suites of the management API, of versions and of changes on a cluster: same requests,
 * statuses and bodies, except for the listed differences.
 */
import type { RequestCaller } from '../../src/backend/api';
import { describeChanges, type ChangesSubject } from '../../src/backend/testing/changes_contract';
import { describeVersions } from '../../src/backend/testing/versions_contract';
import { adminClient, closeClients, clusterNode, deleteIndices } from '../helpers/cluster';
import { closeBackends } from '../helpers/cluster_backend';
import { openClusterContract, type ClusterSubject } from '../helpers/cluster_contract';
import {
  contract,
  GOOD_PASSWORD,
  runContractOn,
  unmetDifferences,
} from '../helpers/engine_contract';
import { differencesOf } from './contract_differences';

runContractOn({
  open: openClusterContract,
  differences: differencesOf(clusterNode().version),
  editors: 8,
});

const SUITES = [
  'entities/rest_users',
  'entities/rest_roles',
  'entities/rest_mappings',
  'entities/rest_patch',
  'account/rest_account',
  'configuration/rest_configuration',
  'info/rest_information',
] as const;

describe.each(SUITES)('%s', (suite) => {
  jest.requireActual(`../../src/backend/embedded/rest/${suite}.test`);
});

// @backend cluster/39
it('every listed difference belongs to a test', () => expect(unmetDifferences()).toEqual([]));

describe('the decorators of the cluster backend', () => {
  let opened: ClusterSubject | undefined;
  const close = async () => {
    await opened?.stop();
    opened = undefined;
  };

  async function open(): Promise<ChangesSubject> {
    opened = await openClusterContract();
    const { adminPassword, engine, internal, login } = opened;
    await internal('PUT', '/api/internalusers/plain', { password: GOOD_PASSWORD });
    const [admin, plain] = [
      await login('admin', adminPassword),
      await login('plain', GOOD_PASSWORD),
    ];
    const caller = { ...admin, remoteAddress: '192.0.2.4' } as RequestCaller;
    return { engine, caller, admin: opened.clientOf(caller), plain: plain as RequestCaller };
  }

  describe('versions', () => {
    describeVersions(open);
    afterAll(close);
  });

  describe('changes', () => {
    describeChanges(async () => {
      await deleteIndices(adminClient(), '.security_dashboards_history');
      return open();
    }, contract);
    afterEach(close);
  });
});

afterAll(async () => {
  await closeBackends();
  await closeClients();
});

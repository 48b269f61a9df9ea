import { ClusterHistoryStore } from '../../src/backend/opensearch/history/cluster_history';
import { ClusterPreferenceStore } from '../../src/backend/opensearch/preferences';
import { ClusterSavedObjects } from '../../src/backend/opensearch/saved_objects/cluster_saved_objects';
import { ClusterDocumentStore } from '../../src/backend/opensearch/document_store';
import { ClusterSessionStore } from '../../src/backend/opensearch/sessions/cluster_sessions';
import { describeDocumentStore } from '../../src/backend/testing/document_store_contract';
import {
  describeHistoryStore,
  describeNewestChanges,
} from '../../src/backend/testing/history_store_contract';
import { describeMovedHistory } from '../../src/backend/testing/moved_history_contract';
import { describePreferenceStore } from '../../src/backend/testing/preference_store_contract';
import { describeSavedObjectsStore } from '../../src/backend/testing/saved_objects_contract';
import { describeSessionStore } from '../../src/backend/testing/session_store_contract';
import {
  adminClient,
  clientAs,
  closeClients,
  deleteIndices,
  grantOwnIndices,
  SERVER_USER,
} from '../helpers/cluster';

const admin = adminClient();
const server = clientAs(SERVER_USER.name, SERVER_USER.password);
let made = 0;
const indexName = (start: string) => `${start}_contract_${process.pid}_${made++}`;

beforeAll(() => grantOwnIndices(admin));
afterAll(closeClients);

describeSavedObjectsStore('opensearch', async () => {
  const index = indexName('.kibana');
  const objects = new ClusterSavedObjects({ cluster: server, index });
  return {
    openStore: (caller, tenant) => objects.open(caller, tenant),
    dispose: () => deleteIndices(admin, index),
  };
});

describeSessionStore('opensearch', async () => {
  const index = indexName('.security_dashboards_sessions');
  return {
    open: async () => new ClusterSessionStore({ send: (call) => server.asServer(call), index }),
    dispose: () => deleteIndices(admin, index),
  };
});

describeDocumentStore('opensearch', async () => {
  const index = indexName('.security_dashboards_clusters');
  return {
    open: async () =>
      new ClusterDocumentStore((call) => server.asServer(call), index, 'connections'),
    dispose: () => deleteIndices(admin, index),
  };
});

describePreferenceStore('opensearch', async () => {
  const index = indexName('.security_dashboards_preferences');
  return {
    open: async () => new ClusterPreferenceStore({ send: (call) => server.asServer(call), index }),
    dispose: () => deleteIndices(admin, index),
  };
});

const startHistory = async () => {
  const index = indexName('.security_dashboards_history');
  let nowMs = 0;
  return {
    store: new ClusterHistoryStore({
      send: (call) => server.asServer(call),
      index,
      retention: { maxAgeDays: 1, maxChanges: 100 },
      now: () => nowMs,
    }),
    setTime: (atMs: number) => (nowMs = atMs),
    dispose: () => deleteIndices(admin, index),
  };
};

describeHistoryStore('opensearch', startHistory);
describeNewestChanges('opensearch', startHistory);
describeMovedHistory('opensearch', startHistory);

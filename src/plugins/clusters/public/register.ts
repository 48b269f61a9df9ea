/** The pages of the plugin in the Security app. */
import { send, t } from '@sd/core/public';
import type { AdminParts, SecurityPluginSetup } from '@sd/plugins/security/public';
import {
  CLUSTER_PATH,
  CLUSTERS_PATH,
  COMPARE_PATH,
  NEW_CLUSTER_PATH,
  READ_RESOURCE_SHARING,
  RESOURCES_PATH,
} from '../common';
import { listClusters } from './choice';
import { clustersTitle, compareTitle, resourcesTitle } from './texts';

export function register({
  adminPages,
  adminParts,
  clusters,
  entityParts,
}: SecurityPluginSetup): void {
  /** Loads a screen together with the parts of the Security app that it uses. */
  const screen =
    <S>(load: () => Promise<(parts: AdminParts) => S>) =>
    async (): Promise<S> => {
      const [create, parts] = await Promise.all([load(), adminParts()]);
      return create(parts);
    };
  clusters.provide({
    list: listClusters,
    loadFrame: screen(async () => (await import('./frame/cluster_frame')).clusterFrame),
    loadPicker: screen(async () => (await import('./frame/cluster_picker')).clusterPicker),
  });
  adminPages.register({
    id: 'clusters.list',
    path: CLUSTERS_PATH,
    title: clustersTitle,
    words: () => t('clusters.clustersPage.words', 'connect connection'),
    navigation: { group: 'settings', order: 40 },
    help: {
      title: clustersTitle,
      documentation: 'introduction',
      guide: 'guide/clusters',
      load: async () => (await import('./help')).ClustersHelp,
    },
    load: screen(async () => (await import('./connections/clusters_page')).clustersPage),
  });
  adminPages.register({
    id: 'clusters.create',
    path: NEW_CLUSTER_PATH,
    needs: 'full',
    act: () => t('clusters.common.addCluster', 'Add cluster'),
    load: screen(async () => (await import('./connections/cluster_edit_page')).clusterEditPage),
  });
  adminPages.register({
    id: 'clusters.edit',
    path: CLUSTER_PATH,
    edits: 'connections',
    needs: 'full',
    load: screen(async () => (await import('./connections/cluster_edit_page')).clusterEditPage),
  });
  adminPages.register({
    id: 'clusters.resources',
    path: RESOURCES_PATH,
    title: resourcesTitle,
    navigation: { group: 'investigate', order: 50 },
    isAvailable: ({ hasFeature }) => hasFeature('indices'),
    readAvailability: async (http, signal) =>
      (await send(http, READ_RESOURCE_SHARING, { signal })).is_enabled,
    load: screen(async () => (await import('./resources/resources_page')).resourcesPage),
  });
  entityParts.register({
    id: 'clusters.user',
    entity: 'user',
    path: 'clusters',
    title: clustersTitle,
    order: 60,
    isAvailable: ({ isConnected }) => isConnected,
    load: screen(async () => (await import('./everywhere/user_clusters_panel')).userClustersTab),
  });
  entityParts.register({
    id: 'clusters.explanation',
    entity: 'explanation',
    order: 10,
    isAvailable: ({ isConnected }) => isConnected,
    load: screen(async () => (await import('./everywhere/user_clusters_panel')).userClustersPanel),
  });
  adminPages.register({
    id: 'clusters.compare',
    path: COMPARE_PATH,
    title: compareTitle,
    words: () => t('clusters.comparison.words', 'promote copy difference'),
    navigation: { group: 'settings', order: 50 },
    isAvailable: ({ isConnected }) => isConnected,
    help: {
      title: compareTitle,
      documentation: 'introduction',
      guide: 'guide/clusters#compare-two-clusters-and-promote-a-role',
      load: async () => (await import('./help')).CompareHelp,
    },
    load: screen(async () => (await import('./compare/compare_page')).comparePage),
  });
}

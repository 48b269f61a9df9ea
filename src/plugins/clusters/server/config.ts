/** `opensearch_security.cluster_connections` and `.clusters`; see docs/guide/clusters.md. */
import { type Static, Type } from '@sinclair/typebox';
import { allowedHostProblems, type PluginConfigDescriptor } from '@sd/core/server';
import { clusterProblems, clustersSchema } from './connections/cluster_config';

export const configSchema = Type.Object({
  /** Host patterns, addresses and CIDR ranges. */
  allowed_hosts: Type.Array(Type.String(), { default: ['*'] }),
  /** The first one encrypts, all decrypt. */
  encryption_keys: Type.Array(Type.String({ minLength: 32, maxLength: 1_024, secret: true }), {
    default: [],
    maxItems: 10,
    wants: 'a list of at most 10 texts of 32 to 1024 characters',
  }),
  /** Clusters besides the installation's own backend, by id. */
  clusters: clustersSchema,
});
export type ClustersConfig = Static<typeof configSchema>;

export const config: PluginConfigDescriptor<typeof configSchema> = {
  schema: configSchema,
  validate: ({ allowed_hosts: hosts, clusters }) => [
    ...clusterProblems(clusters),
    ...allowedHostProblems('opensearch_security.cluster_connections.allowed_hosts', hosts),
  ],
};

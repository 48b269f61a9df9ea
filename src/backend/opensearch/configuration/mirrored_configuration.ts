import type { EntityByType } from '../../../contracts/entities';
import type { ConfigurationReader, ResourceType } from '../../api';
import type { ClusterReader } from './cluster_reader';
import { getEntity } from './collection';
import type { Mirror } from './mirror';

interface ConfigurationSources {
  readonly mirror: Mirror;
  readonly guardrails: { document(): ReturnType<ConfigurationReader['document']> };
}

/** Single entities are read from the cluster; collections come from the mirror. */
export const getConfiguration = (
  { mirror, guardrails }: ConfigurationSources,
  reader: ClusterReader
): ConfigurationReader => ({
  entity: async <T extends ResourceType>(type: T, name: string) => {
    const entries = (await reader.entity(type, name)) ?? {};
    return Object.hasOwn(entries, name)
      ? (getEntity(type, entries[name]) as EntityByType[T])
      : undefined;
  },
  entities: async (type) => {
    await mirror.ensureFresh();
    return mirror.entities(type);
  },
  document: (id) => (id === 'guardrails' ? guardrails.document() : reader.document(id)),
});

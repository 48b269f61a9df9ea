/** The indices behind the names of a question, as the cluster shows them to the caller. */
import { CLUSTER_LIMITS, EXPLAIN_LIMITS, PREVIEW_LIMITS } from '../../../contracts/limits';
import { isPlainName } from '../../access/evaluation/index_targets';
import type { ExplainRequest, RequestCaller } from '../../api';
import { isJsonObject } from '../../model/entity_shape';
import { withoutTenant, type ClusterClient } from '../client';

type KnownIndices = NonNullable<ExplainRequest['known_indices']>;
type Found = Readonly<Record<string, unknown>>;

/**
 * @param names - index names of the question
 * @returns `undefined` if the names have wildcards, or the cluster shows the caller less than all
 */
export async function readKnownIndices(
  client: Pick<ClusterClient, 'asCaller'>,
  caller: RequestCaller,
  names: readonly string[]
): Promise<KnownIndices | undefined> {
  if (names.length === 0 || !names.every(isPlainName)) return undefined;
  const direct = await resolve(client, caller, names);
  if (!direct) return undefined;
  // An alias or a data stream stands for its indices, which have further names.
  const members = [
    ...direct.aliases.flatMap(({ indices }) => texts(indices)),
    ...direct.streams.flatMap(({ backing_indices: indices }) => texts(indices)),
  ];
  const behind = members.length > 0 ? await resolve(client, caller, members) : undefined;
  const indices = [...direct.indices, ...(behind?.indices ?? [])].map(knownIndex);
  const found = new Map(indices.map((index) => [index.name, index]));
  if (members.some((name) => !found.has(name))) return undefined;
  const known = new Set(indices.flatMap((one) => [one.name, one.data_stream, ...one.aliases]));
  // A name that the caller may not see, or that does not exist yet, stands for itself.
  for (const name of names) if (!known.has(name)) found.set(name, { name, aliases: [] });
  const isWithinLimits =
    found.size <= EXPLAIN_LIMITS.knownIndices &&
    indices.every(({ aliases }) => aliases.length <= EXPLAIN_LIMITS.aliasesPerIndex);
  return isWithinLimits ? [...found.values()] : undefined;
}

async function resolve(
  client: Pick<ClusterClient, 'asCaller'>,
  caller: RequestCaller,
  names: readonly string[]
) {
  const path = `/_resolve/index/${[...new Set(names)].map(encodeURIComponent).join(',')}`;
  if (path.length > CLUSTER_LIMITS.pathLength) return undefined;
  const call = { method: 'GET', path, maxBytes: PREVIEW_LIMITS.namesBytes } as const;
  const { statusCode, json } = await client.asCaller(withoutTenant(caller), call);
  if (statusCode !== 200) return undefined;
  if (!isJsonObject(json)) return undefined;
  const { indices, aliases, data_streams: streams } = json;
  return { indices: objects(indices), aliases: objects(aliases), streams: objects(streams) };
}

const knownIndex = ({ name, aliases, data_stream: dataStream }: Found) => ({
  name: String(name),
  aliases: texts(aliases),
  ...(typeof dataStream === 'string' && { data_stream: dataStream }),
});

const objects = (list: unknown): readonly Found[] =>
  Array.isArray(list) ? list.filter(isJsonObject) : [];

const texts = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : []);

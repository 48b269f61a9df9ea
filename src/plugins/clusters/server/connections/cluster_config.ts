/** `opensearch_security.clusters`: clusters besides the installation's own, by id. */
import { Type } from '@sinclair/typebox';
import { CONNECTION_LIMITS } from '@sd/core/common';
import { isConfidential, isHost, unreadableFileProblems } from '@sd/core/server';
import {
  CLUSTER_CREDENTIALS,
  ENVIRONMENTS,
  HOME_CLUSTER,
  isClusterId,
  type Shape,
} from '@sd/contracts';

const KEY = 'opensearch_security.clusters';

const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }));
const choice = <T extends string>(values: readonly T[]) =>
  Type.Optional(Type.Union(values.map((value) => Type.Literal(value))));

const connection = Type.Object(
  {
    name: text(50),
    hosts: Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })]),
    environment: choice(ENVIRONMENTS),
    color: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
    confirm_changes: Type.Optional(Type.Boolean()),
    credentials: choice(CLUSTER_CREDENTIALS),
    username: text(CONNECTION_LIMITS.credentialLength),
    password: Type.Optional(
      Type.String({ minLength: 1, maxLength: CONNECTION_LIMITS.credentialLength, secret: true })
    ),
    request_timeout: Type.Optional(Type.Integer({ minimum: 100, maximum: 60_000 })),
    ssl: Type.Optional(
      Type.Object(
        {
          verification_mode: choice(['full', 'certificate', 'none'] as const),
          certificate_authorities: Type.Optional(
            Type.Union([Type.String(), Type.Array(Type.String())])
          ),
          certificate: Type.Optional(Type.String()),
          key: Type.Optional(Type.String()),
          key_passphrase: Type.Optional(Type.String({ secret: true })),
        },
        { additionalProperties: false }
      )
    ),
  },
  { additionalProperties: false }
);
export type ClusterSection = Shape<typeof connection>;

export const clustersSchema = Type.Record(Type.String(), connection, {
  default: {},
  wants: `a map of ids to connections with hosts; see docs/guide/clusters.md`,
});

/** One sentence per problem. */
export function clusterProblems(
  clusters: Readonly<Record<string, ClusterSection>>
): readonly string[] {
  const ids = Object.keys(clusters);
  return [
    ...(ids.length > CONNECTION_LIMITS.connections
      ? [`${KEY}: at most ${CONNECTION_LIMITS.connections} clusters.`]
      : []),
    ...ids.flatMap((id) => findProblems(id, clusters[id] as ClusterSection)),
  ];
}

function findProblems(id: string, { hosts, credentials, ssl = {}, ...own }: ClusterSection) {
  const key = `${KEY}.${id}`;
  const problems: string[] = [];
  if (!isClusterId(id))
    problems.push(
      `${KEY}: "${id}" is no id. Use 1 to 40 lower-case letters, digits, _ and -; "${HOME_CLUSTER}" is taken.`
    );
  const list = [hosts].flat();
  if (list.length > CONNECTION_LIMITS.hosts)
    problems.push(`${key}.hosts: at most ${CONNECTION_LIMITS.hosts} addresses.`);
  if (!list.every(isHost))
    problems.push(
      `${key}.hosts: each host is an http or https address such as https://localhost:9200, without credentials.`
    );
  else if (credentials === 'token' && !list.every(isConfidential))
    problems.push(`${key}.hosts: credentials "token" need https, except on this machine.`);
  if ((ssl.certificate === undefined) !== (ssl.key === undefined))
    problems.push(`${key}.ssl: certificate and key are set together.`);
  for (const name of ['certificate_authorities', 'certificate', 'key'] as const)
    problems.push(...unreadableFileProblems(`${key}.ssl.${name}`, ssl[name] ?? []));
  const isService = credentials === 'service';
  const hasSecret = own.username !== undefined || ssl.certificate !== undefined;
  if (isService && !hasSecret)
    problems.push(`${key}: credentials "service" need username and password, or ssl.certificate.`);
  if ((own.username === undefined) !== (own.password === undefined))
    problems.push(`${key}: username and password are set together.`);
  // Otherwise one user's requests would carry the credentials of another.
  if (!isService && hasSecret)
    problems.push(`${key}: username, password and ssl.certificate need credentials: service.`);
  return problems;
}

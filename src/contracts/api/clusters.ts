/** `/api/v1/clusters`: the clusters that the installation is connected to. */
import { Type } from '@sinclair/typebox';
import type { Shape } from '../schema';
import { CONNECTION_LIMITS } from '../limits/cluster';
import { CLUSTER_CREDENTIALS, ENVIRONMENTS } from './cluster_names';

const oneOf = <T extends string>(values: readonly T[]) =>
  Type.Union(values.map((value) => Type.Literal(value)));

const CLUSTER_MOVE = Type.Object({
  /** Users, oldest change first. */
  by: Type.Array(Type.String()),
  /** Epoch milliseconds of the last change. */
  at: Type.Integer(),
  /** None if the connection is new. */
  hosts_before: Type.Array(Type.String()),
});
export type ClusterMove = Shape<typeof CLUSTER_MOVE>;

const CLUSTER_ENTRY = Type.Object({
  id: Type.String(),
  name: Type.String(),
  environment: Type.Optional(oneOf(ENVIRONMENTS)),
  /** `#rrggbb` */
  color: Type.Optional(Type.String()),
  /** Whether each change needs a confirmation. */
  confirm_changes: Type.Optional(Type.Boolean()),
  is_home: Type.Boolean(),
  /** Whether the configuration file has it, so that it cannot be changed here. */
  is_from_file: Type.Optional(Type.Boolean()),
  /** For `If-Match`; only of connections that can be changed here. */
  version: Type.Optional(Type.String()),
  /** Absent for home. */
  hosts: Type.Optional(Type.Array(Type.String())),
  /** Absent for home. */
  credentials: Type.Optional(oneOf(CLUSTER_CREDENTIALS)),
  /** The caller's user name there; absent until credentials have been entered. */
  user_name: Type.Optional(Type.String()),
  /** What others changed about address or TLS settings since the caller last logged in there. */
  moved: Type.Optional(CLUSTER_MOVE),
  /** What the cluster can do, by name, as in the capabilities `securityFeatures`. */
  features: Type.Record(Type.String(), Type.Boolean()),
  /** Facts about its release, as in the capabilities `securityRelease`. */
  release: Type.Optional(Type.Record(Type.String(), Type.Boolean())),
});
export type ClusterEntry = Shape<typeof CLUSTER_ENTRY>;

export const CLUSTER_LIST = Type.Object({ clusters: Type.Array(CLUSTER_ENTRY) });
export type ClusterList = Shape<typeof CLUSTER_LIST>;

const { credentialLength, authoritiesLength, certificateLength } = CONNECTION_LIMITS;
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
/** Written and never returned. Absent: unchanged; null: removed. */
const secret = (maxLength: number) =>
  Type.Optional(Type.Union([text(maxLength), Type.Null()], { writeOnly: true }));

const GENERAL = {
  name: text(50),
  hosts: Type.Array(text(CONNECTION_LIMITS.hostLength), {
    minItems: 1,
    maxItems: CONNECTION_LIMITS.hosts,
  }),
  environment: Type.Optional(oneOf(ENVIRONMENTS)),
  color: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
  /** Whether each change needs a confirmation: the header `securityclusterconfirm`. */
  confirm_changes: Type.Optional(Type.Boolean()),
  credentials: oneOf(CLUSTER_CREDENTIALS),
  /** With the credentials `service`. */
  username: Type.Optional(text(credentialLength)),
  /** Milliseconds for a complete response. */
  request_timeout: Type.Optional(Type.Integer({ minimum: 100, maximum: 60_000 })),
};
const TLS = {
  verification_mode: Type.Optional(oneOf(['full', 'certificate', 'none'] as const)),
  /** PEM text; by default the system's authorities. */
  certificate_authorities: Type.Optional(text(authoritiesLength)),
  /** PEM text, with the credentials `service`. */
  certificate: Type.Optional(text(certificateLength)),
};
const closed = { additionalProperties: false } as const;

/** A connection without its secrets. */
export const CLUSTER_CONNECTION = Type.Object({
  id: Type.String(),
  ...GENERAL,
  ssl: Type.Optional(Type.Object(TLS)),
  is_from_file: Type.Boolean(),
  has_password: Type.Boolean(),
  has_key: Type.Boolean(),
  has_key_passphrase: Type.Boolean(),
});
export type ClusterConnectionBody = Shape<typeof CLUSTER_CONNECTION>;

export const CLUSTER_SETTINGS = Type.Object(
  {
    ...GENERAL,
    password: secret(credentialLength),
    ssl: Type.Optional(
      Type.Object(
        { ...TLS, key: secret(certificateLength), key_passphrase: secret(credentialLength) },
        closed
      )
    ),
  },
  closed
);
export type ClusterSettings = Shape<typeof CLUSTER_SETTINGS>;

/** A connection to be tested before it is saved. */
export const CLUSTER_TEST = Type.Object(
  {
    /** Of a saved connection, whose secrets are used where none are sent. */
    id: Type.Optional(text(40)),
    settings: CLUSTER_SETTINGS,
    /** The caller's own, used for this test only; with the credentials `session`. */
    username: Type.Optional(text(credentialLength)),
    password: Type.Optional(text(credentialLength)),
  },
  closed
);
export type ClusterTest = Shape<typeof CLUSTER_TEST>;

/** Result of a test that succeeded. */
export const CLUSTER_CHECK = Type.Object({
  user_name: Type.String(),
  version: Type.Optional(Type.String()),
});
export type ClusterCheck = Shape<typeof CLUSTER_CHECK>;

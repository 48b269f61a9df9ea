/** `/api/v1/clusters`: the clusters that the installation is connected to. */
import { type Static, Type } from '@sinclair/typebox';

export const ENVIRONMENTS = ['development', 'staging', 'production'] as const;
/** Whose credentials requests carry. */
export const CLUSTER_CREDENTIALS = ['session', 'service', 'none'] as const;

const oneOf = <T extends string>(values: readonly T[]) =>
  Type.Union(values.map((value) => Type.Literal(value)));

const CLUSTER_ENTRY = Type.Object({
  id: Type.String(),
  name: Type.String(),
  environment: Type.Optional(oneOf(ENVIRONMENTS)),
  /** `#rrggbb` */
  color: Type.Optional(Type.String()),
  is_home: Type.Boolean(),
  /** Absent for home. */
  hosts: Type.Optional(Type.Array(Type.String())),
  /** Absent for home. */
  credentials: Type.Optional(oneOf(CLUSTER_CREDENTIALS)),
  /** The caller's user name there; absent until credentials have been entered. */
  user_name: Type.Optional(Type.String()),
  /** What the cluster can do, by name, as in the capabilities `securityFeatures`. */
  features: Type.Record(Type.String(), Type.Boolean()),
});
export type ClusterEntry = Static<typeof CLUSTER_ENTRY>;

export const CLUSTER_LIST = Type.Object({ clusters: Type.Array(CLUSTER_ENTRY) });
export type ClusterList = Static<typeof CLUSTER_LIST>;

/** Result of a test that succeeded. */
export const CLUSTER_CHECK = Type.Object({
  user_name: Type.String(),
  version: Type.Optional(Type.String()),
});
export type ClusterCheck = Static<typeof CLUSTER_CHECK>;

/** What of a cluster an answer about access does not model. */
import { Type } from '@sinclair/typebox';
import { optional, stringEnum, type Shape } from '../schema';

export const NOT_CONSIDERED = optional(
  Type.Array(
    stringEnum([
      /** Aliases and data streams of the indices, whose names entries can have. */
      'aliases',
      /** The cluster evaluates by `v4`. */
      'evaluation_v4',
      /** API tokens have permissions of their own. */
      'api_tokens',
      /** The release of the cluster is newer than those that this version was tried with. */
      'release',
    ]),
    { description: 'What of the cluster is not modelled. Its own decision can differ.' }
  )
);
export type NotConsidered = NonNullable<Shape<typeof NOT_CONSIDERED>>;

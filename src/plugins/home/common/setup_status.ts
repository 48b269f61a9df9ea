/** Wire format of the setup status. The server reports facts; the browser derives the steps. */
import { Type } from '@sinclair/typebox';
import type { Shape } from '@sd/contracts';

const closed = { additionalProperties: false } as const;
const CUSTOM_ONLY = 'Without those that are part of the product.';

/** A part is absent if the administrator may not read it or the engine does not report it. */
export const SETUP_RESPONSE = Type.Object(
  {
    engine: Type.Object(
      {
        kind: Type.Unsafe<'embedded' | 'opensearch'>({
          type: 'string',
          enum: ['embedded', 'opensearch'],
        }),
        level: Type.Unsafe<'available' | 'degraded' | 'unavailable'>({
          type: 'string',
          enum: ['available', 'degraded', 'unavailable'],
        }),
        summary: Type.String(),
      },
      closed
    ),
    users: Type.Optional(
      Type.Object(
        {
          total: Type.Integer({ description: CUSTOM_ONLY }),
          withFullAccess: Type.Integer(),
          withoutRole: Type.Optional(
            Type.Integer({ description: 'Absent with more than 100 roles in use.' })
          ),
        },
        closed
      )
    ),
    roles: Type.Optional(
      Type.Object(
        {
          total: Type.Integer({ description: CUSTOM_ONLY }),
          unused: Type.Object(
            {
              count: Type.Integer(),
              isAtLeast: Type.Boolean({ description: 'Not all roles were looked at.' }),
              names: Type.Array(Type.String(), { description: 'The first few.' }),
            },
            {
              ...closed,
              description: 'Own roles that nobody has, neither mapped nor given directly.',
            }
          ),
        },
        closed
      )
    ),
    tenants: Type.Optional(
      Type.Object(
        { total: Type.Integer() },
        { ...closed, description: 'Absent too while multi-tenancy is off.' }
      )
    ),
    isMultitenancyOn: Type.Boolean(),
    isAuditLogOn: Type.Optional(Type.Boolean()),
  },
  closed
);
export type SetupFacts = Shape<typeof SETUP_RESPONSE>;

/** Schemas of requests and responses; the types derive from them. */
import { Type } from '@sinclair/typebox';
import type { Shape } from '@sd/contracts';

/** Largest number of selected objects per request, not counting references. */
const MAX_CHOSEN_OBJECTS = 1_000;

const closed = { additionalProperties: false } as const;
const NAME = Type.String({ minLength: 1, maxLength: 512 });
const OBJECT_KEY = Type.Object({ type: NAME, id: NAME }, closed);
export type ObjectKey = Shape<typeof OBJECT_KEY>;

const MANAGED_TYPE = Type.Object(
  {
    name: Type.String(),
    titleField: Type.String({ description: 'Attribute that names an object to people.' }),
    isExportable: Type.Boolean(),
    total: Type.Integer({ description: 'Objects of this type in the tenant.' }),
  },
  closed
);
/** A saved-object type in the list. */
export type ManagedType = Shape<typeof MANAGED_TYPE>;

export const TYPES_RESPONSE = Type.Object(
  { types: Type.Array(MANAGED_TYPE, { description: 'By name, ascending.' }) },
  closed
);

const TENANT = "Wire name: '' global, `__user__` private, else the tenant's name.";
export const COPY_BODY = Type.Object(
  {
    objects: Type.Array(OBJECT_KEY, { minItems: 1, maxItems: MAX_CHOSEN_OBJECTS }),
    tenant: Type.String({ maxLength: 256, description: TENANT }),
    includeReferences: Type.Boolean({
      description: 'Whether what the objects refer to is copied too, and what that refers to.',
    }),
    overwrite: Type.Boolean(),
  },
  closed
);
export type CopyRequest = Shape<typeof COPY_BODY>;

const COPY_RESULT = Type.Object(
  {
    type: Type.String(),
    id: Type.String(),
    title: Type.Optional(Type.String()),
    status: Type.Unsafe<'copied' | 'overwritten' | 'conflict' | 'missing' | 'failed'>({
      type: 'string',
      enum: ['copied', 'overwritten', 'conflict', 'missing', 'failed'],
      description:
        '`conflict`: the target has an object of this type and id, and overwriting was not asked for; it stays ' +
        'as it was. `missing`: the object, or the one referred to, does not exist in the current tenant.',
    }),
    message: Type.Optional(Type.String({ description: 'Why it failed.' })),
    isReference: Type.Boolean({
      description: 'Whether it came along because another object refers to it.',
    }),
  },
  closed
);
export type CopyResult = Shape<typeof COPY_RESULT>;

export const COPY_RESPONSE = Type.Object(
  {
    tenant: Type.String(),
    successCount: Type.Integer({ description: 'Objects copied and overwritten.' }),
    results: Type.Array(COPY_RESULT),
  },
  closed
);
export type CopyResponse = Shape<typeof COPY_RESPONSE>;

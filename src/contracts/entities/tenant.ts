/** Tenants. */
import { Type } from '@sinclair/typebox';
import { optional, text, type Shape } from '../schema';
import { FLAG_FIELDS, STATIC_FIELD } from './flags';

export const TENANT_FIELDS = { description: optional(text()) };

export const TENANT = Type.Object({ ...FLAG_FIELDS, ...TENANT_FIELDS, ...STATIC_FIELD });
export type Tenant = Shape<typeof TENANT>;

/** Roles. */
import { Type } from '@sinclair/typebox';
import { optional, text, texts, type Shape } from '../schema';
import { FLAG_FIELDS, PATTERNS, STATIC_FIELD } from './flags';

const INDEX_PERMISSION = Type.Object({
  index_patterns: texts(`${PATTERNS} \`\${user.name}\` and other attributes are substituted.`),
  dls: optional(
    text('Document-level security: a query as JSON text. Placeholders are substituted.')
  ),
  fls: texts('Visible fields; with the prefix `~` hidden ones.'),
  masked_fields: texts('`field`, `field::ALGORITHM` or `field::/regex/::replacement`.'),
  allowed_actions: texts('Actions, patterns of actions, or names of action groups.'),
});
export type IndexPermission = Shape<typeof INDEX_PERMISSION>;

const TENANT_PERMISSION = Type.Object({
  tenant_patterns: texts(PATTERNS),
  allowed_actions: texts('`kibana_all_write` for read and write; anything else is read only.'),
});
export type TenantPermission = Shape<typeof TENANT_PERMISSION>;

export const ROLE_FIELDS = {
  description: optional(text()),
  cluster_permissions: texts('Actions, patterns of actions, or names of action groups.'),
  index_permissions: Type.Array(INDEX_PERMISSION),
  tenant_permissions: Type.Array(TENANT_PERMISSION),
};

export const ROLE = Type.Object({ ...FLAG_FIELDS, ...ROLE_FIELDS, ...STATIC_FIELD });
export type Role = Shape<typeof ROLE>;

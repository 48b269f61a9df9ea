/** `opensearch_security.findings`; see docs/guide/findings.md. */
import { type Static, Type } from '@sinclair/typebox';
import { FINDING_RULES } from '@sd/contracts';
import type { PluginConfigDescriptor } from '@sd/core/server';

const count = (value: number) => Type.Integer({ default: value, minimum: 1, maximum: 1_000 });

export const findingsSchema = Type.Object({
  disabled_rules: Type.Array(Type.Union(FINDING_RULES.map((rule) => Type.Literal(rule))), {
    default: [],
  }),
  max_administrators: count(10),
  sole_administrator_from: count(10),
  min_pattern_characters: count(2),
  idle_days: count(90),
});
export type FindingsConfig = Static<typeof findingsSchema>;

export const config: PluginConfigDescriptor<typeof findingsSchema> = { schema: findingsSchema };

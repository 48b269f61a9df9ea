/** `opensearch_security.change_requests` and `.drift`; see docs/guide/findings.md. */
import { isAbsolute } from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { DRIFT_LIMITS } from '@sd/contracts';
import type { PluginConfigDescriptor } from '@sd/core/server';
import { ignoreRuleProblems } from './drift/ignore_rules';

const KEY = 'opensearch_security.drift';

export const requestsSchema = Type.Object({
  change_requests: Type.Object(
    { four_eyes: Type.Boolean({ default: false }) },
    { additionalProperties: false }
  ),
  drift: Type.Object(
    {
      folder: Type.Optional(Type.String({ minLength: 1, wants: 'an absolute path' })),
      interval_seconds: Type.Integer({
        default: DRIFT_LIMITS.intervalSeconds,
        minimum: DRIFT_LIMITS.minIntervalSeconds,
        maximum: DRIFT_LIMITS.maxIntervalSeconds,
      }),
      ignore: Type.Array(Type.String({ minLength: 1, maxLength: DRIFT_LIMITS.ignoreRuleLength }), {
        default: [],
        maxItems: DRIFT_LIMITS.ignoreRules,
      }),
    },
    { additionalProperties: false }
  ),
});
export type RequestsConfig = Static<typeof requestsSchema>;

/** One sentence per problem. */
const driftProblems = ({ drift: { folder, ignore } }: RequestsConfig): readonly string[] => [
  ...(folder === undefined || isAbsolute(folder)
    ? []
    : [`${KEY}.folder: "${folder}" is not an absolute path.`]),
  ...ignoreRuleProblems(`${KEY}.ignore`, ignore),
];

export const config: PluginConfigDescriptor<typeof requestsSchema> = {
  schema: requestsSchema,
  validate: driftProblems,
};

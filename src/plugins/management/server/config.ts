/** `saved_objects.open_with`; see docs/guide/operate.md. */
import { type Static, Type } from '@sinclair/typebox';
import type { PluginConfigDescriptor } from '@sd/core/server';

const KEY = 'saved_objects.open_with';
/** Types with an address, and UTF-16 code units of an address. */
const MAX_TYPES = 50;
const MAX_LENGTH = 1_000;

const managementSchema = Type.Object({
  saved_objects: Type.Object(
    {
      open_with: Type.Record(
        Type.String(),
        Type.String({ maxLength: MAX_LENGTH, wants: 'an address with {id}' }),
        { default: {}, maxProperties: MAX_TYPES }
      ),
    },
    { additionalProperties: false }
  ),
});

const PLACEHOLDERS = ['id', 'type', 'tenant'];

/** @returns one sentence, or `undefined` if the template can be used */
export function templateProblem(template: string): string | undefined {
  const names = [...template.matchAll(/{([^{}]*)}/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !PLACEHOLDERS.includes(name));
  if (unknown !== undefined)
    return `{${unknown}} is not a placeholder; use {id}, {type} and {tenant}.`;
  if (!names.includes('id')) return '{id} is missing, so all objects would open the same page.';
  if (!/^(https?:\/\/[^/{}]+\/|\/(?![/\\]))/.test(template))
    return 'It must begin with https://, http:// or a slash, and {id} comes after the host.';
  return undefined;
}

/** One sentence per problem. */
const openWithProblems = ({
  saved_objects: { open_with: openWith },
}: Static<typeof managementSchema>): readonly string[] =>
  Object.entries(openWith).flatMap(([type, template]) => {
    const problem = templateProblem(template);
    return problem === undefined ? [] : [`${KEY}.${type}: ${problem}`];
  });

export const config: PluginConfigDescriptor<typeof managementSchema> = {
  schema: managementSchema,
  validate: openWithProblems,
  exposeToBrowser: { saved_objects: ['open_with'] },
  // Visitors without a login must not learn where dashboards are.
  hiddenFromAnonymous: ['saved_objects'],
};

/**
 * Schema of the `field_notes` section of the configuration file. Unknown keys and invalid values
 * stop the server at startup.
 */
import { Type, type Static } from '@sinclair/typebox';
import type { PluginConfigDescriptor } from '@sd/core/server';

const schema = Type.Object({
  motto: Type.String({ default: 'Write it down while you see it.', maxLength: 200 }),
  max_notes_per_day: Type.Integer({ default: 200, minimum: 1, maximum: 10_000 }),
  reader_roles: Type.Array(Type.String(), { default: [] }),
});

export type FieldNotesConfig = Static<typeof schema>;

export const config: PluginConfigDescriptor<typeof schema> = {
  schema,
  validate: ({ motto }) =>
    motto.trim() === ''
      ? ['field_notes.motto: must not be blank; leave it out for the default.']
      : [],
  // Only the motto reaches the browser.
  exposeToBrowser: { motto: true },
};

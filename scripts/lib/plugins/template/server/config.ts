/** Section `sample_app` of the configuration file. Unknown keys and wrong values stop the start. */
import { Type, type Static } from '@sinclair/typebox';
import type { PluginConfigDescriptor } from '@sd/core/server';

const schema = Type.Object({
  greeting: Type.String({ default: 'Hello', minLength: 1, maxLength: 100 }),
});

export type SampleAppConfig = Static<typeof schema>;

export const config: PluginConfigDescriptor<typeof schema> = { schema };

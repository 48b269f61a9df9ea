/** Server part: registers routes and other services with core. */
import type { CoreSetup, CoreStart, Plugin, PluginInitializerContext } from '@sd/core/server';
import { API, type GreetingResponse } from '../common';
import type { SampleAppConfig } from './config';

export type SampleAppPluginSetup = Record<string, never>;
export type SampleAppPluginStart = Record<string, never>;

export class SampleAppPlugin implements Plugin<SampleAppPluginSetup, SampleAppPluginStart> {
  constructor(private readonly context: PluginInitializerContext<SampleAppConfig>) {}

  setup(core: CoreSetup): SampleAppPluginSetup {
    const { greeting } = this.context.config.get();
    core.http
      .createRouter()
      .get(
        { path: API.greeting, validate: false, options: { access: 'user' } },
        (request, response) => {
          const userName = request.auth?.identity.userName ?? '';
          const body: GreetingResponse = { greeting, userName };
          return response.ok({ body });
        }
      );
    return {};
  }

  start(_core: CoreStart): SampleAppPluginStart {
    return {};
  }
}

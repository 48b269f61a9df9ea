/** What the user may do: defaults, providers, one navigation link per asked app, then switchers. */
import { Type } from '@sinclair/typebox';
import { CAPABILITIES_RESPONSE } from '../../../contracts/api/server';
import type { Capabilities } from '../../common';
import type { InternalHttpServiceSetup } from '../http';
import type { RouteRequest } from '../http/types';
import { applyChanges, mergeCapabilities } from './capabilities_rules';
import type { CapabilitiesServiceSetup, CapabilitiesSwitcher } from './types';

const MAX_APPLICATIONS = 1_000;

export class CapabilitiesService {
  private capabilities: Capabilities = { navLinks: {}, management: {}, catalogue: {} };
  private readonly switchers: CapabilitiesSwitcher[] = [];

  setup({ http }: { http: InternalHttpServiceSetup }): CapabilitiesServiceSetup {
    http.createRouter().post(
      {
        path: '/api/core/capabilities',
        validate: {
          body: Type.Object({
            applications: Type.Array(Type.String({ maxLength: 200 }), {
              maxItems: MAX_APPLICATIONS,
            }),
          }),
        },
        doc: {
          summary: 'What the caller may do in these apps',
          answers: { 200: CAPABILITIES_RESPONSE },
        },
        options: { access: 'optional', strangersWhenAway: true },
      },
      async (request, response) =>
        response.ok({ body: await this.resolve(request, request.body.applications) })
    );
    return {
      registerProvider: (provider) => {
        this.capabilities = mergeCapabilities(this.capabilities, provider());
      },
      registerSwitcher: (switcher) => void this.switchers.push(switcher),
    };
  }

  /** For the caller of a request. @throws what a switcher throws */
  async resolve(request: RouteRequest, applications: readonly string[]): Promise<Capabilities> {
    const asked = Object.fromEntries(applications.map((id) => [id, true]));
    let result: Capabilities = {
      ...this.capabilities,
      navLinks: { ...this.capabilities.navLinks, ...asked },
    };
    for (const switcher of this.switchers) {
      // A switcher gets a copy: what it does to its input must not reach other requests.
      result = applyChanges(result, await switcher(request, structuredClone(result)));
    }
    return result;
  }
}

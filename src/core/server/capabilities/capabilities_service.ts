/** Computes the user's capabilities: defaults, providers, navigation links, then switchers. */
import { Type } from '@sinclair/typebox';
import type { Capabilities } from '../../common';
import type { RouteRequest } from '../http/types';
import { CAPABILITIES_RESPONSE } from '../../../contracts/api/server';
import type { InternalHttpServiceSetup } from '../http';

/** How capabilities combine (docs/reference/core.md#capabilities). Inputs are never changed. */
type Node = boolean | { readonly [key: string]: Node };

/** @throws {Error} if two providers give different values or types */
function mergeCapabilities(left: Capabilities, right: Partial<Capabilities>): Capabilities {
  return mergeNodes(left as Node, right as Node) as unknown as Capabilities;
}

function mergeNodes(left: Node, right: Node): Node {
  if (typeof left !== typeof right)
    throw new Error(`conflict trying to merge ${findKind(left)} with ${findKind(right)}`);
  if (typeof left === 'boolean' || typeof right === 'boolean') {
    if (left !== right) throw new Error('conflict trying to merge booleans with different values');
    return left;
  }
  const merged = new Map<string, Node>(Object.entries(left));
  for (const [key, value] of Object.entries(right)) {
    const existing = merged.get(key);
    merged.set(key, existing === undefined ? value : mergeNodes(existing, value));
  }
  return Object.fromEntries(merged);
}

const findKind = (node: Node): string => typeof node;

/**
 * Existing values may change to others of the same type. Everything else in `changes` is ignored.
 */
function applyChanges(current: Capabilities, changes: Partial<Capabilities>): Capabilities {
  return applyNode(current as Node, changes as Node) as unknown as Capabilities;
}

function applyNode(current: Node, change: Node | undefined): Node {
  if (typeof current === 'boolean') return typeof change === 'boolean' ? change : current;
  if (typeof change !== 'object' || change === null) return current;
  return Object.fromEntries(
    Object.entries(current).map(([key, value]) => [
      key,
      Object.hasOwn(change, key) ? applyNode(value, change[key]) : value,
    ])
  );
}

/**
 * Adjusts the capabilities to one request's user. It receives a copy and returns only the changes.
 * It runs for every page, and an error fails the page.
 */
export type CapabilitiesSwitcher = (
  request: RouteRequest,
  capabilities: Capabilities
) => Partial<Capabilities> | Promise<Partial<Capabilities>>;

/** Capabilities tell screens what to offer. The server enforces permissions independently. */
export interface CapabilitiesServiceSetup {
  /**
   * Adds capabilities with default values. The provider is asked again for every page, because what
   * it reads may change while the server runs, so keep it fast.
   * @throws if another provider gave the same capability a value of another type or another default
   */
  registerProvider(provider: () => Partial<Capabilities>): void;
  /**
   * Registers a switcher, which may change existing values to others of the same type. Anything
   * else that it returns is ignored.
   */
  registerSwitcher(switcher: CapabilitiesSwitcher): void;
}

const MAX_APPLICATIONS = 1_000;
const NONE: Capabilities = { navLinks: {}, management: {}, catalogue: {} };

export class CapabilitiesService {
  private readonly providers: Array<() => Partial<Capabilities>> = [];
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
          summary: 'Capabilities of the caller in these apps',
          responses: { 200: CAPABILITIES_RESPONSE },
        },
        options: { access: 'optional', anonymousWhenUnavailable: true },
      },
      async (request, response) =>
        response.ok({ body: await this.resolve(request, request.body.applications) })
    );
    return {
      registerProvider: (provider) => {
        mergeCapabilities(this.provided(), provider());
        this.providers.push(provider);
      },
      registerSwitcher: (switcher) => void this.switchers.push(switcher),
    };
  }

  private provided(): Capabilities {
    return this.providers.reduce((all, provider) => mergeCapabilities(all, provider()), NONE);
  }

  /** Resolves the capabilities of a request's caller. @throws errors of switchers */
  async resolve(request: RouteRequest, applications: readonly string[]): Promise<Capabilities> {
    const requested = Object.fromEntries(applications.map((id) => [id, true]));
    const provided = this.provided();
    let result: Capabilities = {
      ...provided,
      navLinks: { ...provided.navLinks, ...requested },
    };
    for (const switcher of this.switchers) {
      // A copy, so that mutations by a switcher cannot affect other requests.
      result = applyChanges(result, await switcher(request, structuredClone(result)));
    }
    return result;
  }
}

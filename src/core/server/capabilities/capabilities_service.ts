/** What the user may do: defaults, providers, one navigation link per asked app, then switchers. */
import { Type } from '@sinclair/typebox';
import type { Capabilities } from '../../common';
import type { RouteRequest } from '../http/types';
import { CAPABILITIES_RESPONSE } from '../../../contracts/api/server';
import type { InternalHttpServiceSetup } from '../http';

/**
 * How capabilities combine (docs/reference/core.md#capabilities). Pure; inputs are never changed.
 */
type Node = boolean | { readonly [key: string]: Node };

/** @throws {Error} when two providers disagree on a value or its type */
function mergeCapabilities(left: Capabilities, right: Partial<Capabilities>): Capabilities {
  return mergeNodes(left as Node, right as Node) as unknown as Capabilities;
}

function mergeNodes(left: Node, right: Node): Node {
  if (typeof left !== typeof right)
    throw new Error(`conflict trying to merge ${kindOf(left)} with ${kindOf(right)}`);
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

const kindOf = (node: Node): string => typeof node;

/**
 * Existing values may change to others of the same type; everything else in `changes` is ignored.
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
 * Says for one request what its user may do of what there is. It gets a copy, and returns only what
 * changes. Runs for
 * every page: what it throws fails the page.
 */
export type CapabilitiesSwitcher = (
  request: RouteRequest,
  capabilities: Capabilities
) => Partial<Capabilities> | Promise<Partial<Capabilities>>;

/**
 * Capabilities tell screens what to offer; the server refuses what they do not name all the same.
 */
export interface CapabilitiesServiceSetup {
  /**
   * Adds capabilities with their defaults. @throws when another provider gave a value of another
   * type or another default
   */
  registerProvider(provider: () => Partial<Capabilities>): void;
  /** May change existing values to others of the same type; anything else it returns is ignored. */
  registerSwitcher(switcher: CapabilitiesSwitcher): void;
}

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

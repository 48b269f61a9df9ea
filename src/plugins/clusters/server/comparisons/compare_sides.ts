/** Reads two sides and compares them. */
import {
  CodedError,
  BACKEND_ERRORS,
  COMPARISON_KINDS,
  COMPARISON_LIMITS,
  type ComparisonKind,
  type ComparisonRequest,
  type ComparisonSide,
} from '@sd/contracts';
import type { ScopedEngineClient } from '@sd/core/server';
import { CLUSTER_ERRORS } from '../../common';
import type {
  ChangeTools,
  ComparedSides,
  Entities,
  RouteTools,
  SideContent,
} from '@sd/plugins/security/server';

type Json = Readonly<Record<string, unknown>>;

interface Deps {
  readonly changes: Pick<ChangeTools, 'compareContents' | 'fileContent' | 'readAll'>;
  readonly tools: RouteTools;
}

/** The error of reading one side. */
export class SideError extends Error {
  constructor(
    readonly side: ComparisonSide,
    override readonly cause: unknown
  ) {
    super(String(cause));
  }
}

/**
 * @param engineOf - the engine of a cluster with the caller's credentials
 * @throws {SideError}
 * @throws {CodedError} if the differences are too large to keep
 */
export async function compareSides(
  deps: Deps,
  { left, right }: ComparisonRequest,
  engineOf: (id: string) => ScopedEngineClient
): Promise<ComparedSides> {
  const [one, other] = await Promise.all([
    getContent(deps, 'left', left, engineOf),
    getContent(deps, 'right', right, engineOf),
  ]);
  return deps.changes.compareContents(one, other);
}

async function getContent(
  deps: Deps,
  side: ComparisonSide,
  { cluster, files }: ComparisonRequest['left'],
  engineOf: (id: string) => ScopedEngineClient
): Promise<SideContent> {
  try {
    if ((cluster === undefined) === (files === undefined))
      throw new CodedError(CLUSTER_ERRORS.comparisonSide);
    const content =
      cluster === undefined
        ? deps.changes.fileContent(files ?? {})
        : await clusterContent(deps, engineOf(cluster));
    const count = [...content.values()].reduce((sum, one) => sum + (one?.size ?? 0), 0);
    if (count > COMPARISON_LIMITS.entries)
      throw new CodedError(CLUSTER_ERRORS.comparisonTooLarge, {
        count: COMPARISON_LIMITS.entries,
      });
    return content;
  } catch (error) {
    throw new SideError(side, error);
  }
}

async function clusterContent(deps: Deps, engine: ScopedEngineClient): Promise<SideContent> {
  const content = new Map<ComparisonKind, Entities | undefined>();
  // One fresh read renews all that the server has cached of a cluster.
  let isFresh = true;
  for (const kind of COMPARISON_KINDS)
    if (kind === 'config')
      content.set(kind, await getSettings(deps, () => getAuthentication(deps, engine)));
    else if (kind === 'audit' || kind === 'guardrails')
      content.set(kind, await getSettings(deps, () => getEntities(deps, engine, kind, false)));
    else {
      content.set(kind, await getEntities(deps, engine, kind, isFresh));
      isFresh = false;
    }
  return content;
}

const getEntities = async (
  { changes }: Deps,
  engine: ScopedEngineClient,
  kind: Parameters<ChangeTools['readAll']>[1],
  isFresh: boolean
): Promise<Entities> => {
  const stored = await changes.readAll(engine, kind, isFresh);
  return new Map([...stored].map(([name, { entity }]) => [name, entity]));
};

async function getAuthentication({ tools }: Deps, engine: ScopedEngineClient): Promise<Entities> {
  const path = tools.paths.securityConfig;
  const { body } = await tools.expectSuccess(engine.request({ method: 'GET', path }));
  const { dynamic = {} } = (body as { config?: { dynamic?: Json } }).config ?? {};
  return new Map([['config', dynamic]]);
}

/** `undefined` if the cluster does not show them to this caller. */
async function getSettings(
  { tools: { EngineRequestError } }: Deps,
  read: () => Promise<Entities>
): Promise<Entities | undefined> {
  try {
    return await read();
  } catch (error) {
    const isCredentials = (one: InstanceType<typeof EngineRequestError>) =>
      one.attributes?.['code'] === BACKEND_ERRORS.clusterCredentials.code;
    if (error instanceof EngineRequestError && !isCredentials(error)) return undefined;
    throw error;
  }
}

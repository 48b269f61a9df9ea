/** Which pages of the Security app are offered, and where they are. */
import type { AdminPage, AdminPageConditions } from '../types';
import { type ChosenCluster, hasClusters, isConnected$ } from './clusters';
import { supportsFeature } from './features';
import { allows } from './rights';
import type { ScreenDeps } from './screen_deps';

interface ConditionDeps extends Pick<ScreenDeps, 'core' | 'session'> {
  readonly cluster?: ChosenCluster;
}

export const conditionsFor = (deps: ConditionDeps): AdminPageConditions => ({
  hasFeature: (name) => supportsFeature(deps, name),
  may: allows(deps),
  isHome: deps.cluster === undefined,
  isConnected: isConnected$.value ?? hasClusters(deps.core.application),
  capabilities: deps.core.application.capabilities,
});

/** Whether a page is offered. */
export const isOffered = (
  { needs = [], isAvailable = () => true }: AdminPage,
  conditions: AdminPageConditions
): boolean => conditions.may(needs) && isAvailable(conditions);

/** The page's path without its parameters, which are optional on pages that are offered. */
export const pathWithoutParameters = (path: string): string => path.replace(/\/:.*$/, '');

/** The cluster that the Security app works on, named by the address of the page. */
import { BehaviorSubject } from 'rxjs';
import { BACKEND_ERRORS, type ClusterEntry } from '@sd/contracts';
import {
  type AppMountParameters,
  getErrorCode,
  type CoreStart,
  type HttpFetchOptionsWithPath,
  type HttpInterceptor,
  type HttpResponse,
  t,
} from '@sd/core/public';
import { CLUSTER_HEADER, CLUSTER_PARAMETER, CONFIRM_CLUSTER, HOME_CLUSTER } from '../../common';
import type { ChosenCluster } from '../types';
import { DeclinedError } from './lockout_confirmation';

export type { ChosenCluster };

type History = AppMountParameters['history'];

/** Whether the installation has connected clusters. */
export const hasClusters = ({ capabilities }: CoreStart['application']): boolean =>
  capabilities['securityClusters']?.['connected'] === true;

/** Whether there are any since the page was loaded; `undefined` if that is not known. */
export const isConnected$ = new BehaviorSubject<boolean | undefined>(undefined);

/** The cluster of the open visit to the app; `undefined` at home, and outside the app. */
export const visitedCluster$ = new BehaviorSubject<ChosenCluster | undefined>(undefined);

/** Id of the cluster that an address names. */
export const clusterIn = (search: string): string =>
  new URLSearchParams(search).get(CLUSTER_PARAMETER) ?? HOME_CLUSTER;

/** Whether requests to a cluster need credentials that the user has not entered in this session. */
export const needsLogin = ({ credentials, user_name: userName }: ClusterEntry): boolean =>
  credentials === 'session' && userName === undefined;

/** The name of a cluster in texts. */
export const clusterName = ({ is_home: isHome, name }: ClusterEntry): string =>
  isHome ? t('security.clusters.home', 'This installation') : name;

/** A path of the app on a cluster. */
export const onCluster = (path: string, id: string): string =>
  id === HOME_CLUSTER ? path : `${path}?${CLUSTER_PARAMETER}=${encodeURIComponent(id)}`;

export const chosenCluster = (entry: ClusterEntry): ChosenCluster => ({
  entry,
  asks$: new BehaviorSubject(needsLogin(entry)),
});

/** Sends requests about the configuration to a cluster, and notices rejected credentials. */
export const clusterInterceptor = (
  { entry, asks$ }: ChosenCluster,
  core: Pick<CoreStart, 'http' | 'overlays'>
): HttpInterceptor => ({
  request: ({ call, headers }) =>
    // A promotion names the cluster that it changes.
    call?.forClusters ? { headers: { [CLUSTER_HEADER]: entry.id, ...headers } } : undefined,
  responseError: ({ error, fetchOptions }) => {
    const code = getErrorCode(error);
    if (code === BACKEND_ERRORS.clusterCredentials.code && entry.credentials === 'session')
      asks$.next(true);
    return code === UNCONFIRMED_CODE ? answerChanged(core, entry, fetchOptions) : undefined;
  },
});

const UNCONFIRMED_CODE = 'security.cluster_unconfirmed';

/**
 * Asks before a change of a cluster whose changes need a confirmation, and makes it.
 * @throws {DeclinedError}
 */
async function answerChanged(
  { http, overlays }: Pick<CoreStart, 'http' | 'overlays'>,
  { id, name }: ClusterEntry,
  options: HttpFetchOptionsWithPath
): Promise<Partial<Pick<HttpResponse, 'response' | 'body'>>> {
  await confirmChange(
    overlays,
    name,
    t('security.clusters.confirmText', 'This change is made on the cluster {name}.', { name })
  );
  const headers = { ...options.headers, [CONFIRM_CLUSTER]: id };
  const { response, body } = await http.fetch({ ...options, headers, asResponse: true });
  return { ...(response && { response }), body };
}

/** @throws {DeclinedError} */
export async function confirmChange(
  overlays: CoreStart['overlays'],
  name: string,
  text: string
): Promise<void> {
  const isConfirmed = await overlays.openConfirm(text, {
    title: t('security.clusters.confirmTitle', 'Change {name}?', { name }),
    confirmButtonText: t('security.clusters.confirm', 'Change'),
    buttonColor: 'danger',
  });
  if (!isConfirmed)
    throw new DeclinedError(t('security.clusters.declined', 'Nothing was changed.'));
}

/**
 * Adds the cluster to all addresses inside the app, so that links, new tabs, bookmarks and the next
 * login keep it.
 */
export function keepCluster(history: History, id: string): void {
  const own = history as { -readonly [K in 'push' | 'replace' | 'createHref']: History[K] };
  const { push, replace, createHref } = history;
  const searchWith = (search = ''): string => {
    const parameters = new URLSearchParams(search);
    parameters.set(CLUSTER_PARAMETER, id);
    return `?${parameters}`;
  };
  type Target = Parameters<typeof createHref>[0];
  const toNamedTarget = (to: string | Target): Target => {
    if (typeof to !== 'string') return { ...to, search: searchWith(to.search) };
    const { pathname, search, hash } = new URL(to, 'http://host');
    return { pathname, search: searchWith(search), hash };
  };
  const at = (to: string | Target, state?: unknown): Target =>
    state === undefined ? toNamedTarget(to) : { ...toNamedTarget(to), state };
  own.push = ((to: string | Target, state?: unknown) => push(at(to, state))) as typeof push;
  own.replace = ((to: string | Target, state?: unknown) =>
    replace(at(to, state))) as typeof replace;
  own.createHref = (to, options) => createHref(toNamedTarget(to), options);
  // Navigation from outside the app, for example from the search of the header.
  const keep = ({ pathname, search, hash, state }: History['location']): void => {
    if (clusterIn(search) !== id) replace({ pathname, search: searchWith(search), hash, state });
  };
  keep(history.location);
  history.listen(keep);
}

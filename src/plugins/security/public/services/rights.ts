/** What the user's roles open of the management API. The server checks it as well. */
import { endpointFor, type Right } from '@sd/contracts';
import { t } from '@sd/core/public';
import { useAdmin } from './admin_context';
import type { ChosenCluster } from './clusters';
import type { Needs } from '../../common';
import { isOpenTo, needsOfPage } from './page_rights';
import type { ScreenDeps } from './screen_deps';

/** Whether the user has what something needs. */
export function allows({
  session,
  cluster,
}: Pick<ScreenDeps, 'session'> & { readonly cluster?: ChosenCluster }): (needs: Needs) => boolean {
  // There the user's own credentials decide.
  const isOwn = ['session', 'token'].includes(cluster?.entry.credentials ?? '');
  return (needs) => (isOwn && needs !== 'full') || isOpenTo(session.disabledEndpoints, needs);
}

export const useMay = (): ((needs: Needs) => boolean) => allows(useAdmin());

/** Whether the user may open a page, by its path. */
export function useMayOpen(): (path: string) => boolean {
  const may = useMay();
  const { addedPages } = useAdmin();
  return (path) => may(needsOfPage(path, addedPages));
}

/** What it takes to save or delete an entry. */
export const rightToChange = (kind: string, isDeletion: boolean): Right =>
  `${isDeletion ? 'DELETE' : 'PUT'} ${endpointFor(kind)}`;

/** Why the user cannot do something, or `undefined` if they can. */
export function useLackingText(): (needs: Needs) => string | undefined {
  const may = useMay();
  return (needs) => (may(needs) ? undefined : missingRightText());
}

export const missingRightText = (): string =>
  t('security.rights.missing', "Your roles don't allow this. Ask a full administrator.");

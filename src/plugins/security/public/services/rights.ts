/** What the user's roles open of the management API. The server checks it as well. */
import { hasRight, isFullAdministrator } from '@sd/contracts';
import { t } from '@sd/core/public';
import { useAdmin } from './admin_context';
import type { ChosenCluster } from './clusters';
import type { Needs } from '../types';
import type { ScreenDeps } from './screen_deps';

/** Whether the user has what something needs. */
export function allows({
  session,
  cluster,
}: Pick<ScreenDeps, 'session'> & { readonly cluster?: ChosenCluster }): (needs: Needs) => boolean {
  const { disabledEndpoints: disabled } = session;
  // There the user's own credentials decide.
  const isOwn = ['session', 'token'].includes(cluster?.entry.credentials ?? '');
  return (needs) =>
    needs === 'full'
      ? isFullAdministrator(disabled)
      : isOwn || needs.every((right) => hasRight(disabled, right));
}

export const useMay = (): ((needs: Needs) => boolean) => allows(useAdmin());

export const missingRightText = (): string =>
  t('security.rights.missing', "Your roles don't allow this. Ask a full administrator.");

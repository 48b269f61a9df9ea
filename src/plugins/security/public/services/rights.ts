/** What the user's roles open of the management API. The server checks it as well. */
import { hasRight, isFullAdministrator, type Right } from '@sd/contracts';
import { t } from '@sd/core/public';
import { useAdmin } from './admin_context';

/** What a page or an action needs; `full`: that nothing on this installation is closed. */
export type Needs = 'full' | readonly Right[];

/** Whether the user has what something needs. */
export function useMay(): (needs: Needs) => boolean {
  const { session, cluster } = useAdmin();
  const { disabledEndpoints: disabled } = session;
  // There the user's own credentials decide.
  const isOwn = ['session', 'token'].includes(cluster?.entry.credentials ?? '');
  return (needs) =>
    needs === 'full'
      ? isFullAdministrator(disabled)
      : isOwn || needs.every((right) => hasRight(disabled, right));
}

export const missingRightText = (): string =>
  t('security.rights.missing', "Your roles don't allow this. Ask a full administrator.");

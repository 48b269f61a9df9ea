/** Sessions tab of a user. */
import { EuiPanel } from '@elastic/eui';
import { useObservable } from '@sd/core/public';
import { type ReactElement, useMemo } from 'react';
import { SessionTable } from '../../../components/sessions/session_table';
import { useAdmin } from '../../../services/admin_context';
import { useLackingText } from '../../../services/rights';
import { ownSessions, getSessions } from '../../../services/sessions';

export function UserSessionsTab({ name }: { readonly name: string }): ReactElement {
  const { core, session } = useAdmin();
  const { http, notifications } = core;
  // The own page keeps the current session: ending sessions does not log the user out.
  const isOwn = useObservable(session.account$, session.account)?.user_name === name;
  const lacking = useLackingText()(['PATCH INTERNALUSERS']);
  const source = useMemo(
    () => (isOwn ? ownSessions(http) : getSessions(http, name)),
    [http, isOwn, name]
  );
  return (
    <EuiPanel grow={false} hasBorder hasShadow={false} paddingSize="m">
      <SessionTable
        source={source}
        toasts={notifications.toasts}
        isOwn={isOwn}
        objection={isOwn ? undefined : lacking}
      />
    </EuiPanel>
  );
}

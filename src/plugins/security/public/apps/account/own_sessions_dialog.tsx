/** Where the signed-in user is signed in, and ways to end that: one, or all but this one. */
import { EuiModalBody, EuiModalHeader, EuiModalHeaderTitle } from '@elastic/eui';
import { FormattedMessage } from '@sd/core/public';
import { type ReactElement, useMemo } from 'react';
import { SessionTable } from '../../components/sessions/session_table';
import type { ScreenDeps } from '../../services/screen_deps';
import { ownSessions } from '../../services/sessions_client';

export function OwnSessionsDialog({ core }: ScreenDeps): ReactElement {
  const source = useMemo(() => ownSessions(core.http), [core.http]);
  return (
    <>
      <EuiModalHeader>
        <EuiModalHeaderTitle>
          <FormattedMessage id="security.sessions.own" defaultMessage="My sessions" />
        </EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        <SessionTable source={source} toasts={core.notifications.toasts} isOwn />
      </EuiModalBody>
    </>
  );
}

/** When a user last signed in, and how often the user is signed in now. */
import { EuiLink } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { DASH, useLink, useServerQuery } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import type { LastLogin } from '../../../../common';
import { deviceText, methodText, sessionTime } from '../../../components/sessions/session_columns';
import { useAdmin } from '../../../services/admin_context';
import { resourceKey } from '../../../services/query_keys';
import { sessionsOf } from '../../../services/sessions_client';
import { USER_PAGES } from '../paths';

/** Rows of a list of facts. Who may not see sessions of others sees dashes. */
export function useLoginFacts(
  name: string
): ReadonlyArray<{ readonly title: string; readonly description: ReactElement | string }> {
  const { http } = useAdmin().core;
  const link = useLink();
  const { data, isLoading } = useServerQuery(resourceKey('internalusers', 'sessions', name), (signal) =>
    sessionsOf(http, name).list(1, 1, signal)
  );
  const unknown = isLoading ? '…' : DASH;
  return [
    {
      title: i18n.translate('security.userPermissions.lastLogin', {
        defaultMessage: 'Last sign-in',
      }),
      description: data ? lastLoginText(data.last_sign_in) : unknown,
    },
    {
      title: i18n.translate('security.userPermissions.openSessions', {
        defaultMessage: 'Open sessions',
      }),
      description: data ? (
        <EuiLink {...link(USER_PAGES.sessions(name))}>
          <FormattedMessage
            id="security.userPermissions.sessionCount"
            defaultMessage="{count, plural, =0 {None} one {# session} other {# sessions}}"
            values={{ count: data.total }}
          />
        </EuiLink>
      ) : (
        unknown
      ),
    },
  ];
}

function lastLoginText(last: LastLogin | null): string {
  if (last === null)
    return i18n.translate('security.userPermissions.neverLoggedIn', {
      defaultMessage: 'None in the last year',
    });
  const parts = [sessionTime(last.at)];
  if (last.method !== undefined) parts.push(methodText(last.method));
  if (last.remote_address !== undefined) parts.push(deviceText(last), last.remote_address);
  return i18n.formatList(parts, { type: 'unit' });
}

/** Attributes of the user's own login, without secrets. */
import { FormattedMessage } from '@sd/core/public';
import { LoadError, Panel, useServerQuery } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { useAdmin } from '../../../services/admin_context';
import { SECURITY_KEY } from '../../../services/query_keys';
import { IdentityDetails } from './identity_details';

export function OwnLogin(): ReactElement {
  const { domains } = useAdmin();
  const { data, error, reload } = useServerQuery([...SECURITY_KEY, 'own-sign-in'], (signal) =>
    domains.own(signal)
  );
  return (
    <Panel
      title={<FormattedMessage id="security.ownLogin.title" defaultMessage="Your own sign-in" />}
      description={
        data &&
        (data.domain === null ? (
          <FormattedMessage
            id="security.ownLogin.password"
            defaultMessage="{name}, known to the security backend itself."
            values={{ name: data.user_name }}
          />
        ) : (
          <FormattedMessage
            id="security.ownLogin.domain"
            defaultMessage="{name}, proven by the domain {domain} ({type})."
            values={{ name: data.user_name, domain: data.domain, type: data.type ?? '' }}
          />
        ))
      }
    >
      {error !== undefined && <LoadError error={error} onRetry={reload} />}
      {data && <IdentityDetails {...data} />}
    </Panel>
  );
}

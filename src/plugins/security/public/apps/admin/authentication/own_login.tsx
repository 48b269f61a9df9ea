/** Attributes of the user's own login, without secrets. */
import { send, t } from '@sd/core/public';
import { LoadError, Panel, useServerQuery } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { READ_OWN_LOGIN } from '../../../../common';
import { useAdmin } from '../../../services/admin_context';
import { SECURITY_KEY } from '../../../services/query_keys';
import { IdentityDetails } from './identity_details';

export function OwnLogin(): ReactElement {
  const { http } = useAdmin().core;
  const { data, error, reload } = useServerQuery([...SECURITY_KEY, 'own-login'], (signal) =>
    send(http, READ_OWN_LOGIN, { signal })
  );
  return (
    <Panel
      title={t('security.ownLogin.title', 'Your login')}
      description={
        data &&
        (data.domain === null
          ? t('security.ownLogin.password', '{name}, an internal user.', {
              name: data.user_name,
            })
          : t('security.ownLogin.domain', '{name}, logged in by the domain {domain} ({type}).', {
              name: data.user_name,
              domain: data.domain,
              type: data.type ?? '',
            }))
      }
    >
      {error !== undefined && <LoadError error={error} onRetry={reload} />}
      {data && <IdentityDetails {...data} />}
    </Panel>
  );
}

/** In place of the events that a backend does not show; why is said in its own words. */
import { EuiButton, EuiCallOut, EuiSkeletonText } from '@elastic/eui';
import { errorText, FormattedMessage, i18n } from '@sd/core/public';
import { useLink, useServerQuery } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { useAdmin } from '../../../services/admin_context';
import { listEvents } from '../../../services/records_client';
import { AUDIT_PAGES } from '../paths';
import { EVENTS_KEY } from './event_source';

export function EventsAbsent(): ReactElement {
  const { http } = useAdmin().core;
  const link = useLink();
  const { error, isLoading } = useServerQuery([...EVENTS_KEY, 'why-not'], (signal) =>
    listEvents(http, { per_page: 1 }, signal)
  );
  if (isLoading && error === undefined) return <EuiSkeletonText lines={3} />;
  return (
    <EuiCallOut
      color="warning"
      iconType="eyeSlash"
      title={i18n.translate('security.events.absent', {
        defaultMessage: 'Audit events cannot be shown here',
      })}
    >
      {error !== undefined && <p>{errorText(error)}</p>}
      <EuiButton {...link(AUDIT_PAGES.main)}>
        <FormattedMessage
          id="security.events.toSettings"
          defaultMessage="Settings of audit logging"
        />
      </EuiButton>
    </EuiCallOut>
  );
}

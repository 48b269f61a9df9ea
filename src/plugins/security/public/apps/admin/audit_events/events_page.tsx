/** Audit events: who did what, from where, and which requests were denied. */
import {
  EuiButton,
  EuiCallOut,
  EuiFlexItem,
  EuiSkeletonText,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import { type ReactElement, Suspense, useMemo, useState } from 'react';
import { errorText, send, t } from '@sd/core/public';
import {
  Actions,
  type Facet,
  lazyPage,
  type List,
  ListPage,
  PageHeader,
  useChanged,
  useLink,
  useList,
  usePage,
  useServerQuery,
} from '@sd/ui_kit';
import { AUDIT_CATEGORIES } from '@sd/contracts';
import { AuditSwitch, LoginsSwitch, recordsLogins } from '../audit_logging/audit_switch';
import { useAuditConfig } from '../audit_logging/use_audit_config';
import { useAdmin } from '../../../services/admin_context';
import { AUDIT_PAGES } from '../paths';
import { EVENTS_KEY, eventSource, DEFAULT_PERIOD, SHOWN } from './event_source';
import { LIST_AUDIT_EVENTS } from '../../../../common';
import { PeriodFilter } from '../../../components/period/period_filter';
import { TextFilter, userLabel } from '../../../components/period/text_filter';
import { useFeature } from '../../../services/features';
import { eventColumns } from './event_columns';
import { EventExport } from './event_export';
import type { EventAct } from './event_fields';
import { EventHistogram } from './event_histogram';

/** Hidden for users who may not read the settings. */
export function RecordingState(): ReactElement | null {
  const { data } = useAuditConfig();
  if (!data || recordsLogins(data.entity)) return null;
  return (
    <>
      {data.entity.enabled ? (
        <EuiCallOut
          size="s"
          iconType="eyeSlash"
          title={t('security.events.noLogins', 'Successful logins are not recorded')}
        >
          <LoginsSwitch version={data} />
        </EuiCallOut>
      ) : (
        <EuiCallOut
          color="warning"
          iconType="eyeSlash"
          title={t('security.events.off', 'Audit logging is off')}
        >
          <p>
            {t(
              'security.events.offText',
              'New events are not recorded. Earlier events are still listed.'
            )}
          </p>
          <AuditSwitch version={data} />
        </EuiCallOut>
      )}
      <EuiSpacer size="m" />
    </>
  );
}

/** Placeholder if a backend shows no events, with the backend's own reason. */
export function EventsUnavailable(): ReactElement {
  const { http } = useAdmin().core;
  const link = useLink();
  const { error, isLoading } = useServerQuery([...EVENTS_KEY, 'why-not'], (signal) =>
    send(http, LIST_AUDIT_EVENTS, { query: { per_page: 1 }, signal })
  );
  if (isLoading && error === undefined) return <EuiSkeletonText lines={3} />;
  return (
    <EuiCallOut
      color="warning"
      iconType="eyeSlash"
      title={t('security.events.absent', 'Audit events are not available here')}
    >
      {error !== undefined && <p>{errorText(error)}</p>}
      <EuiButton {...link(AUDIT_PAGES.main)}>
        {t('security.events.toSettings', 'Audit logging settings')}
      </EuiButton>
    </EuiCallOut>
  );
}

interface ServerFilterProps {
  readonly list: List<EventAct>;
  readonly user: string;
}

/** Shows or hides what the server itself does on the cluster, and says how to stop recording it. */
function ServerFilter({ list, user }: ServerFilterProps): ReactElement {
  const link = useLink();
  const { server, ...others } = list.state.filters;
  const isShown = server?.[0] === SHOWN;
  return (
    <EuiFlexItem style={{ flex: '1 1 100%' }}>
      <EuiText size="s" color="subdued" data-test-subj="console-events">
        {isShown
          ? t(
              'security.events.consoleShown',
              'This console reads the cluster as {user}. To stop recording that, add this user to the ignored users in the audit logging settings.',
              { user }
            )
          : t(
              'security.events.consoleHidden',
              'Events from what this console reads as {user} are hidden.',
              {
                user,
              }
            )}{' '}
        <button
          type="button"
          className="sdTextButton"
          onClick={() =>
            list.change({ filters: isShown ? others : { ...others, server: [SHOWN] } })
          }
        >
          {isShown
            ? t('security.events.hideConsole', 'Hide these events')
            : t('security.events.showConsole', 'Show these events')}
        </button>
        {isShown && (
          <>
            {' '}
            <a {...link(AUDIT_PAGES.general)}>
              {t('security.events.toSettings', 'Audit logging settings')}
            </a>
          </>
        )}
      </EuiText>
    </EuiFlexItem>
  );
}

const EventFlyout = lazyPage(async () => (await import('./event_flyout')).EventFlyout);

const eventsTitle = (): string => t('security.events.title', 'Audit events');

export function EventsPage(): ReactElement {
  return useFeature('auditEvents') ? <Events /> : <NoEvents />;
}

function NoEvents(): ReactElement {
  usePage([{ text: eventsTitle() }]);
  return (
    <>
      <PageHeader title={eventsTitle()} />
      <EventsUnavailable />
    </>
  );
}

function Events(): ReactElement {
  const { http } = useAdmin().core;
  const changed = useChanged();
  const [serverUser, setServerUser] = useState<string>();
  const list = useList(useMemo(() => eventSource(http, setServerUser), [http]));
  const [selected, setSelected] = useState<EventAct>();
  return (
    <ListPage
      id="audit_events"
      title={eventsTitle()}
      description={t(
        'security.events.intro',
        'See who did what, when and from where. The audit logging settings decide what is recorded.'
      )}
      notice={<RecordingState />}
      list={list}
      columns={useMemo(() => eventColumns(setSelected, serverUser), [serverUser])}
      searchLabel={t('security.events.search', 'Search actions, indices or any word of an event')}
      facets={facets()}
      filters={
        <>
          <PeriodFilter list={list} defaultPeriod={DEFAULT_PERIOD} />
          <TextFilter list={list} name="user" label={userLabel()} />
          <TextFilter
            list={list}
            name="remote"
            label={t('security.events.remote', 'Client address')}
          />
          {serverUser !== undefined && <ServerFilter list={list} user={serverUser} />}
        </>
      }
      chart={
        <>
          <EventHistogram list={list} />
          <EuiSpacer size="s" />
        </>
      }
      actions={[]}
      create={
        <Actions>
          <EuiButton
            iconType="refresh"
            isLoading={list.isLoading}
            onClick={() => changed(EVENTS_KEY)}
          >
            {t('security.common.refresh', 'Refresh')}
          </EuiButton>
          <EventExport list={list} />
        </Actions>
      }
      empty={t(
        'security.events.empty',
        'No events in the last 24 hours. Choose a longer time range, or check which categories are turned off in the audit logging settings.'
      )}
      data-test-subj="audit-events"
    >
      {selected && (
        <Suspense fallback={null}>
          <EventFlyout act={selected} onClose={() => setSelected(undefined)} />
        </Suspense>
      )}
    </ListPage>
  );
}

/** Compliance categories, which cannot be disabled individually. */
const COMPLIANCE = [
  'COMPLIANCE_DOC_READ',
  'COMPLIANCE_DOC_WRITE',
  'COMPLIANCE_INTERNAL_CONFIG_READ',
  'COMPLIANCE_INTERNAL_CONFIG_WRITE',
  'COMPLIANCE_EXTERNAL_CONFIG',
];

const facets = (): readonly Facet[] => [
  {
    name: 'category',
    label: t('security.events.facet.category', 'Category'),
    options: [
      ...new Set([...AUDIT_CATEGORIES.rest, ...AUDIT_CATEGORIES.transport, ...COMPLIANCE]),
    ].map((value) => ({ value, label: value })),
  },
];

/** Audit events: who did what, from where, and what was refused. */
import { EuiButton, EuiFlexGroup, EuiFlexItem, EuiSpacer } from '@elastic/eui';
import { AUDIT_CATEGORIES } from '@sd/contracts';
import { FormattedMessage, i18n } from '@sd/core/public';
import {
  type Facet,
  lazyPage,
  ListTable,
  ListToolbar,
  PageHeader,
  Panel,
  useChanged,
  useColumns,
  useList,
  usePage,
} from '@sd/ui_kit';
import { type ReactElement, Suspense, useMemo, useState } from 'react';
import type { AuditEvent } from '../../../../common';
import { PeriodFilter } from '../../../components/period/period_filter';
import { userLabel, TextFilter } from '../../../components/period/text_filter';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';
import { eventColumns } from './event_columns';
import { EventExport } from './event_export';
import { EventHistogram } from './event_histogram';
import { EVENTS_KEY, eventSource, UNSAID_PERIOD } from './event_source';
import { EventsAbsent } from './events_absent';
import { RecordingState } from './recording_state';

const EventFlyout = lazyPage(async () => (await import('./event_flyout')).EventFlyout);

const eventsTitle = (): string =>
  i18n.translate('security.events.title', { defaultMessage: 'Audit events' });

export function EventsPage(): ReactElement {
  const isShown = useFeature('auditEvents');
  usePage([{ text: eventsTitle() }]);
  return (
    <>
      <PageHeader
        title={eventsTitle()}
        description={
          <FormattedMessage
            id="security.events.intro"
            defaultMessage="What audit logging has recorded: who signed in, who reached for what, what was refused, and which part of the configuration was changed."
          />
        }
      />
      {isShown ? (
        <>
          <RecordingState />
          <Events />
        </>
      ) : (
        <EventsAbsent />
      )}
    </>
  );
}

function Events(): ReactElement {
  const { http } = useAdmin().core;
  const changed = useChanged();
  const list = useList(useMemo(() => eventSource(http), [http]));
  const [shown, setShown] = useState<AuditEvent>();
  const columns = useColumns(
    'audit_events',
    useMemo(() => eventColumns(setShown), [])
  );
  return (
    <Panel
      title={<FormattedMessage id="security.events.recorded" defaultMessage="Recorded events" />}
      actions={
        <EuiFlexGroup gutterSize="s" responsive={false} wrap>
          <EuiFlexItem grow={false}>
            <EuiButton
              iconType="refresh"
              isLoading={list.isLoading}
              onClick={() => changed(EVENTS_KEY)}
            >
              <FormattedMessage id="security.events.refresh" defaultMessage="Refresh" />
            </EuiButton>
          </EuiFlexItem>
          <EuiFlexItem grow={false}>
            <EventExport list={list} />
          </EuiFlexItem>
        </EuiFlexGroup>
      }
    >
      <ListToolbar
        list={list}
        searchLabel={i18n.translate('security.events.search', {
          defaultMessage: 'Search for an action, an index or any word of an event',
        })}
        facets={facets()}
      >
        <PeriodFilter list={list} unsaid={UNSAID_PERIOD} />
        <TextFilter list={list} name="user" label={userLabel()} />
        <TextFilter
          list={list}
          name="remote"
          label={i18n.translate('security.events.remote', { defaultMessage: 'Remote address' })}
        />
      </ListToolbar>
      <EuiSpacer size="s" />
      <EventHistogram list={list} />
      <EuiSpacer size="s" />
      <ListTable
        list={list}
        columns={columns}
        caption={eventsTitle()}
        empty={
          <FormattedMessage
            id="security.events.empty"
            defaultMessage="Nothing was recorded in the last 24 hours. Choose a longer time, or look which categories are switched off in the settings of audit logging."
          />
        }
        data-test-subj="audit-events"
      />
      {shown && (
        <Suspense fallback={null}>
          <EventFlyout event={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </Panel>
  );
}

/** Compliance has categories that cannot be switched off one by one. */
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
    label: i18n.translate('security.events.facet.category', { defaultMessage: 'Category' }),
    options: [
      ...new Set([...AUDIT_CATEGORIES.rest, ...AUDIT_CATEGORIES.transport, ...COMPLIANCE]),
    ].map((value) => ({ value, label: value })),
  },
];

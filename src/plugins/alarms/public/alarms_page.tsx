/** Where this installation sends alarms, and whether they arrive. */
import {
  EuiBadge,
  EuiButton,
  EuiCallOut,
  EuiCodeBlock,
  EuiPanel,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import type { AlarmDestination, AlarmKind, AlarmsBody } from '@sd/contracts';
import { type CoreSetup, errorText, send, t } from '@sd/core/public';
import {
  LoadError,
  PageHeader,
  PageLoading,
  Table,
  type TableColumn,
  usePage,
  useServerQuery,
} from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { FINDINGS_PATH, READ_ALARMS, TEST_ALARM } from '../common';
import { alarmsTitle } from './texts';
import { timeLabel } from './time_label';
import { WatchedClusters } from './watched_clusters';

type Deps = Pick<CoreSetup, 'http' | 'notifications'>;

/** @param hasFindings - whether the app has a page of findings */
export const alarmsPage = (deps: Deps, hasFindings: boolean) =>
  function AlarmsPage(): ReactElement {
    const findings = { text: t('alarms.findings', 'Findings'), path: FINDINGS_PATH };
    usePage([...(hasFindings ? [findings] : []), { text: alarmsTitle() }]);
    return <Alarms {...deps} />;
  };

const ALARMS_KEY = ['alarms'] as const;

function Alarms(deps: Deps): ReactElement {
  const { data, error, reload, isLoading } = useServerQuery(
    ALARMS_KEY,
    (signal) => send(deps.http, READ_ALARMS, { signal }),
    { isFresh: true, keepsPrevious: true }
  );
  return (
    <>
      <PageHeader
        title={alarmsTitle()}
        description={t(
          'alarms.intro',
          'See where this server sends messages about findings, failed logins, administrators and change requests.'
        )}
        actions={
          <EuiButton
            hasAriaDisabled
            iconType="refresh"
            isLoading={isLoading}
            onClick={() => reload()}
          >
            {t('alarms.refresh', 'Refresh')}
          </EuiButton>
        }
      />
      {error !== undefined && <LoadError error={error} onRetry={reload} isRetrying={isLoading} />}
      {!data && error === undefined && <PageLoading />}
      {data && (
        <EuiPanel grow={false} hasBorder hasShadow={false} paddingSize="m">
          {data.not_watched && (
            <>
              <EuiCallOut
                color="warning"
                iconType="warning"
                title={t('alarms.notWatched', 'There are no alarms about findings')}
              >
                <p>{notWatchedText(data.not_watched)}</p>
              </EuiCallOut>
              <EuiSpacer size="m" />
            </>
          )}
          <Times alarms={data} />
          <Destinations destinations={data.destinations} onTested={reload} {...deps} />
          <WatchedClusters clusters={data.clusters} />
        </EuiPanel>
      )}
    </>
  );
}

const notWatchedText = (problem: NonNullable<AlarmsBody['not_watched']>): string =>
  ({
    off: t(
      'alarms.findingsOff',
      'Findings are off, here and for connected clusters. To turn them on, set opensearch_security.findings.enabled to true in the configuration file.'
    ),
    account: t(
      'alarms.noAccount',
      'This server has no user name and password on the cluster. Set opensearch.username and opensearch.password.'
    ),
    rights: t(
      'alarms.noRights',
      'The user in opensearch.username may not read the security configuration. Give it a role that may read roles, role mappings, action groups and internal users with the REST API.'
    ),
  })[problem];

function Times({ alarms }: { readonly alarms: AlarmsBody }): ReactElement | null {
  const { digest_at: digest, time_zone: zone, is_quiet: isQuiet, held } = alarms;
  if (digest === undefined && !isQuiet) return null;
  return (
    <>
      <EuiText size="s" color="subdued">
        {digest !== undefined && (
          <p>
            {t('alarms.digest', 'Daily digest at {time} ({zone}).', {
              time: digest,
              zone,
            })}
          </p>
        )}
        {isQuiet && (
          <p>
            {t(
              'alarms.quiet',
              'Quiet hours: {count, plural, =0 {no events are} one {# event is} other {# events are}} waiting.',
              { count: held }
            )}
          </p>
        )}
      </EuiText>
      <EuiSpacer size="m" />
    </>
  );
}

interface DestinationsProps extends Deps {
  readonly destinations: readonly AlarmDestination[];
  readonly onTested: () => unknown;
}

function Destinations({ destinations, ...tests }: DestinationsProps): ReactElement {
  return (
    <>
      <Table<AlarmDestination>
        caption={alarmsTitle()}
        items={destinations}
        idOf={({ name }) => name}
        columns={[
          ...columns(),
          {
            id: 'test',
            name: t('alarms.test', 'Test'),
            render: ({ name }) => <TestButton name={name} {...tests} />,
          },
        ]}
        empty={t(
          'alarms.none',
          'No destinations yet. Add webhooks, syslog servers or mailboxes to opensearch_security.alarms in the configuration file.'
        )}
      />
      {destinations.length === 0 && (
        <>
          <EuiSpacer size="m" />
          <EuiText size="s">
            <p>
              {t(
                'alarms.example',
                'Example. Restart the server after the change, then send a test from this page.'
              )}
            </p>
          </EuiText>
          <EuiSpacer size="s" />
          <div style={{ maxInlineSize: 800 }}>
            <EuiCodeBlock isCopyable language="yaml" fontSize="s" paddingSize="s">
              {EXAMPLE}
            </EuiCodeBlock>
          </div>
        </>
      )}
    </>
  );
}

const EXAMPLE = `opensearch_security.alarms.destinations:
  - name: on-call
    kind: webhook
    url: https://hooks.example.org/security
    secret: at-least-16-characters`;

const columns = (): ReadonlyArray<TableColumn<AlarmDestination>> => [
  { id: 'name', name: t('alarms.name', 'Name'), render: ({ name }) => name },
  {
    id: 'kind',
    name: t('alarms.kind', 'Kind'),
    render: ({ kind }) => kindLabel(kind),
  },
  {
    id: 'target',
    name: t('alarms.target', 'Target'),
    render: ({ target }) => <span style={{ overflowWrap: 'anywhere' }}>{target}</span>,
  },
  {
    id: 'state',
    name: t('alarms.state', 'State'),
    render: (one) => <State destination={one} />,
  },
  {
    id: 'last',
    name: t('alarms.last', 'Last delivery'),
    render: ({ last_delivery: at }) =>
      at === undefined ? t('alarms.never', 'None since server start') : timeLabel(at),
  },
];

const kindLabel = (kind: AlarmKind): string =>
  ({
    webhook: t('alarms.webhook', 'Webhook'),
    syslog: t('alarms.syslog', 'Syslog'),
    email: t('alarms.email', 'E-mail'),
  })[kind];

function State({ destination }: { readonly destination: AlarmDestination }): ReactElement {
  const { last_error: failure, waiting, lost } = destination;
  return (
    <>
      <EuiBadge color={failure ? 'danger' : 'hollow'}>
        {failure ? t('alarms.failing', 'Failing') : t('alarms.working', 'No problems')}
      </EuiBadge>
      {failure && (
        <EuiText size="xs" style={{ overflowWrap: 'anywhere' }}>
          {failure.reason}
        </EuiText>
      )}
      {waiting + lost > 0 && (
        <EuiText size="xs">
          {t(
            'alarms.waiting',
            '{waiting, number} waiting{lost, plural, =0 {} other {, {lost, number} lost}}',
            { waiting, lost }
          )}
        </EuiText>
      )}
    </>
  );
}

interface TestButtonProps extends Omit<DestinationsProps, 'destinations'> {
  readonly name: string;
}

function TestButton({ name, onTested, http, notifications }: TestButtonProps): ReactElement {
  const [isSending, setSending] = useState(false);
  const showFailure = (reason: string) =>
    notifications.toasts.addDanger({
      title: t('alarms.testFailed', "Couldn't send a test to {name}", { name }),
      text: reason,
    });
  const sendTest = async () => {
    setSending(true);
    try {
      const { delivered, reason = '' } = await send(http, TEST_ALARM, { params: { name } });
      if (delivered)
        notifications.toasts.addSuccess({
          title: t('alarms.testSent', 'Test sent to {name}', { name }),
        });
      else showFailure(reason);
    } catch (error) {
      showFailure(errorText(error));
    }
    setSending(false);
    onTested();
  };
  return (
    <EuiButton
      size="s"
      hasAriaDisabled
      isLoading={isSending}
      aria-label={t('alarms.sendTo', 'Send a test to {name}', { name })}
      onClick={() => void sendTest()}
    >
      {t('alarms.send', 'Send a test')}
    </EuiButton>
  );
}

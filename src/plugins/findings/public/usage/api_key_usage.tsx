/** What an API key was used for, and which of its permissions it never used. */
import {
  EuiBadge,
  EuiCallOut,
  EuiFlyout,
  EuiFlyoutBody,
  EuiFlyoutHeader,
  EuiSkeletonText,
  EuiSpacer,
  EuiText,
  EuiTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import type { ApiKey, KeyUsageReport } from '@sd/contracts';
import { FormattedMessage, i18n, send, t } from '@sd/core/public';
import { LoadError, Panel, useLink, useServerQuery, WrappingText } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import type { EntityPartProps } from '@sd/plugins/security/public';
import { READ_USAGE } from '../../common';
import { dayLabel } from '../day_label';
import { useParts, withParts } from '../parts';
import { DEFAULT_DAYS, PeriodField } from './recorded_usage';
import { countLabel, lastColumn } from './use_columns';

export const apiKeyUsage = withParts(ApiKeyUsage);

function ApiKeyUsage({ apiKey, onClose }: EntityPartProps['apiKey']): ReactElement {
  const { API_KEYS_KEY, useAdmin } = useParts();
  const { http } = useAdmin().core;
  const titleId = useGeneratedHtmlId({ prefix: 'key-usage' });
  const [days, setDays] = useState<number>(DEFAULT_DAYS);
  const { data, error, reload, isLoading } = useServerQuery(
    [...API_KEYS_KEY, 'usage', apiKey.id, days],
    (signal) =>
      send(http, READ_USAGE, {
        body: { api_key: apiKey.id, days },
        signal,
      }) as Promise<KeyUsageReport>,
    { isFresh: true, keepsPrevious: true }
  );
  return (
    <EuiFlyout onClose={onClose} aria-labelledby={titleId} size="m">
      <EuiFlyoutHeader hasBorder>
        <EuiTitle size="s">
          <h2 id={titleId}>
            <WrappingText
              text={t('findings.keyUsage.title', 'Usage of {name} ({user})', {
                name: apiKey.name,
                user: apiKey.user,
              })}
            />
          </h2>
        </EuiTitle>
      </EuiFlyoutHeader>
      <EuiFlyoutBody>
        <EuiText size="s">
          <p>
            {t(
              'findings.keyUsage.intro',
              "Requests to the management API with this key. What it reads and saves in tenants isn't recorded."
            )}
          </p>
        </EuiText>
        <EuiSpacer size="m" />
        <PeriodField days={days} onChange={setDays} />
        <EuiSpacer size="m" />
        {error !== undefined && <LoadError error={error} onRetry={reload} isRetrying={isLoading} />}
        {!data && error === undefined && <EuiSkeletonText lines={4} />}
        {data && <Report report={data} apiKey={apiKey} />}
      </EuiFlyoutBody>
    </EuiFlyout>
  );
}

function Report({
  report,
  apiKey,
}: {
  readonly report: KeyUsageReport;
  readonly apiKey: ApiKey;
}): ReactElement {
  const { events, changes, period, used, denied, permissions } = report;
  const deniedCount = denied.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {!report.is_recorded && <NotRecorded user={apiKey.user} />}
      <EuiText size="s">
        <p role="status">
          {period
            ? t(
                'findings.keyUsage.covered',
                '{events, plural, one {# allowed request was} other {# allowed requests were}} recorded, the first on {from}. Earlier use is unknown.',
                { events, from: dayLabel(period.from) }
              )
            : t(
                'findings.keyUsage.nothing',
                'No allowed requests were recorded in this period. There may still have been some.'
              )}{' '}
          {report.is_partial &&
            t(
              'findings.keyUsage.partial',
              'The owner has too many events; the oldest are left out.'
            )}{' '}
          {events > 0 &&
            (changes > 0
              ? t(
                  'findings.keyUsage.changes',
                  '{changes, plural, one {# request changes} other {# requests change}} something.',
                  { changes }
                )
              : !apiKey.isReadOnly &&
                t(
                  'findings.keyUsage.couldRead',
                  'None of them changes anything: the key could be read-only, unless it saves objects in tenants.'
                ))}
        </p>
      </EuiText>
      <EuiSpacer size="m" />
      {events > 0 && (
        <>
          <Panel title={t('findings.usage.used', 'What was used')}>
            <Requests caption={t('findings.usage.used', 'What was used')} items={used} />
          </Panel>
          <EuiSpacer size="m" />
          <Panel title={t('findings.keyUsage.permissions', 'Endpoint permissions')}>
            <Permissions permissions={permissions} />
          </Panel>
          <EuiSpacer size="m" />
        </>
      )}
      <Panel
        title={t('findings.userUsage.denied', 'Denied requests ({count, number})', {
          count: deniedCount,
        })}
      >
        <Requests
          caption={t('findings.keyUsage.denied', 'Denied requests')}
          items={denied}
          empty={
            report.records_denied
              ? t('findings.keyUsage.noneDenied', 'No denied requests were recorded.')
              : t(
                  'findings.keyUsage.deniedOff',
                  "Denied requests (MISSING_PRIVILEGES) aren't recorded at the moment."
                )
          }
        />
      </Panel>
    </>
  );
}

function NotRecorded({ user }: { readonly user: string }): ReactElement {
  const link = useLink();
  const { AUDIT_PAGES } = useParts();
  return (
    <>
      <EuiCallOut
        size="s"
        color="warning"
        title={t('findings.usage.notRecorded', "Allowed requests aren't recorded at the moment.")}
      >
        <p style={{ overflowWrap: 'anywhere' }}>
          <FormattedMessage
            id="findings.keyUsage.notRecordedText"
            defaultMessage="Turn on the REST category GRANTED_PRIVILEGES under <link>Audit logging</link>, check that {user} is not an ignored user, and come back in a few weeks."
            values={{ user, link: (chunks) => <a {...link(AUDIT_PAGES.general)}>{chunks}</a> }}
          />
        </p>
      </EuiCallOut>
      <EuiSpacer size="m" />
    </>
  );
}

type Row = KeyUsageReport['used'][number];

interface RequestsProps {
  readonly caption: string;
  readonly items: readonly Row[];
  readonly empty?: string;
}

function Requests(props: RequestsProps): ReactElement {
  const { PagedTable } = useParts();
  return (
    <PagedTable<Row>
      {...props}
      idOf={requestText}
      columns={[
        {
          id: 'request',
          name: t('findings.keyUsage.request', 'Request'),
          render: (row) =>
            requestText(row).trim() || t('findings.keyUsage.together', 'Counted together'),
        },
        ...columnsOfUse<Row>(),
      ]}
    />
  );
}

const requestText = ({ method, endpoint }: Row): string => `${method} ${endpoint}`;

type Permission = KeyUsageReport['permissions'][number];

interface PermissionsProps {
  readonly permissions: readonly Permission[];
}

/** Those that were never used come first. */
function Permissions({ permissions }: PermissionsProps): ReactElement {
  const { PagedTable } = useParts();
  return (
    <PagedTable<Permission>
      caption={t('findings.keyUsage.permissions', 'Endpoint permissions')}
      items={[...permissions].sort((one, other) => one.count - other.count)}
      idOf={({ name }) => name}
      empty={t('findings.keyUsage.noPermissions', "The key doesn't allow any endpoint now.")}
      columns={[
        {
          id: 'permission',
          name: t('findings.common.permission', 'Permission'),
          render: ({ name }) => <WrappingText text={name} />,
        },
        ...columnsOfUse<Permission>(),
      ]}
    />
  );
}

/** Columns of the number of uses and the last one. */
const columnsOfUse = <U extends { readonly count: number; readonly last?: number }>() =>
  [
    {
      id: 'count',
      name: countLabel(),
      render: ({ count }: U) =>
        count > 0 ? (
          i18n.formatNumber(count)
        ) : (
          <EuiBadge color="warning">{t('findings.common.never', 'Never')}</EuiBadge>
        ),
    },
    lastColumn<U>(),
  ] as const;

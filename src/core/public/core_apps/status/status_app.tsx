/** The status page. Lazy chunk. */
import {
  EuiButton,
  EuiFlexGroup,
  EuiFlexItem,
  EuiLoadingSpinner,
  EuiSpacer,
  EuiText,
  EuiTitle,
} from '@elastic/eui';
import { type ReactElement, useEffect, useState } from 'react';
import { HomeLink } from '../../application/ui/home_link';
import type { HttpSetup } from '../../http/types';
import { FormattedMessage, i18n, t } from '../../i18n';
import type { IToasts } from '../../notifications/types';
import type { UnmountCallback } from '../../types';
import { UtilityClasses } from '../../rendering/utility_classes';
import { renderApp } from '../../theme/render_app';
import { loadStatus, type ProcessedStatus } from './load_status';
import { MetricTiles, ServerStatus, StatusTable } from './status_panels';

export interface StatusAppProps {
  readonly http: Pick<HttpSetup, 'basePath' | 'get'>;
  readonly toasts: Pick<IToasts, 'addDanger'>;
  readonly productName: string;
}

export const renderStatusApp = (element: HTMLElement, props: StatusAppProps): UnmountCallback =>
  renderApp(element, <StatusApp {...props} />);

const PAGE_STYLE = {
  boxSizing: 'border-box',
  inlineSize: '100%',
  maxInlineSize: 960,
  marginInline: 'auto',
  padding: 24,
} as const;

export function StatusApp({ http, toasts, productName }: StatusAppProps): ReactElement {
  const [status, setStatus] = useState<ProcessedStatus | 'loading' | 'failed'>('loading');
  const [loadedAt, setLoadedAt] = useState<Date>();
  const [loads, setLoads] = useState(1);
  useEffect(() => {
    let isMounted = true;
    const show = (next: ProcessedStatus | 'failed') => {
      if (!isMounted) return;
      setStatus(next);
      setLoadedAt(new Date());
    };
    loadStatus({ http, toasts }).then(show, () => show('failed'));
    return () => {
      isMounted = false;
    };
  }, [http, toasts, loads]);

  return (
    <div style={PAGE_STYLE} data-test-subj="statusPageRoot">
      <UtilityClasses />
      {status === 'loading' && (
        <EuiLoadingSpinner
          size="l"
          aria-label={t('core.statusPage.loading', 'Loading the status')}
        />
      )}
      {status === 'failed' && (
        <EuiText color="danger" role="alert">
          <h1>
            {t(
              'core.statusPage.statusApp.loadingErrorText',
              'An error occurred loading the status'
            )}
          </h1>
        </EuiText>
      )}
      {typeof status === 'object' && <LoadedStatus status={status} productName={productName} />}
      <EuiSpacer />
      <EuiFlexGroup alignItems="center" justifyContent="spaceBetween" wrap gutterSize="m">
        <EuiFlexItem grow={false}>
          {/* The page has no shell header. */}
          <EuiText size="s">
            <HomeLink href={http.basePath.prepend('/')} />
          </EuiText>
        </EuiFlexItem>
        {loadedAt && (
          <EuiFlexItem grow={false}>
            <EuiFlexGroup alignItems="center" gutterSize="s" responsive={false}>
              <EuiText size="s" color="subdued">
                <p>
                  {t('core.statusPage.loadedAt', 'As of {time}', {
                    time: i18n.formatDate(loadedAt, { timeStyle: 'medium' }),
                  })}
                </p>
              </EuiText>
              <EuiButton size="s" iconType="refresh" onClick={() => setLoads(loads + 1)}>
                {t('core.statusPage.refresh', 'Refresh')}
              </EuiButton>
            </EuiFlexGroup>
          </EuiFlexItem>
        )}
      </EuiFlexGroup>
    </div>
  );
}

interface LoadedStatusProps {
  readonly status: ProcessedStatus;
  readonly productName: string;
}

function LoadedStatus({ status, productName }: LoadedStatusProps): ReactElement {
  const { metrics, name, serverState, statuses, version } = status;
  const headline = <ServerStatus name={name} serverState={serverState} productName={productName} />;
  if (!version)
    return (
      <>
        {headline}
        <EuiSpacer />
        <EuiText data-test-subj="serverStatusReason">
          <p>{serverState.message}</p>
        </EuiText>
      </>
    );
  return (
    <>
      {headline}
      <EuiSpacer />
      <MetricTiles metrics={metrics} />
      <EuiSpacer size="xl" />
      <EuiFlexGroup alignItems="baseline" justifyContent="spaceBetween" wrap gutterSize="m">
        <EuiFlexItem grow={false}>
          <EuiTitle size="s">
            <h2>{t('core.statusPage.statusApp.statusTitle', 'Plugin status')}</h2>
          </EuiTitle>
        </EuiFlexItem>
        <EuiFlexItem grow={false} style={{ minInlineSize: 0 }}>
          <EuiText size="s" color="subdued">
            <p style={{ overflowWrap: 'anywhere' }}>
              <span data-test-subj="statusBuildNumber">
                <FormattedMessage
                  id="core.statusPage.statusApp.statusActions.buildText"
                  defaultMessage="BUILD {buildNum}"
                  values={{ buildNum: <strong>{version.build_number}</strong> }}
                />
              </span>{' '}
              <span data-test-subj="statusBuildHash">
                <FormattedMessage
                  id="core.statusPage.statusApp.statusActions.commitText"
                  defaultMessage="COMMIT {buildSha}"
                  values={{ buildSha: <strong>{version.build_hash}</strong> }}
                />
              </span>
            </p>
          </EuiText>
        </EuiFlexItem>
      </EuiFlexGroup>
      <EuiSpacer size="m" />
      <StatusTable statuses={statuses} />
    </>
  );
}

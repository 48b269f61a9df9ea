/** Open setup steps, for administrators. Lazy chunk. */
import { EuiBadge, EuiLink, EuiText, EuiTitle } from '@elastic/eui';
import type { ReactElement } from 'react';
import { type CoreStart, send, t } from '@sd/core/public';
import { LoadError, useServerQuery } from '@sd/ui_kit';
import { appLinkProps } from '../app_link';
import { Section } from '../section';
import { type OpenStep, type PageConnection, setupSteps } from './setup_steps';
import type { ChangeRequestList, FindingCountsBody } from '@sd/contracts';
import { CHANGE_REQUESTS_PATH, FINDING_COUNTS_PATH, READ_SETUP } from '../../../common';

const FINDINGS_PAGE = '/findings';
const CHANGE_REQUESTS_PAGE = '/changeRequests';

const LIST = { display: 'grid', gap: 16, marginBlockStart: 12 } as const;
const HEAD = { display: 'flex', gap: 8, flexWrap: 'wrap', alignItems: 'center' } as const;

interface StepProps {
  readonly step: OpenStep;
  /** A page of the Security app. */
  readonly mayOpenPage: (path: string) => boolean;
  readonly application: CoreStart['application'];
}

/** One step: the reason and, if a page of the product fixes it, a link. */
function Step({ step, application, mayOpenPage }: StepProps): ReactElement {
  const { needsAttention, title, text, link } = step;
  return (
    <>
      <div style={HEAD}>
        <EuiTitle size="xxs">
          <h3>{title}</h3>
        </EuiTitle>
        {needsAttention && (
          <EuiBadge color="warning" iconType="warning">
            {t('home.setUp.state.attention', 'Attention')}
          </EuiBadge>
        )}
      </div>
      <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
        <p>
          {text}{' '}
          {link && mayOpen(link, mayOpenPage) && (
            <EuiLink {...appLinkProps(application, link.appId, link.path)}>{link.label}</EuiLink>
          )}
        </p>
      </EuiText>
    </>
  );
}

/** Only pages of the Security app depend on rights. */
const mayOpen = (
  { appId, path }: NonNullable<OpenStep['link']>,
  mayOpenPage: StepProps['mayOpenPage']
): boolean => appId !== 'security' || path === undefined || mayOpenPage(path);

export interface SetupPanelProps extends Pick<StepProps, 'mayOpenPage'> {
  readonly core: CoreStart;
  /** Defaults to the connection of this page. */
  readonly connection?: PageConnection;
}

/** @returns nothing while loading and once all steps are done */
export function SetupPanel({
  core: { application, http },
  mayOpenPage,
  connection = window.location,
}: SetupPanelProps): ReactElement | null {
  const { data, error, isLoading, reload } = useServerQuery(['home', 'setUp'], (signal) =>
    send(http, READ_SETUP, { signal })
  );
  // Not on every cluster, and slower than the other facts.
  const { data: findings } = useServerQuery(
    ['home', 'findings'],
    (signal) => http.get<FindingCountsBody>(FINDING_COUNTS_PATH, { signal }),
    // Without their plugin, the app has no page for them.
    { isOff: !mayOpenPage(FINDINGS_PAGE) }
  );
  const { data: requests } = useServerQuery(
    ['home', 'changeRequests'],
    (signal) => http.get<ChangeRequestList>(CHANGE_REQUESTS_PATH, { signal }),
    { isOff: !mayOpenPage(CHANGE_REQUESTS_PAGE) }
  );
  if (!data && error === undefined) return null;
  const { open, progress } = data
    ? setupSteps(data, connection, {
        findings: findings?.counts,
        waiting: requests?.waiting,
      })
    : { open: [], progress: { done: 0, total: 0 } };
  if (data && open.length === 0) return null;
  return (
    <Section title={t('home.setUp.title', 'Set up security')} testSubject="homeSetUp">
      {error !== undefined && (
        <LoadError
          error={error}
          onRetry={reload}
          isRetrying={isLoading}
          title={t('home.setUp.error', "Couldn't load the setup steps")}
        />
      )}
      {data && (
        <EuiText size="s" color="subdued">
          <p>{t('home.setUp.progress', '{done} of {total} done', progress)}</p>
        </EuiText>
      )}
      <ul style={LIST}>
        {open.map((step) => (
          <li key={step.id} data-test-subj={`homeSetUp-${step.id}`}>
            <Step step={step} application={application} mayOpenPage={mayOpenPage} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

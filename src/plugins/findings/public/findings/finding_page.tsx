/** One finding: why it matters, what it is about, and how to fix or accept it. */
import { EuiBadge, EuiButton, EuiCopy, EuiLink, EuiSpacer, EuiText } from '@elastic/eui';
import type { FindingBody } from '@sd/contracts';
import { errorText, send, t } from '@sd/core/public';
import {
  Actions,
  lazyPage,
  LoadError,
  NotFoundPrompt,
  PageHeader,
  PageLoading,
  Panel,
  useChanged,
  useLink,
  usePage,
  Facts,
} from '@sd/ui_kit';
import { type ReactElement, Suspense, useState } from 'react';
import { WITHDRAW_ACCEPTANCE } from '../../common';
import { AffectedUsersTable } from '../affected_users';
import { dayLabel } from '../day_label';
import { useParts, withParts } from '../parts';
import { FINDING_PAGES } from '../paths';
import { findingsTitle } from '../texts';
import { FindingFix } from './finding_fix';
import { objectLabel, getPage } from './finding_objects';
import { SEVERITY_COLORS, severityLabel } from './finding_texts';
import { toSentence, useFindings } from './queries';

const AcceptDialog = lazyPage(async () => (await import('./accept_dialog')).AcceptDialog);

export const findingPage = withParts(FindingPage);

function FindingPage({ name: id }: { readonly name: string }): ReactElement {
  const { data, error, reload, isLoading } = useFindings();
  const finding = data?.findings.find((one) => one.id === id);
  usePage([
    { text: findingsTitle(), path: FINDING_PAGES.list },
    { text: t('findings.finding', 'Finding') },
  ]);
  if (error !== undefined)
    return (
      <>
        <PageHeader title={t('findings.finding', 'Finding')} />
        <LoadError error={error} onRetry={reload} isRetrying={isLoading} />
      </>
    );
  if (!data) return <PageLoading />;
  if (!finding)
    return (
      <NotFoundPrompt
        title={t('findings.gone', 'Nothing to fix here')}
        body={t('findings.goneText', 'This finding no longer exists.')}
        linkPath={FINDING_PAGES.list}
        linkText={t('findings.all', 'Show all findings')}
      />
    );
  return <Finding key={id} finding={finding} />;
}

function Finding({ finding }: { readonly finding: FindingBody }): ReactElement {
  const { SECURITY_KEY, useAdmin, useMay } = useParts();
  const { core } = useAdmin();
  const changed = useChanged();
  const may = useMay();
  const [isAccepting, setIsAccepting] = useState(false);
  const { id, severity, accepted, affected, objects, since } = finding;
  const withdraw = async (): Promise<void> => {
    try {
      await send(core.http, WITHDRAW_ACCEPTANCE, { params: { id } });
    } catch (error) {
      core.notifications.toasts.addDanger({
        title: t('findings.notWithdrawn', "Couldn't withdraw the acceptance."),
        text: errorText(error),
      });
    }
    changed(SECURITY_KEY);
  };
  return (
    <>
      <PageHeader
        title={toSentence(finding, 'text')}
        actions={
          <Actions>
            <EuiCopy textToCopy={window.location.href}>
              {(copy) => (
                <EuiButton iconType="link" onClick={copy}>
                  {t('findings.common.copyLink', 'Copy link')}
                </EuiButton>
              )}
            </EuiCopy>
            {!may('full') ? null : accepted ? (
              <EuiButton onClick={() => void withdraw()}>
                {t('findings.withdraw', 'Withdraw acceptance')}
              </EuiButton>
            ) : (
              <EuiButton onClick={() => setIsAccepting(true)}>
                {t('findings.accept', 'Accept until…')}
              </EuiButton>
            )}
          </Actions>
        }
      />
      <Facts
        style={{ maxWidth: 800 }}
        items={[
          {
            title: t('findings.severity', 'Severity'),
            description: (
              <>
                <EuiBadge color={SEVERITY_COLORS[severity]}>{severityLabel(severity)}</EuiBadge>{' '}
                {toSentence(finding, 'reason')}
              </>
            ),
          },
          {
            title: t('findings.objects', 'About'),
            description: <Objects objects={objects} />,
          },
          ...(since === undefined
            ? []
            : [
                {
                  title: t('findings.since', 'Since'),
                  description: dayLabel(since),
                },
              ]),
          ...(accepted
            ? [
                {
                  title: t('findings.accepted', 'Accepted'),
                  description: t('findings.acceptedBy', 'By {user}, until {until}: {reason}', {
                    user: accepted.by,
                    until: dayLabel(accepted.until),
                    reason: accepted.reason,
                  }),
                },
              ]
            : []),
        ]}
      />
      <EuiSpacer size="m" />
      {affected && (
        <>
          <Panel title={t('findings.affected', 'Who is affected')}>
            <AffectedUsersTable {...affected} />
          </Panel>
          <EuiSpacer size="m" />
        </>
      )}
      <Panel title={t('findings.fix', 'How to fix it')}>
        <EuiText size="s">
          <p>{toSentence(finding, 'fix')}</p>
        </EuiText>
        <FindingFix finding={finding} />
      </Panel>
      {isAccepting && (
        <Suspense fallback={null}>
          <AcceptDialog
            ids={[id]}
            onClose={(isDone) => {
              setIsAccepting(false);
              if (isDone) changed(SECURITY_KEY);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function Objects({ objects }: Pick<FindingBody, 'objects'>): ReactElement {
  const link = useLink();
  const parts = useParts();
  return (
    // Each link is a target of its own (WCAG 2.5.8).
    <ul style={{ lineHeight: '26px' }}>
      {objects.map((one) => (
        <li key={`${one.type}/${one.name}`}>
          <EuiLink {...link(getPage(parts, one))}>{objectLabel(parts, one)}</EuiLink>{' '}
          {one.changed_outside && <parts.OutsideBadge />}
        </li>
      ))}
    </ul>
  );
}

/** One change request: what it changes, who gains or loses access, and the decision about it. */
import { EuiBadge, EuiButton, EuiCallOut, EuiCopy, EuiSpacer } from '@elastic/eui';
import type { ChangeRequest, ImportReceived } from '@sd/contracts';
import { errorText, send, statusOf, t } from '@sd/core/public';
import {
  Actions,
  LoadError,
  NotFoundPrompt,
  PageHeader,
  PageLoading,
  SaveBar,
  useChanged,
  usePage,
  Facts,
} from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { ALTER_CHANGE_REQUEST } from '../../../../common';
import { timeLabel } from '../../../components/history/change_texts';
import { CHANGE_REQUEST_PAGES } from '../../../components/history/history_pages';
import { ImpactCallOut } from '../../../components/impact/impact_panel';
import { useAdmin } from '../../../services/admin_context';
import {
  applyChangeRequest,
  useChangeRequest,
  useChangeRequestCheck,
} from '../../../services/change_requests';
import { useFeature } from '../../../services/features';
import { SECURITY_KEY } from '../../../services/query_keys';
import { listErrors, errorMessage, proposedChanges } from '../export_import/import/import_plan';
import { DecisionDialog } from './decision_dialog';
import { RequestedEntries } from './requested_entries';
import { decisionText, requestsTitle, STATE_COLORS, stateLabel } from './request_texts';
import { HomeOnly } from './requests_page';

export function RequestPage({ name: id }: { readonly name: string }): ReactElement {
  return useAdmin().cluster ? <HomeOnly /> : <LoadedRequest id={id} />;
}

function LoadedRequest({ id }: { readonly id: string }): ReactElement {
  const { data, error, reload, isLoading } = useChangeRequest(id);
  const title = data?.title ?? t('security.changeRequests.one', 'Change request');
  usePage([{ text: requestsTitle(), path: CHANGE_REQUEST_PAGES.list }, { text: title }]);
  if (statusOf(error) === 404)
    return (
      <NotFoundPrompt
        title={t('security.changeRequests.missing', 'Change request not found')}
        body={t(
          'security.changeRequests.missingText',
          'There is no such change request. Decided ones are kept for a limited time.'
        )}
        linkPath={CHANGE_REQUEST_PAGES.list}
        linkText={t('security.changeRequests.all', 'Show all change requests')}
      />
    );
  if (!data)
    return error === undefined ? (
      <PageLoading />
    ) : (
      <>
        <PageHeader title={title} />
        <LoadError error={error} onRetry={reload} isRetrying={isLoading} />
      </>
    );
  return <Request key={data.revision} request={data} />;
}

interface Application {
  /** The server's response to the last attempt to apply the request. */
  readonly response: ImportReceived | undefined;
  /** Why a change of the request failed. */
  readonly failure: string | undefined;
  readonly isBusy: boolean;
  readonly apply: () => Promise<void>;
  /** Takes an entry out of the request. */
  readonly remove: (entry: ChangeRequest['changes'][number]) => Promise<void>;
}

/** Applies a change request, or takes entries out of it. */
function useApplication({ id, revision }: ChangeRequest): Application {
  const { http, notifications, overlays } = useAdmin().core;
  const changed = useChanged();
  const [response, setResponse] = useState<ImportReceived>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  return {
    response,
    failure,
    isBusy,
    apply: async () => {
      setIsBusy(true);
      setFailure(undefined);
      try {
        const { confirmLockout } = await import('../../../components/lockout_dialog');
        const received = await applyChangeRequest(http, id, { revision }, (lockout) =>
          confirmLockout(overlays, lockout)
        );
        setResponse(received);
        if (received?.is_done)
          notifications.toasts.addSuccess({
            title: t(
              'security.changeRequests.done',
              'Change request applied. You can revert it in the change history.'
            ),
          });
      } catch (error) {
        setFailure(errorText(error));
      }
      changed(SECURITY_KEY);
      setIsBusy(false);
    },
    remove: async ({ kind, name }) => {
      try {
        const body = { revision, removed: [{ kind, name }] };
        await send(http, ALTER_CHANGE_REQUEST, { params: { id }, body });
      } catch (error) {
        setFailure(errorText(error));
      }
      changed(SECURITY_KEY);
    },
  };
}

function Request({ request }: { readonly request: ChangeRequest }): ReactElement {
  const isExplained = useFeature('explain');
  const application = useApplication(request);
  const { response, failure } = application;
  const { state, changes, is_own: isOwn, can_apply: canApply } = request;
  const isOpen = state === 'open';
  const check = useChangeRequestCheck(request, !canApply);
  const received = response ?? check.data;
  const proposed =
    isOpen && isExplained
      ? proposedChanges(changes.filter((one) => one.state !== 'done'))
      : undefined;
  return (
    <div style={{ maxInlineSize: 1200 }}>
      <PageHeader
        title={request.title}
        actions={
          <Actions>
            <EuiCopy textToCopy={window.location.href}>
              {(copy) => (
                <EuiButton iconType="link" onClick={copy}>
                  {t('security.changeRequests.copy', 'Copy link')}
                </EuiButton>
              )}
            </EuiCopy>
          </Actions>
        }
      />
      <RequestFacts request={request} />
      <EuiSpacer size="m" />
      {isOpen && isOwn && (
        <>
          <EuiCallOut
            size="s"
            iconType="clock"
            title={t(
              'security.changeRequests.waiting',
              'Nothing is changed yet. Send the link of this page to a colleague who may make these changes.'
            )}
          />
          <EuiSpacer size="m" />
        </>
      )}
      <RequestedEntries
        changes={changes}
        isOpen={isOpen}
        problems={received ? listErrors(received) : new Map()}
        {...(isOpen &&
          isOwn &&
          changes.length > 1 && { onRemove: (one) => void application.remove(one) })}
      />
      <EuiSpacer size="m" />
      {proposed && (
        <>
          <ImpactCallOut changes={proposed} />
          <EuiSpacer size="m" />
        </>
      )}
      {isOpen && (
        <>
          <Objection received={received} isAttempt={response !== undefined} failure={failure} />
          <DecisionBar
            request={request}
            application={application}
            isBlocked={isBlocked(check.data)}
          />
        </>
      )}
    </div>
  );
}

interface ObjectionProps {
  /** Response to an attempt, or to a check before one. */
  readonly received: ImportReceived | undefined;
  readonly isAttempt: boolean;
  readonly failure: string | undefined;
}

/** What applying the request failed for, or would need. */
function Objection({ received, isAttempt, failure }: ObjectionProps): ReactElement | null {
  const reason =
    failure ??
    (received?.refusal && errorMessage(received.refusal)) ??
    (isAttempt && received?.is_done === false
      ? t('security.changeRequests.notApplied', 'The reason is shown next to each entry.')
      : undefined);
  if (reason === undefined) return null;
  const hasFailed = isAttempt || failure !== undefined;
  return (
    <div role="alert">
      <EuiCallOut
        color={hasFailed ? 'danger' : 'warning'}
        iconType="warning"
        title={
          hasFailed
            ? t('security.changeRequests.failed', "Couldn't apply all changes.")
            : t('security.changeRequests.asks', 'Applying this needs attention.')
        }
      >
        <p style={{ overflowWrap: 'anywhere' }}>{reason}</p>
      </EuiCallOut>
      <EuiSpacer size="m" />
    </div>
  );
}

/** Whether applying it would fail, whatever the user confirms. @param received - of a dry run */
const isBlocked = (received: ImportReceived | undefined): boolean =>
  received !== undefined &&
  !received.is_done &&
  (listErrors(received).size > 0 ||
    (received.refusal !== undefined &&
      !received.refusal.lockout &&
      received.refusal.asks_reason !== true));

interface DecisionBarProps {
  readonly request: ChangeRequest;
  readonly application: Application;
  readonly isBlocked: boolean;
}

/** Buttons to apply, reject or withdraw, as far as the user may. */
function DecisionBar({
  request,
  application,
  isBlocked: isRefused,
}: DecisionBarProps): ReactElement | null {
  const changed = useChanged();
  const [decision, setDecision] = useState<'reject' | 'withdraw'>();
  const { isBusy } = application;
  const { is_own: isOwn, can_apply: canApply, can_reject: canReject } = request;
  if (!canApply && !isOwn && !canReject) return null;
  return (
    <>
      <SaveBar label={t('security.changeRequests.decision', 'Decision')}>
        {canApply && (
          <EuiButton
            fill
            isLoading={isBusy}
            isDisabled={isRefused || request.changes.some((one) => one.state === 'stale')}
            data-test-subj="apply-change-request"
            onClick={() => void application.apply()}
          >
            {isOwn
              ? t('security.changeRequests.apply', 'Apply')
              : t('security.changeRequests.approve', 'Approve and apply')}
          </EuiButton>
        )}
        {canReject && (
          <EuiButton color="danger" isDisabled={isBusy} onClick={() => setDecision('reject')}>
            {t('security.changeRequests.reject', 'Reject…')}
          </EuiButton>
        )}
        {isOwn && (
          <EuiButton isDisabled={isBusy} onClick={() => setDecision('withdraw')}>
            {t('security.changeRequests.withdraw', 'Withdraw…')}
          </EuiButton>
        )}
      </SaveBar>
      {decision && (
        <DecisionDialog
          request={request}
          decision={decision}
          onClose={(isDone) => {
            setDecision(undefined);
            if (isDone) changed(SECURITY_KEY);
          }}
        />
      )}
    </>
  );
}

function RequestFacts({ request }: { readonly request: ChangeRequest }): ReactElement {
  const { state, author, created_at: createdAt, expires_at: expiresAt, reason, decided } = request;
  const decision = decisionText(request);
  const items = [
    {
      title: t('security.changeRequests.state', 'Status'),
      description: (
        <>
          <EuiBadge color={STATE_COLORS[state]}>{stateLabel(state)}</EuiBadge>{' '}
          {decision ??
            t('security.changeRequests.until', 'until {time}', { time: timeLabel(expiresAt) })}
        </>
      ),
    },
    {
      title: t('security.changeRequests.author', 'Requested by'),
      description: t('security.changeRequests.authorTime', '{user}, {time}', {
        user: author,
        time: timeLabel(createdAt),
      }),
    },
    ...(reason === undefined
      ? []
      : [{ title: t('security.change.reason', 'Reason'), description: reason }]),
    ...(decided?.comment === undefined
      ? []
      : [{ title: t('security.changeRequests.comment', 'Comment'), description: decided.comment }]),
  ];
  return <Facts style={{ maxWidth: 800, whiteSpace: 'pre-line' }} items={items} />;
}

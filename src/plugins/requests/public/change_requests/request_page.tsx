/** One change request: what it changes, who gains or loses access, and the decision about it. */
import { EuiBadge, EuiButton, EuiCallOut, EuiCopy, EuiSpacer } from '@elastic/eui';
import type { ChangeRequest, ImportReceived } from '@sd/contracts';
import { errorText, send, getErrorStatus, t } from '@sd/core/public';
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
import type { AdminParts, Review, ReviewItem } from '@sd/plugins/security/public';
import { type ReactElement, useState } from 'react';
import { ALTER_CHANGE_REQUEST, REQUESTS_PATH } from '../../common';
import { useParts, withParts } from '../parts';
import { requestsTitle } from '../texts';
import { timeLabel } from '../time_label';
import { DecisionDialog } from './decision_dialog';
import { useApplyChangeRequest, useChangeRequest, useChangeRequestCheck } from './queries';
import { decisionText, STATE_COLORS, stateLabel } from './request_texts';
import { HomeOnly } from './requests_page';

export const requestPage = withParts(RequestPage);

function RequestPage({ name: id }: { readonly name: string }): ReactElement {
  return useParts().useAdmin().cluster ? <HomeOnly /> : <LoadedRequest id={id} />;
}

function LoadedRequest({ id }: { readonly id: string }): ReactElement {
  const { data, error, reload, isLoading } = useChangeRequest(id);
  const title = data?.title ?? t('requests.common.changeRequest', 'Change request');
  usePage([{ text: requestsTitle(), path: REQUESTS_PATH }, { text: title }]);
  if (getErrorStatus(error) === 404)
    return (
      <NotFoundPrompt
        title={t('requests.changeRequests.missing', 'Change request not found')}
        body={t(
          'requests.changeRequests.missingText',
          'There is no such change request. Decided ones are kept for a limited time.'
        )}
        linkPath={REQUESTS_PATH}
        linkText={t('requests.changeRequests.all', 'Show all change requests')}
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

function Request({ request }: { readonly request: ChangeRequest }): ReactElement {
  const parts = useParts();
  const { fieldLabel, PlanImpact, ReviewTable, SECURITY_KEY } = parts;
  const { http, notifications } = parts.useAdmin().core;
  const applyRequest = useApplyChangeRequest();
  const changed = useChanged();
  const { id, revision, state, changes, is_own: isOwn, can_apply: canApply } = request;
  const isOpen = state === 'open';
  const check = useChangeRequestCheck(request, !canApply);
  const review = parts.useReview(
    (confirmLockout) => applyRequest(id, { revision }, confirmLockout),
    check.data
  );
  const apply = async (): Promise<void> => {
    const received = await review.apply();
    if (received?.is_done)
      notifications.toasts.addSuccess({
        title: t(
          'requests.changeRequests.done',
          'Change request applied. You can revert it in the change history.'
        ),
      });
    changed(SECURITY_KEY);
  };
  const remove = async ({ kind, name }: ReviewItem): Promise<void> => {
    try {
      const body = { revision, removed: [{ kind, name }] };
      await send(http, ALTER_CHANGE_REQUEST, { params: { id }, body });
    } catch (error) {
      notifications.toasts.addDanger({ title: errorText(error) });
    }
    changed(SECURITY_KEY);
  };
  return (
    <div style={{ maxInlineSize: 1200 }}>
      <PageHeader
        title={request.title}
        actions={
          <Actions>
            <EuiCopy textToCopy={window.location.href}>
              {(copy) => (
                <EuiButton iconType="link" onClick={copy}>
                  {t('requests.common.copyLink', 'Copy link')}
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
              'requests.changeRequests.waiting',
              'Nothing is changed yet. Send the link to this page to a colleague who can make these changes.'
            )}
          />
          <EuiSpacer size="m" />
        </>
      )}
      <section aria-label={t('requests.changeRequests.changes', 'Requested changes')}>
        <ReviewTable
          items={listItems(request, review.errors)}
          isOpen
          labelOf={fieldLabel}
          {...(isOpen && isOwn && changes.length > 1 && { onRemove: (one) => void remove(one) })}
        />
      </section>
      <EuiSpacer size="m" />
      {isOpen && <PlanImpact changes={changes.filter((one) => one.state !== 'done')} />}
      {isOpen && (
        <>
          <Objection review={review} />
          <DecisionBar
            request={request}
            isBusy={review.isBusy}
            isBlocked={isBlocked(check.data, parts)}
            onApply={() => void apply()}
          />
        </>
      )}
    </div>
  );
}

/** As a review shows them. Nothing more is known of a stale entry than that. */
const listItems = (
  { state: requestState, changes }: ChangeRequest,
  errors: ReadonlyMap<string, string>
): readonly ReviewItem[] =>
  changes.map(({ kind, name, action, before, after, state }) => {
    const id = `${kind}/${name}`;
    const isOpen = requestState === 'open';
    const error = isOpen && state !== 'stale' ? errors.get(id) : undefined;
    return {
      id,
      kind,
      name,
      action,
      ...(before && { before }),
      ...(after && { after }),
      ...(isOpen && { state }),
      ...(error !== undefined && { error }),
    };
  });

/** What applying the request failed for, or would need. */
function Objection({ review }: { readonly review: Review<[]> }): ReactElement | null {
  const { ReviewFailure } = useParts();
  const { hasFailed, reason } = review;
  if (!hasFailed && reason === undefined) return null;
  return (
    <ReviewFailure
      isWarning={!hasFailed}
      title={
        hasFailed
          ? t('requests.changeRequests.failed', "Couldn't apply all changes.")
          : t('requests.changeRequests.asks', 'Applying this needs attention.')
      }
      reason={
        reason ?? t('requests.changeRequests.notApplied', 'The reason is shown next to each entry.')
      }
    />
  );
}

/** Whether applying it would fail, whatever the user confirms. @param received - of a dry run */
const isBlocked = (
  received: ImportReceived | undefined,
  { listErrors }: Pick<AdminParts, 'listErrors'>
): boolean =>
  received !== undefined &&
  !received.is_done &&
  (listErrors(received).size > 0 ||
    (received.refusal !== undefined &&
      !received.refusal.lockout &&
      received.refusal.asks_reason !== true));

interface DecisionBarProps {
  readonly request: ChangeRequest;
  readonly isBusy: boolean;
  readonly isBlocked: boolean;
  readonly onApply: () => void;
}

/** Buttons to apply, reject or withdraw, as far as the user may. */
function DecisionBar(props: DecisionBarProps): ReactElement | null {
  const { request, isBusy, isBlocked: isRefused, onApply } = props;
  const { SECURITY_KEY } = useParts();
  const changed = useChanged();
  const [decision, setDecision] = useState<'reject' | 'withdraw'>();
  const { is_own: isOwn, can_apply: canApply, can_reject: canReject } = request;
  if (!canApply && !isOwn && !canReject) return null;
  return (
    <>
      <SaveBar label={t('requests.changeRequests.decision', 'Decision')}>
        {canApply && (
          <EuiButton
            fill
            isLoading={isBusy}
            isDisabled={isRefused || request.changes.some((one) => one.state === 'stale')}
            data-test-subj="apply-change-request"
            onClick={onApply}
          >
            {isOwn
              ? t('requests.changeRequests.apply', 'Apply')
              : t('requests.changeRequests.approve', 'Approve and apply')}
          </EuiButton>
        )}
        {canReject && (
          <EuiButton color="danger" isDisabled={isBusy} onClick={() => setDecision('reject')}>
            {t('requests.changeRequests.reject', 'Reject…')}
          </EuiButton>
        )}
        {isOwn && (
          <EuiButton isDisabled={isBusy} onClick={() => setDecision('withdraw')}>
            {t('requests.changeRequests.withdraw', 'Withdraw…')}
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
      title: t('requests.common.status', 'Status'),
      description: (
        <>
          <EuiBadge color={STATE_COLORS[state]}>{stateLabel(state)}</EuiBadge>{' '}
          {decision ??
            t('requests.changeRequests.until', 'until {time}', { time: timeLabel(expiresAt) })}
        </>
      ),
    },
    {
      title: t('requests.changeRequests.author', 'Requested by'),
      description: t('requests.changeRequests.authorTime', '{user}, {time}', {
        user: author,
        time: timeLabel(createdAt),
      }),
    },
    ...(reason === undefined
      ? []
      : [{ title: t('requests.common.givenReason', 'Reason'), description: reason }]),
    ...(decided?.comment === undefined
      ? []
      : [{ title: t('requests.changeRequests.comment', 'Comment'), description: decided.comment }]),
  ];
  return <Facts style={{ maxWidth: 800, whiteSpace: 'pre-line' }} items={items} />;
}

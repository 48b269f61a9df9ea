/** Session table of one user, with actions to end sessions. For pages and dialogs. */
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { EuiButton, EuiCallOut, EuiFlexGroup, EuiFlexItem, EuiSpacer, EuiText } from '@elastic/eui';
import { errorText, type NotificationsStart, t } from '@sd/core/public';
import { Table } from '@sd/ui_kit';
import type { SessionItem, SessionListResponse } from '../../../common';
import type { SessionSource } from '../../services/sessions';
import { sessionColumns } from './session_columns';

/** Rows per page. */
const PER_PAGE = 25;

interface State {
  readonly data?: SessionListResponse;
  readonly error?: unknown;
  readonly isLoading: boolean;
}

interface Sessions extends State {
  /** Starts at 1. */
  readonly page: number;
  readonly perPage: number;
  setPage(page: number): void;
  reload(): void;
}

function useSessions(source: SessionSource): Sessions {
  const [page, setPage] = useState(1);
  const [step, setStep] = useState(0);
  const [state, setState] = useState<State>({ isLoading: true });
  useEffect(() => {
    const controller = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    source.list(page, PER_PAGE, controller.signal).then(
      (data) => {
        if (controller.signal.aborted) return;
        // The last session of the page may have ended.
        if (data.items.length === 0 && page > 1) setPage(page - 1);
        setState({ data, isLoading: false });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ error, isLoading: false });
      }
    );
    return () => controller.abort();
  }, [source, page, step]);
  const reload = useCallback(() => setStep((before) => before + 1), []);
  return { ...state, page, perPage: PER_PAGE, setPage, reload };
}

interface SessionTableProps {
  /** Must be a stable object for each user. */
  readonly source: SessionSource;
  readonly toasts: NotificationsStart['toasts'];
  /** Whether the sessions belong to the current user. */
  readonly isOwn: boolean;
  /** Why the user may not end the sessions. */
  readonly objection?: string | undefined;
}

export function SessionTable(props: SessionTableProps): ReactElement {
  const { source, toasts, isOwn, objection } = props;
  const { data, error, isLoading, page, perPage, setPage, reload } = useSessions(source);

  const run = async (action: () => Promise<string>) => {
    try {
      toasts.addSuccess({ title: await action() });
    } catch (failure) {
      toasts.addDanger({
        title: t('security.sessions.endFailed', "Couldn't end the sessions."),
        text: errorText(failure),
      });
    }
    reload();
  };
  const end = (session: SessionItem) =>
    run(async () => {
      await source.end(session.id);
      return t('security.sessions.ended', 'Session ended.');
    });
  const endAll = () =>
    run(async () =>
      t(
        'security.sessions.allEnded',
        '{count, plural, one {1 session ended.} other {{count, number} sessions ended.}}',
        { count: await source.endAll() }
      )
    );

  if (error !== undefined && !data)
    return (
      <EuiCallOut
        color="danger"
        iconType="warning"
        title={t('security.sessions.loadFailed', "Couldn't load the sessions.")}
      >
        <p>{errorText(error)}</p>
        <EuiButton size="s" color="danger" onClick={reload} isLoading={isLoading}>
          {t('security.common.tryAgain', 'Try again')}
        </EuiButton>
      </EuiCallOut>
    );
  const items = data?.items ?? [];
  const total = data?.total ?? 0;
  const others = isOwn && items.some((item) => item.is_current) ? total - 1 : total;
  return (
    // The wrapper keeps the group from growing with the page's flex column.
    <div>
      <EuiFlexGroup alignItems="center" justifyContent="spaceBetween" gutterSize="s" wrap>
        <EuiFlexItem grow={false}>
          <EuiText size="s" color="subdued">
            <p>
              {t('security.sessions.total', '{count, plural, one {# session} other {# sessions}}', {
                count: total,
              })}
            </p>
          </EuiText>
        </EuiFlexItem>
        <EuiFlexItem grow={false}>
          {objection === undefined ? (
            <EuiButton
              size="s"
              color="danger"
              isDisabled={others < 1}
              onClick={() => void endAll()}
              data-test-subj="end-all-sessions"
            >
              {isOwn
                ? t('security.sessions.endOthers', 'End all others')
                : t('security.sessions.endAll', 'End all sessions')}
            </EuiButton>
          ) : (
            <EuiText size="s" color="subdued">
              <p>{objection}</p>
            </EuiText>
          )}
        </EuiFlexItem>
      </EuiFlexGroup>
      <EuiSpacer size="s" />
      <Table<SessionItem>
        caption={t('security.common.sessions', 'Sessions')}
        idOf={({ id }) => id}
        items={items}
        isLoading={isLoading}
        columns={sessionColumns(
          objection === undefined ? (session) => void end(session) : undefined
        )}
        empty={
          isLoading
            ? t('security.sessions.loading', 'Loading sessions…')
            : t('security.sessions.none', 'No open sessions.')
        }
        {...(total > perPage && {
          pages: { page: page - 1, perPage, total, onPage: (index: number) => setPage(index + 1) },
        })}
        data-test-subj="sessions"
      />
    </div>
  );
}

/** Page of one change in the history: the differences and the ways to revert. */
import { EuiCallOut, EuiLink, EuiSkeletonText, EuiSpacer } from '@elastic/eui';
import type { ChangeCause } from '@sd/contracts';
import { send, getErrorStatus, t } from '@sd/core/public';
import {
  LoadError,
  NotFoundPrompt,
  PageHeader,
  Panel,
  useLink,
  usePage,
  useServerQuery,
  Facts,
} from '@sd/ui_kit';
import { type ReactElement, useMemo } from 'react';
import {
  type HistoryDetails,
  type HistoryItem,
  LIST_CHANGES,
  READ_CHANGE,
} from '../../../../common';
import { HISTORY_KEY } from '../../../components/history/change_source';
import {
  actionLabel,
  actorLabel,
  isDocument,
  kindLabel,
  renameLabel,
  timeLabel,
  viaLabel,
} from '../../../components/history/change_texts';
import { CauseLink, useCausePath } from '../../../components/history/cause_link';
import { causeText } from '../../../components/history/cause_text';
import { type FieldChange, fieldChanges } from '../../../components/history/field_changes';
import { fieldLabel } from '../../../components/history/field_labels';
import { FieldDifferences } from '../../../components/history/field_differences';
import { HistoryUnavailable } from '../../../components/history/history_unavailable';
import { HISTORY_PAGES } from '../../../components/history/history_pages';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';
import { historyTitle } from './history_page';
import { MadeTogether } from './made_together';
import { RestoreActions } from './restore_actions';

export function ChangePage({ name: id }: { readonly name: string }): ReactElement {
  if (useFeature('history')) return <Change id={id} />;
  return (
    <>
      <PageHeader title={historyTitle()} />
      <HistoryUnavailable />
    </>
  );
}

function Change({ id }: { readonly id: string }): ReactElement {
  const { http } = useAdmin().core;
  const { data, error, isLoading, reload } = useServerQuery(
    [...HISTORY_KEY, 'change', id],
    (signal) => send(http, READ_CHANGE, { params: { id: Number(id) }, signal })
  );
  const { revert, isChecking } = useRevert(data);
  const title = data ? changeTitle(data) : historyTitle();
  usePage([{ text: historyTitle(), path: HISTORY_PAGES.list }, { text: title }]);
  const status = getErrorStatus(error);
  // The server returns 400 for an id that is not a number.
  if (status === 404 || status === 400) return <NoSuchChange />;
  return (
    <>
      <PageHeader
        title={title}
        actions={data && !revert && !isChecking && <RestoreActions change={data} />}
      />
      {error !== undefined && <LoadError error={error} onRetry={reload} />}
      {!data && isLoading && <EuiSkeletonText lines={8} />}
      {data && <ChangePanels change={data} revert={revert} />}
    </>
  );
}

/** The latest change of the entity, if it reverts this one. */
function useRevert(change: HistoryDetails | undefined): {
  readonly revert: HistoryItem | undefined;
  readonly isChecking: boolean;
} {
  const { http } = useAdmin().core;
  // The revert of a rename is a change of the former name.
  const type = change?.type;
  const name = change?.renamed_from ?? change?.name;
  const { data, isLoading } = useServerQuery(
    [...HISTORY_KEY, 'latest', type ?? '', name ?? ''],
    (signal) => send(http, LIST_CHANGES, { query: { type, name, per_page: 1 }, signal }),
    { isOff: change === undefined || change.is_latest }
  );
  const [latest] = data?.items ?? [];
  const isRevert = latest?.reverts !== undefined && latest.reverts === change?.id;
  return {
    revert: isRevert ? latest : undefined,
    isChecking: change?.is_latest === false && isLoading,
  };
}

const changeTitle = (change: HistoryDetails): string => {
  if (change.renamed_from !== undefined) return renameLabel(change);
  const values = { action: actionLabel(change.action), kind: kindLabel(change.type) };
  if (isDocument(change.type))
    return t('security.change.documentTitle', '{action}: {kind}', values);
  return t('security.change.title', '{action}: {kind} {name}', { ...values, name: change.name });
};

interface ChangePanelsProps {
  readonly change: HistoryDetails;
  readonly revert: HistoryItem | undefined;
}

function ChangePanels({ change, revert }: ChangePanelsProps): ReactElement {
  const link = useLink();
  const pathTo = useCausePath();
  const changes = useMemo(() => findChanges(change), [change]);
  return (
    <>
      {change.via === 'rename' && <PartOfRename rename={change.rename} />}
      {!change.is_latest && (
        <>
          <EuiCallOut
            size="s"
            iconType="clock"
            title={
              revert
                ? t('security.change.isReverted', 'This change was reverted.')
                : t(
                    'security.change.newer',
                    'This entry was changed again later. The values here are not the current ones.'
                  )
            }
          >
            {revert && (
              <EuiLink {...link(HISTORY_PAGES.view(revert.id))}>
                {t('security.change.showRevert', 'View revert')}
              </EuiLink>
            )}
          </EuiCallOut>
          <EuiSpacer size="m" />
        </>
      )}
      <Facts
        style={{ maxWidth: 800 }}
        items={[
          {
            title: t('security.common.changedBy', 'Changed by'),
            description: actorLabel(change.actor),
          },
          {
            title: t('security.common.time', 'Time'),
            description: timeLabel(change.changed_at),
          },
          ...(change.remote_address === undefined
            ? []
            : [
                {
                  title: t('security.common.address', 'Address'),
                  description: change.remote_address,
                },
              ]),
          {
            title: t('security.common.source', 'Source'),
            description: viaLabel(change.via),
          },
          ...(change.cause === undefined ? [] : [causeItem(change.cause, pathTo)]),
          ...(change.reason === undefined
            ? []
            : [{ title: t('security.common.givenReason', 'Reason'), description: change.reason }]),
        ]}
      />
      <EuiSpacer size="m" />
      <Panel title={t('security.change.differences', 'Changed fields')}>
        <FieldDifferences
          caption={t('security.change.differences', 'Changed fields')}
          changes={changes}
          labelOf={fieldLabel}
          empty={t(
            'security.change.noDifference',
            'No visible field was changed. Password changes are not shown.'
          )}
        />
      </Panel>
      <MadeTogether change={change} />
    </>
  );
}

/** A rename changes the name, which is not among the fields. */
function findChanges(change: HistoryDetails): readonly FieldChange[] {
  const fields = fieldChanges(change.before, change.after, true);
  const { renamed_from: before, name: after } = change;
  return before === undefined
    ? fields
    : [{ path: 'name', added: [], removed: [], before, after }, ...fields];
}

/** Alone, a part cannot be reverted. */
function PartOfRename({ rename }: { readonly rename: HistoryItem | undefined }): ReactElement {
  const link = useLink();
  return (
    <>
      <EuiCallOut
        size="s"
        iconType="link"
        title={t(
          'security.change.partOfRename',
          'This is part of a rename and is reverted with it.'
        )}
      >
        {rename && (
          <EuiLink {...link(HISTORY_PAGES.view(rename.id))}>{renameLabel(rename)}</EuiLink>
        )}
      </EuiCallOut>
      <EuiSpacer size="m" />
    </>
  );
}

/** Finding and change request may be gone by now; their pages say so. */
function causeItem(cause: ChangeCause, pathTo: ReturnType<typeof useCausePath>) {
  const { kind, author, text } = cause;
  const path = pathTo(cause);
  if (kind === 'finding')
    return {
      title: t('security.change.cause', 'Fixes the finding'),
      description: <CauseLink path={path} text={causeText(cause)} />,
    };
  const requested = t('security.change.requestedBy', 'Requested by {author}: {title}', {
    author: author ?? '',
    title: text,
  });
  return {
    title: t('security.common.changeRequest', 'Change request'),
    description: <CauseLink path={path} text={requested} />,
  };
}

const NoSuchChange = (): ReactElement => (
  <NotFoundPrompt
    title={t('security.change.missing', 'Change not found')}
    body={t(
      'security.change.missingText',
      'There is no such change. Changes are kept for a limited time.'
    )}
    linkPath={HISTORY_PAGES.list}
    linkText={t('security.change.all', 'Show all changes')}
  />
);

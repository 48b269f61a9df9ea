/** Suspends or reactivates a user on several clusters, with a report for each of them. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiCallOut,
  EuiCheckbox,
  EuiLoadingSpinner,
  EuiModal,
  EuiModalBody,
  EuiModalFooter,
  EuiModalHeader,
  EuiModalHeaderTitle,
  EuiSpacer,
  EuiText,
  useGeneratedHtmlId,
} from '@elastic/eui';
import type { ClusterEntry, UserChange } from '@sd/contracts';
import { errorText, i18n, t } from '@sd/core/public';
import { type ReactElement, useState } from 'react';
import { useAdmin, useParts } from '../parts';
import { changeEverywhere, type SuspensionAction, useUserEverywhere } from './queries';

type Result = Omit<UserChange, 'id' | 'result'> & {
  readonly result: UserChange['result'] | 'running';
};

interface UserSuspensionDialogProps {
  readonly user: string;
  readonly action: SuspensionAction;
  /** Home first. */
  readonly clusters: readonly ClusterEntry[];
  readonly onClose: () => void;
}

const canSuspend = ({ features }: ClusterEntry): boolean => features['suspension'] === true;

export function UserSuspensionDialog({
  user,
  action,
  clusters,
  onClose,
}: UserSuspensionDialogProps): ReactElement {
  const { clusterName, loadConfirmLockout, findLockout, needsLogin } = useParts();
  const { core } = useAdmin();
  const titleId = useGeneratedHtmlId({ prefix: 'suspensionTitle' });
  const checkboxId = useGeneratedHtmlId({ prefix: 'suspensionPassword' });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [replacesPassword, setReplacesPassword] = useState(false);
  const [results, setResults] = useState<Readonly<Record<string, Result>>>();
  const chosen = clusters.filter((entry) => !needsLogin(entry) && !left.has(entry.id));
  const isBusy =
    results !== undefined && Object.values(results).some(({ result }) => result === 'running');
  const isSuspending = action === 'suspend';
  const lacking = chosen.filter((entry) => !canSuspend(entry));

  const changeOn = async ({ id }: ClusterEntry): Promise<void> => {
    const change = async (confirmsLockout: boolean): Promise<Result> => {
      const replaces = isSuspending && replacesPassword;
      const body = { user, cluster: id, replacesPassword: replaces, confirmsLockout };
      try {
        return (await changeEverywhere(core.http, action, body)) ?? { result: 'missing' };
      } catch (error) {
        return { result: 'failed', problem: errorBody(error) };
      }
    };
    let result = await change(false);
    const lockout = findLockout({ body: result.problem });
    if (lockout) {
      const confirmLockout = await loadConfirmLockout();
      if (await confirmLockout(core.overlays, lockout)) result = await change(true);
    }
    setResults((known) => ({ ...known, [id]: result }));
  };
  const run = (): void => {
    setResults(Object.fromEntries(chosen.map(({ id }) => [id, { result: 'running' }])));
    for (const entry of chosen) void changeOn(entry);
  };

  return (
    <EuiModal onClose={onClose} aria-labelledby={titleId}>
      <EuiModalHeader>
        <EuiModalHeaderTitle id={titleId}>{dialogTitle(action, user)}</EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        {!results && <Production clusters={chosen} />}
        <div role="status">
          {clusters.map((entry) => (
            <Cluster
              key={entry.id}
              entry={entry}
              user={user}
              action={action}
              isChosen={chosen.includes(entry)}
              result={results?.[entry.id]}
              isStarted={results !== undefined}
              onChoose={(isChosen) =>
                setLeft((known) => {
                  const next = new Set(known);
                  if (isChosen) next.delete(entry.id);
                  else next.add(entry.id);
                  return next;
                })
              }
            />
          ))}
        </div>
        {!results && isSuspending && lacking.length > 0 && (
          <>
            <LackingNote names={lacking.map(clusterName)} />
            <EuiCheckbox
              id={checkboxId}
              checked={replacesPassword}
              onChange={({ target }) => setReplacesPassword(target.checked)}
              label={t(
                'clusters.everywhere.replacePassword',
                "Also replace the password there, so that it doesn't work anymore. This can't be undone: the user then needs a new password."
              )}
            />
          </>
        )}
      </EuiModalBody>
      <EuiModalFooter>
        {results ? (
          <EuiButton fill isLoading={isBusy} onClick={onClose}>
            {t('clusters.everywhere.close', 'Close')}
          </EuiButton>
        ) : (
          <>
            <EuiButtonEmpty onClick={onClose}>
              {t('clusters.common.cancel', 'Cancel')}
            </EuiButtonEmpty>
            <EuiButton
              fill
              color={isSuspending ? 'danger' : 'primary'}
              isDisabled={chosen.length === 0}
              onClick={run}
            >
              {isSuspending
                ? t('clusters.common.suspend', 'Suspend')
                : t('clusters.common.reactivate', 'Reactivate')}
            </EuiButton>
          </>
        )}
      </EuiModalFooter>
    </EuiModal>
  );
}

/** What happens on clusters that cannot suspend users. */
const LackingNote = ({ names }: { readonly names: readonly string[] }): ReactElement => (
  <>
    <EuiSpacer size="m" />
    <EuiText size="s">
      <p>
        {t(
          'clusters.everywhere.lacking',
          "OpenSearch clusters can't suspend users. On {names}, the user's roles, backend roles and entries in role mappings are removed, and can be restored. The user can still log in with the password.",
          { names: i18n.formatList(names) }
        )}
      </p>
    </EuiText>
    <EuiSpacer size="s" />
  </>
);

const dialogTitle = (action: SuspensionAction, user: string): string =>
  action === 'suspend'
    ? t('clusters.everywhere.suspendTitle', 'Suspend {user} everywhere', { user })
    : t('clusters.everywhere.reactivateTitle', 'Reactivate {user} everywhere', { user });

function Production({ clusters }: { readonly clusters: readonly ClusterEntry[] }) {
  const { clusterName } = useParts();
  const names = clusters.filter(({ environment }) => environment === 'production').map(clusterName);
  if (names.length === 0) return null;
  return (
    <>
      <EuiCallOut
        size="s"
        color="danger"
        iconType="warning"
        title={t('clusters.everywhere.production', 'This changes production: {names}', {
          names: i18n.formatList(names),
        })}
      />
      <EuiSpacer size="m" />
    </>
  );
}

interface ClusterProps {
  readonly entry: ClusterEntry;
  readonly user: string;
  readonly action: SuspensionAction;
  readonly isChosen: boolean;
  readonly result: Result | undefined;
  readonly isStarted: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function Cluster(props: ClusterProps): ReactElement | null {
  const { clusterName, needsLogin } = useParts();
  const { entry, user, action, isChosen, result, isStarted, onChoose } = props;
  const id = useGeneratedHtmlId({ prefix: 'suspensionCluster' });
  const { data } = useUserEverywhere(user, entry);
  if (isStarted)
    return (
      <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
        <p>
          <strong>{clusterName(entry)}</strong>
          {': '}
          {result?.result === 'running' ? (
            <EuiLoadingSpinner size="s" aria-label={t('clusters.everywhere.running', 'Running')} />
          ) : (
            resultText(entry, action, result)
          )}
        </p>
      </EuiText>
    );
  const returned = action === 'reactivate' ? (data?.removed_roles ?? []) : [];
  return (
    <EuiCheckbox
      id={id}
      checked={isChosen}
      disabled={needsLogin(entry)}
      onChange={({ target }) => onChoose(target.checked)}
      label={[
        clusterName(entry),
        needsLogin(entry) && t('clusters.everywhere.needsLogin', 'log in there first'),
        returned.length > 0 &&
          t('clusters.everywhere.givesBack', 'restores {roles}', { roles: returned.join(', ') }),
      ]
        .filter(Boolean)
        .join(' – ')}
    />
  );
}

function resultText(
  entry: ClusterEntry,
  action: SuspensionAction,
  result: Result | undefined
): string {
  switch (result?.result) {
    case 'done':
      return action === 'suspend' ? suspendedText(entry, result) : reactivatedText(result);
    case 'already':
      return action === 'suspend'
        ? t('clusters.everywhere.wasSuspended', 'Was already suspended.')
        : t('clusters.everywhere.wasActive', 'Was not suspended.');
    case 'missing':
      return t('clusters.everywhere.noUser', 'There is no such internal user.');
    case 'failed':
      return errorText({ body: result.problem });
    default:
      return t('clusters.everywhere.untouched', 'Nothing was changed.');
  }
}

function suspendedText(entry: ClusterEntry, result: Result): string {
  if (canSuspend(entry)) return t('clusters.everywhere.suspended', 'Suspended.');
  const { kept_roles: stillGranted = [], needs_password: isLockedOut } = result;
  const texts = [
    isLockedOut
      ? t('clusters.everywhere.lockedOut', 'Roles removed and password replaced.')
      : t(
          'clusters.everywhere.removed',
          'Roles removed. The user can still log in with the password.'
        ),
  ];
  if (stillGranted.length > 0)
    texts.push(
      t(
        'clusters.everywhere.kept',
        'Still granted by patterns, hosts or mappings for all users: {roles}.',
        {
          roles: stillGranted.join(', '),
        }
      )
    );
  return texts.join(' ');
}

const reactivatedText = ({ needs_password: isLockedOut }: Result): string =>
  isLockedOut
    ? t('clusters.everywhere.needsPassword', 'Reactivated. Set a new password for the user there.')
    : t('clusters.everywhere.reactivated', 'Reactivated.');

/** The body of a fetch error, as a cluster's own problem has it. */
const errorBody = (error: unknown): UserChange['problem'] =>
  (error as { readonly body?: UserChange['problem'] }).body;

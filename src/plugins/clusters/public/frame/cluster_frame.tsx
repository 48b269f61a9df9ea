/** What stands above the pages while they work on another cluster than home. */
import {
  EuiButton,
  EuiCallOut,
  EuiFieldPassword,
  EuiFieldText,
  EuiForm,
  EuiFormRow,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import type { ClusterEntry, ClusterMove } from '@sd/contracts';
import { errorText, t, useObservable } from '@sd/core/public';
import { PageHeader, Panel, usePage } from '@sd/ui_kit';
import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import type { ClusterFrameProps } from '@sd/plugins/security/public';
import { enterCredentials } from '../choice';
import { useAdmin, useParts, withParts } from '../parts';
import { environmentText } from './environment';

/** Pages of a cluster without credentials appear once these have been entered. */
function ClusterFrame({ cluster, children }: ClusterFrameProps): ReactElement {
  const { core, kit } = useAdmin();
  const { entry, asks$ } = cluster;
  useEffect(() => {
    core.chrome.setBadge({
      text: entry.name,
      tooltip: t('clusters.clusters.badge', 'This page manages the connected cluster {name}.', {
        name: entry.name,
      }),
      iconType: 'cluster',
    });
    return () => core.chrome.setBadge(undefined);
  }, [core, entry]);
  const asks = useObservable(asks$, asks$.value);
  const [isOpen, setIsOpen] = useState(!asks);
  const title = t('clusters.clusters.logIn', 'Log in to {name}', { name: entry.name });
  const finish = (): void => {
    setIsOpen(true);
    asks$.next(false);
    // Repeats the requests that the cluster rejected.
    void kit.services.queries.invalidateQueries();
  };
  return (
    <>
      {entry.environment === 'production' && (
        <>
          <EuiCallOut
            size="s"
            color="danger"
            iconType="warning"
            title={t('clusters.clusters.onProduction', '{environment}: {name}', {
              environment: environmentText(entry.environment),
              name: entry.name,
            })}
          />
          <EuiSpacer size="m" />
        </>
      )}
      {asks && !isOpen && (
        <>
          <LoginHeader title={title} />
          <ClusterCredentials entry={entry} onDone={finish} />
        </>
      )}
      {asks && isOpen && (
        <>
          <Panel title={title}>
            <ClusterCredentials entry={entry} onDone={finish} />
          </Panel>
          <EuiSpacer size="m" />
        </>
      )}
      {/* Later, the pages stay, with the input that they hold. */}
      {isOpen && children}
    </>
  );
}

export const clusterFrame = withParts(ClusterFrame);

/** The pages below name themselves once they are shown. */
function LoginHeader({ title }: { readonly title: string }): ReactElement {
  usePage([{ text: title }]);
  return <PageHeader title={title} />;
}

interface ClusterCredentialsProps {
  readonly entry: ClusterEntry;
  readonly onDone: () => void;
}

/** Asks for the user's own credentials for a cluster. */
export function ClusterCredentials({ entry, onDone }: ClusterCredentialsProps): ReactElement {
  const { core } = useAdmin();
  const [username, setUsername] = useState(entry.user_name ?? '');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsSending(true);
    setError(undefined);
    try {
      await enterCredentials(core.http, entry.id, { username, password });
      onDone();
    } catch (failure) {
      setError(errorText(failure));
      setIsSending(false);
    }
  };
  return (
    <>
      <EuiText size="s">
        <p>
          {t(
            'clusters.clusters.logInText',
            'Requests to this cluster use your own credentials. They are stored encrypted until this session ends.'
          )}
        </p>
      </EuiText>
      <EuiSpacer size="m" />
      {entry.moved && <Moved entry={entry} moved={entry.moved} />}
      <EuiForm
        component="form"
        isInvalid={error !== undefined}
        error={error}
        onSubmit={(event) => void send(event)}
      >
        <EuiFormRow label={t('clusters.common.username', 'Username')}>
          <EuiFieldText
            aria-required
            autoFocus
            maxLength={256}
            autoComplete="off"
            value={username}
            onChange={({ target }) => setUsername(target.value)}
          />
        </EuiFormRow>
        <EuiFormRow label={t('clusters.common.password', 'Password')}>
          <EuiFieldPassword
            aria-required
            type="dual"
            maxLength={256}
            autoComplete="off"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </EuiFormRow>
        <EuiSpacer size="m" />
        <EuiButton
          fill
          type="submit"
          isLoading={isSending}
          isDisabled={username === '' || password === ''}
        >
          {t('clusters.clusters.logInButton', 'Log in')}
        </EuiButton>
      </EuiForm>
    </>
  );
}

interface MovedProps {
  readonly entry: ClusterEntry;
  readonly moved: ClusterMove;
}

/** Entered credentials would go to another server than the last time. */
function Moved({ entry, moved }: MovedProps): ReactElement {
  const { timeLabel } = useParts();
  const { by, at, hosts_before: before } = moved;
  const values = { by: by.join(', '), at: timeLabel(at), hosts: entry.hosts?.join(', ') ?? '' };
  return (
    <>
      <EuiCallOut
        size="s"
        color="warning"
        iconType="warning"
        title={
          before.length === 0
            ? t('clusters.clusters.added', '{by} connected this cluster on {at}', values)
            : t(
                'clusters.clusters.moved',
                '{by} changed the address or TLS settings on {at}, after your last login here',
                values
              )
        }
      >
        <p>
          {t(
            'clusters.clusters.movedText',
            'Your password goes to {hosts}{before, select, none {} other {, before: {before}}}. Check the address before you log in.',
            { ...values, before: before.length === 0 ? 'none' : before.join(', ') }
          )}
        </p>
      </EuiCallOut>
      <EuiSpacer size="m" />
    </>
  );
}

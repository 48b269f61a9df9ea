/** API keys of the current user: list, create, show once, revoke. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiCallOut,
  EuiCodeBlock,
  EuiModalBody,
  EuiModalHeader,
  EuiModalHeaderTitle,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { errorText, FormattedMessage, send, t } from '@sd/core/public';
import { Table, type TableColumn } from '@sd/ui_kit';
import {
  type ApiKey,
  CREATE_API_KEY,
  LIST_OWN_API_KEYS,
  type OwnApiKeys,
  READ_EFFECTIVE_PERMISSIONS,
  REVOKE_OWN_API_KEY,
} from '../../../../common';
import {
  apiKeysTitle,
  keyHeadings,
  KeyName,
  KeyRoles,
  KeyTime,
} from '../../../components/api_key_cells';
import type { ScreenDeps } from '../../../services/screen_deps';
import { type CloseGuard, OnceShownQuestion } from '../once_shown';
import { ApiKeyForm, type NewApiKey } from './api_key_form';
import { listNames } from './own_permissions';

/** Table of the user's API keys. Revoking cannot be undone, so it asks for confirmation. */
interface OwnApiKeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly isLoading: boolean;
  readonly onRevoke: (key: ApiKey) => void;
}

function OwnApiKeyTable({ keys, isLoading, onRevoke }: OwnApiKeyTableProps): ReactElement {
  const [confirmingId, setConfirmingId] = useState<string>();
  const headings = keyHeadings();
  const columns: ReadonlyArray<TableColumn<ApiKey>> = [
    { id: 'name', name: headings.name, render: (key) => <KeyName {...key} /> },
    { id: 'roles', name: headings.roles, render: (key) => <KeyRoles {...key} /> },
    {
      id: 'expires',
      name: headings.expires,
      render: ({ expiresAt }) => <KeyTime at={expiresAt} />,
    },
    {
      id: 'used',
      name: headings.used,
      render: ({ lastUsedAt }) => <KeyTime at={lastUsedAt} />,
    },
    {
      id: 'actions',
      name: headings.actions,
      render: (key) => (
        <RevokeButton
          name={key.name}
          isConfirming={confirmingId === key.id}
          onRequestConfirmation={() => setConfirmingId(key.id)}
          onRevoke={() => onRevoke(key)}
        />
      ),
    },
  ];
  return (
    <Table<ApiKey>
      caption={apiKeysTitle()}
      idOf={({ id }) => id}
      items={keys}
      isLoading={isLoading}
      columns={columns}
      empty={
        isLoading
          ? t('security.apiKeys.loading', 'Loading API keys…')
          : t('security.apiKeys.none', 'You have no API keys.')
      }
      data-test-subj="own-api-keys"
    />
  );
}

const RevokeButton = ({
  name,
  isConfirming,
  onRequestConfirmation,
  onRevoke,
}: {
  readonly name: string;
  readonly isConfirming: boolean;
  readonly onRequestConfirmation: () => void;
  readonly onRevoke: () => void;
}): ReactElement => (
  <EuiButtonEmpty
    size="s"
    color="danger"
    flush="both"
    onClick={isConfirming ? onRevoke : onRequestConfirmation}
    aria-label={
      isConfirming
        ? t('security.apiKeys.revokeNowNamed', 'Revoke permanently: {name}', { name })
        : t('security.apiKeys.revokeNamed', 'Revoke: {name}', { name })
    }
  >
    {isConfirming
      ? t('security.apiKeys.revokeNow', 'Revoke permanently')
      : t('security.apiKeys.revoke', 'Revoke')}
  </EuiButtonEmpty>
);

export function ApiKeysDialog({
  core,
  guard,
}: Pick<ScreenDeps, 'core'> & { readonly guard: CloseGuard }): ReactElement {
  const { http } = core;
  const readNames = useCallback(
    async () => listNames(await send(http, READ_EFFECTIVE_PERMISSIONS)),
    [http]
  );
  const [own, setOwn] = useState<OwnApiKeys>();
  const [token, setToken] = useState<string>();
  const [isCreating, setIsCreating] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(true);
  useEffect(() => {
    send(http, LIST_OWN_API_KEYS)
      .then(setOwn, (error: unknown) => setProblem(errorText(error)))
      .finally(() => setIsBusy(false));
  }, [http]);

  /**
   * Runs one action at a time and shows its error above the content.
   * @returns whether it succeeded
   */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await work();
      setOwn(await send(http, LIST_OWN_API_KEYS));
      return true;
    } catch (error) {
      setProblem(errorText(error));
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  const create = (key: NewApiKey) =>
    run(async () => {
      setToken((await send(http, CREATE_API_KEY, { body: key })).token);
      setIsCreating(false);
    });

  return (
    <>
      <EuiModalHeader>
        <EuiModalHeaderTitle>{apiKeysTitle()}</EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        <div role="alert">
          {problem !== undefined && (
            <EuiCallOut title={problem} color="danger" iconType="warning" size="s" />
          )}
        </div>
        <OnceShownQuestion guard={guard} isShown={token !== undefined} />
        {token !== undefined && <NewToken token={token} />}
        <EuiSpacer size="s" />
        <EuiText size="s" color="subdued">
          <p>
            {t(
              'security.apiKeys.intro',
              'API keys let scripts act as you. Anyone with the key can do so too: create one per script, and revoke those you no longer use.'
            )}
          </p>
        </EuiText>
        <EuiSpacer size="m" />
        <OwnApiKeyTable
          keys={own?.keys ?? []}
          isLoading={isBusy}
          onRevoke={({ id }) => void run(() => send(http, REVOKE_OWN_API_KEY, { params: { id } }))}
        />
        <EuiSpacer size="m" />
        {isCreating && own ? (
          <ApiKeyForm roles={own.roles} readNames={readNames} isBusy={isBusy} onCreate={create} />
        ) : (
          <EuiButton iconType="plusCircle" isDisabled={!own} onClick={() => setIsCreating(true)}>
            {t('security.common.newAPIKey', 'New API key')}
          </EuiButton>
        )}
      </EuiModalBody>
    </>
  );
}

/** HTTP header, not translated. */
const HEADER = 'Authorization: ApiKey …';

const NewToken = ({ token }: { readonly token: string }): ReactElement => (
  <EuiCallOut
    color="success"
    iconType="check"
    title={t('security.apiKeys.made', "Copy this key now. You won't see it again.")}
    data-test-subj="new-api-key"
  >
    {/* In narrow windows, no part of the key fits on one line. */}
    <div style={{ overflowWrap: 'anywhere' }}>
      <EuiCodeBlock isCopyable fontSize="m" paddingSize="s">
        {token}
      </EuiCodeBlock>
    </div>
    <EuiText size="s">
      <p>
        <FormattedMessage
          id="security.apiKeys.header"
          defaultMessage={'Send it with each request in this header: {header}'}
          values={{ header: <code>{HEADER}</code> }}
        />
      </p>
    </EuiText>
  </EuiCallOut>
);

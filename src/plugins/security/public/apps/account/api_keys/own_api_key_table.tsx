/** One's own API keys. What is revoked does not come back, so the button asks once more. */
import { EuiBasicTable, type EuiBasicTableColumn, EuiButtonEmpty } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type ReactElement, useState } from 'react';
import type { ApiKey } from '../../../../common';
import {
  apiKeysTitle,
  keyHeadings,
  KeyName,
  KeyRoles,
  KeyTime,
} from '../../../components/api_key_cells';

export interface OwnApiKeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly isLoading: boolean;
  readonly onRevoke: (key: ApiKey) => void;
}

export function OwnApiKeyTable({ keys, isLoading, onRevoke }: OwnApiKeyTableProps): ReactElement {
  const [asked, setAsked] = useState<string>();
  const headings = keyHeadings();
  const columns: Array<EuiBasicTableColumn<ApiKey>> = [
    { name: headings.name, render: (key: ApiKey) => <KeyName {...key} /> },
    { name: headings.roles, render: (key: ApiKey) => <KeyRoles {...key} /> },
    { name: headings.expires, render: ({ expiresAt }: ApiKey) => <KeyTime at={expiresAt} /> },
    { name: headings.used, render: ({ lastUsedAt }: ApiKey) => <KeyTime at={lastUsedAt} /> },
    {
      name: headings.actions,
      render: (key: ApiKey) => (
        <RevokeButton
          name={key.name}
          isAsked={asked === key.id}
          onAsk={() => setAsked(key.id)}
          onRevoke={() => onRevoke(key)}
        />
      ),
    },
  ];
  return (
    <EuiBasicTable<ApiKey>
      tableCaption={apiKeysTitle()}
      tableLayout="auto"
      itemId="id"
      items={[...keys]}
      loading={isLoading}
      columns={columns}
      noItemsMessage={
        isLoading ? (
          <FormattedMessage id="security.apiKeys.loading" defaultMessage="Reading API keys…" />
        ) : (
          <FormattedMessage id="security.apiKeys.none" defaultMessage="You have no API keys." />
        )
      }
      data-test-subj="own-api-keys"
    />
  );
}

const RevokeButton = ({
  name,
  isAsked,
  onAsk,
  onRevoke,
}: {
  readonly name: string;
  readonly isAsked: boolean;
  readonly onAsk: () => void;
  readonly onRevoke: () => void;
}): ReactElement => (
  <EuiButtonEmpty
    size="s"
    color="danger"
    flush="both"
    onClick={isAsked ? onRevoke : onAsk}
    aria-label={
      isAsked
        ? i18n.translate('security.apiKeys.revokeNowNamed', {
            defaultMessage: 'Revoke now, for good: {name}',
            values: { name },
          })
        : i18n.translate('security.apiKeys.revokeNamed', {
            defaultMessage: 'Revoke: {name}',
            values: { name },
          })
    }
  >
    {isAsked ? (
      <FormattedMessage id="security.apiKeys.revokeNow" defaultMessage="Revoke now, for good" />
    ) : (
      <FormattedMessage id="security.apiKeys.revoke" defaultMessage="Revoke" />
    )}
  </EuiButtonEmpty>
);

/** List of API keys of all users or of one, with their use, and with revoking. */
import { EuiSpacer } from '@elastic/eui';
import { send, t } from '@sd/core/public';
import {
  ActionsMenu,
  actionItems,
  type BulkItem,
  DeleteDialog,
  deleteEach,
  type Facet,
  type List,
  type ListAction,
  type ListColumn,
  ListPage,
  ListTable,
  ListToolbar,
  Panel,
  useChanged,
  useColumns,
  useLink,
  useList,
} from '@sd/ui_kit';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { type ApiKey, REVOKE_API_KEY } from '../../../../common';
import { AddedPart } from '../../../components/added_part';
import {
  apiKeysTitle,
  keyHeadings,
  KeyName,
  KeyRoles,
  KeyTime,
} from '../../../components/api_key_cells';
import { useAdmin } from '../../../services/admin_context';
import { useEntityParts } from '../../../services/entity_parts';
import { useLackingText } from '../../../services/rights';
import type { ApiKeyPanel } from '../../../types';
import { explorerOfKey, USER_PAGES } from '../paths';
import { API_KEYS_KEY, apiKeySource } from './api_key_source';

/** @param user - owner of the keys; if absent, keys of all users with their owners */
export function ApiKeyList({ user }: { readonly user?: string }): ReactElement {
  const { core, kit } = useAdmin();
  const { http } = core;
  const { history } = kit.services;
  const list = useList(useMemo(() => apiKeySource(http, user), [http, user]));
  const columns = useMemo(() => keyColumns(user === undefined), [user]);
  const [toRevoke, setToRevoke] = useState<readonly ApiKey[]>();
  const [opened, setOpened] = useState<OpenedPanel>();
  const lacking = useLackingText();
  const actions: ReadonlyArray<ListAction<ApiKey>> = [
    ...useEntityParts('apiKey').map((panel): ListAction<ApiKey> => ({
      id: panel.id,
      label: panel.title(),
      iconType: panel.iconType,
      isForOne: true,
      run: ([apiKey]) => apiKey && setOpened({ panel, apiKey }),
    })),
    {
      id: 'explain',
      label: t('security.common.checkAccess', 'Check access'),
      iconType: 'inspect',
      isForOne: true,
      run: ([key]) => history.push(explorerOfKey(key?.id ?? '')),
    },
    {
      id: 'revoke',
      label: t('security.apiKeys.revoke', 'Revoke'),
      iconType: 'trash',
      run: setToRevoke,
      disabledReason: () => lacking(['PUT INTERNALUSERS']),
    },
  ];
  const searchLabel = t('security.apiKeys.search', 'Search API keys');
  const empty = t(
    'security.apiKeys.nobodys',
    'No API keys yet. Users create their own from the account menu.'
  );
  const dialogs = (
    <>
      {toRevoke && (
        <Revoking
          keys={toRevoke}
          list={list}
          revoke={(id) => send(http, REVOKE_API_KEY, { params: { id } })}
          onDone={() => setToRevoke(undefined)}
        />
      )}
      {opened && (
        <AddedPart
          load={opened.panel.load}
          props={{ apiKey: opened.apiKey, onClose: () => setOpened(undefined) }}
        />
      )}
    </>
  );
  if (user === undefined) {
    return (
      <ListPage
        id="api_keys"
        title={apiKeysTitle()}
        description={t(
          'security.apiKeys.pageIntro',
          'API keys let scripts act as their owner, never with more permissions. Users create their own from the account menu.'
        )}
        {...{ list, columns, searchLabel, actions, empty }}
        facets={facets()}
        data-test-subj="api-keys"
      >
        {dialogs}
      </ListPage>
    );
  }
  return (
    <OfUser list={list} columns={columns} actions={actions} searchLabel={searchLabel} empty={empty}>
      {dialogs}
    </OfUser>
  );
}

interface OpenedPanel {
  readonly panel: ApiKeyPanel;
  readonly apiKey: ApiKey;
}

interface OfUserProps {
  readonly list: List<ApiKey>;
  readonly columns: ReadonlyArray<ListColumn<ApiKey>>;
  readonly actions: ReadonlyArray<ListAction<ApiKey>>;
  readonly searchLabel: string;
  readonly empty: string;
  readonly children: ReactNode;
}

/** A tab of the user page, which has the heading of the page. */
function OfUser({ list, actions, searchLabel, empty, children, ...props }: OfUserProps) {
  const columns = useColumns('api_keys_of_user', props.columns);
  const total = list.page?.total;
  return (
    <Panel
      title={
        total === undefined
          ? apiKeysTitle()
          : t('security.apiKeys.titleCount', 'API keys ({total, number})', { total })
      }
      actions={<ActionsMenu items={actionItems(actions, list.selection)} />}
    >
      <ListToolbar list={list} searchLabel={searchLabel} facets={facets()} />
      <EuiSpacer size="s" />
      <ListTable
        list={list}
        columns={columns}
        caption={apiKeysTitle()}
        actions={actions}
        empty={empty}
        data-test-subj="api-keys"
      />
      {children}
    </Panel>
  );
}

function Revoking({
  keys,
  list,
  revoke,
  onDone,
}: {
  readonly keys: readonly ApiKey[];
  readonly list: List<ApiKey>;
  readonly revoke: (id: string) => Promise<unknown>;
  readonly onDone: () => void;
}): ReactElement {
  const { toasts } = useAdmin().core.notifications;
  const changed = useChanged();
  const items: readonly BulkItem[] = keys.map((key) => ({
    id: key.id,
    name: `${key.name} (${key.user})`,
  }));
  const close = (revoked: readonly string[]) => {
    onDone();
    list.deselect(revoked);
    if (revoked.length === 0) return;
    changed(API_KEYS_KEY);
    toasts.addSuccess({
      title: t(
        'security.apiKeys.revoked',
        '{count, plural, one {# API key revoked.} other {# API keys revoked.}}',
        { count: revoked.length }
      ),
    });
  };
  return (
    <DeleteDialog
      items={items}
      title={t('security.apiKeys.revokeQuestion', 'Revoke API keys?')}
      itemsLabel={apiKeysTitle()}
      confirmLabel={t('security.apiKeys.revoke', 'Revoke')}
      reportTitle={t('security.apiKeys.notRevoked', "Couldn't revoke")}
      run={deleteEach(items, ({ id }) => revoke(id))}
      onClose={close}
    >
      {t(
        'security.apiKeys.revokeText',
        "Scripts that use them stop working immediately. A revoked key can't be restored."
      )}
    </DeleteDialog>
  );
}

/** @param hasOwners - whether the list contains keys of several users */
function keyColumns(hasOwners: boolean): ReadonlyArray<ListColumn<ApiKey>> {
  const headings = keyHeadings();
  return [
    {
      id: 'name',
      name: headings.name,
      sortField: 'name',
      isFixed: true,
      render: (key) => <KeyName {...key} />,
    },
    ...(hasOwners
      ? [
          {
            id: 'user',
            name: headings.owner,
            sortField: 'user',
            render: ({ user }: ApiKey) => <OwnerLink name={user} />,
          },
        ]
      : []),
    {
      id: 'roles',
      name: headings.roles,
      sortField: 'roles',
      render: (key) => <KeyRoles {...key} />,
    },
    {
      id: 'created',
      name: headings.created,
      sortField: 'created',
      render: ({ createdAt }) => <KeyTime at={createdAt} />,
    },
    {
      id: 'expires',
      name: headings.expires,
      sortField: 'expires',
      render: ({ expiresAt }) => <KeyTime at={expiresAt} />,
    },
    {
      id: 'used',
      name: headings.used,
      sortField: 'used',
      render: ({ lastUsedAt }) => <KeyTime at={lastUsedAt} />,
    },
  ];
}

function OwnerLink({ name }: { readonly name: string }): ReactElement {
  const link = useLink();
  return <a {...link(USER_PAGES.keys(name))}>{name}</a>;
}

const facets = (): readonly Facet[] => [
  {
    name: 'status',
    label: t('security.common.status', 'Status'),
    options: [
      {
        value: 'active',
        label: t('security.common.active', 'Active'),
      },
      {
        value: 'expired',
        label: t('security.common.expired', 'Expired'),
      },
    ],
  },
];

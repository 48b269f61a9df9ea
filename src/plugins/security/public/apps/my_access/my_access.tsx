/**
 * What the user of the page can read and write, in plain words: indices with their restrictions,
 * tenants, roles and where they come from, and a text that asks for more. Lazy chunk.
 */
import {
  EuiAccordion,
  EuiButton,
  EuiButtonEmpty,
  EuiCallOut,
  EuiCopy,
  EuiLink,
  EuiSkeletonText,
  EuiSpacer,
  EuiText,
  EuiTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import {
  type AccessExplanation,
  type EffectivePermissions,
  type EffectiveRole,
} from '@sd/contracts';
import { getErrorCode, type CoreStart, FormattedMessage, i18n, send, t } from '@sd/core/public';
import { LoadError, Table, TruncatedList, useServerQuery, WrappingText } from '@sd/ui_kit';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { EXPLAIN_ACCESS, READ_EFFECTIVE_PERMISSIONS, SECURITY_ERRORS } from '../../../common';
import { EffectiveRestrictions } from '../../components/access/effective_restrictions';
import { tenantAccess, type TenantAccess } from '../../components/access/merged_permissions';
import { NotConsidered } from '../../components/access/not_considered';
import { OriginList } from '../../components/access/origin_list';
import { PagedTable } from '../../components/paged_table';
import { SECURITY_KEY } from '../../services/query_keys';
import { tenantLabel } from '../../services/tenant_labels';
import { OwnIndexAccess, type OwnIndices } from './own_indices';

const SEARCH = 'indices:data/read/search';

export interface MyAccessProps {
  readonly core: CoreStart;
}

export function MyAccess({ core }: MyAccessProps): ReactElement {
  const { data, error, reload, isLoading } = useServerQuery(
    [...SECURITY_KEY, 'myAccess'],
    (signal) => send(core.http, READ_EFFECTIVE_PERMISSIONS, { signal })
  );
  // Without explanations, the account menu shows the roles.
  const isExplained = getErrorCode(error) !== SECURITY_ERRORS.featureUnsupported.code;
  return (
    <>
      {error !== undefined && isExplained && (
        <LoadError error={error} onRetry={reload} isRetrying={isLoading} />
      )}
      {isLoading && !data && <EuiSkeletonText lines={6} />}
      {data && <Access core={core} access={data} />}
      {(data !== undefined || error !== undefined) && <AskForMore core={core} access={data} />}
    </>
  );
}

function Access({
  core,
  access,
}: MyAccessProps & { readonly access: EffectivePermissions }): ReactElement {
  const indices = useMemo(() => new OwnIndexAccess(access.roles), [access]);
  const tenants = useMemo(() => tenantAccess(access), [access]);
  const rolesId = useGeneratedHtmlId({ prefix: 'myRoles' });
  return (
    <>
      <NotConsidered codes={access.not_considered} />
      {access.truncated.length > 0 && (
        <EuiCallOut
          size="s"
          iconType="info"
          title={t('security.myAccess.truncated', 'You have more roles than this page can show.')}
        />
      )}
      <IndexTable core={core} indices={indices} />
      <EuiSpacer size="m" />
      <TenantTable tenants={tenants} name={access.user.name} />
      <EuiSpacer size="m" />
      <EuiAccordion id={rolesId} buttonContent={rolesTitle()}>
        <EuiSpacer size="s" />
        <RoleTable roles={access.roles} />
      </EuiAccordion>
      <EuiSpacer size="m" />
    </>
  );
}

/** Restricted indices open to what is visible in them. */
function IndexTable({
  core,
  indices,
}: MyAccessProps & { readonly indices: OwnIndexAccess }): ReactElement {
  const [open, setOpen] = useState<string>();
  if (indices.patterns.length === 0)
    return (
      <EuiText size="s">
        <p>{t('security.myAccess.noIndices', "Your roles don't give you access to any index.")}</p>
      </EuiText>
    );
  const expanded: Record<string, ReactNode> =
    open === undefined ? {} : { [open]: <VisibleData core={core} pattern={open} /> };
  return (
    <PagedTable<{ readonly pattern: string }>
      caption={t('security.myAccess.indices', 'Indices you can use')}
      items={indices.patterns.map((pattern) => ({ pattern }))}
      idOf={({ pattern }) => pattern}
      expanded={expanded}
      columns={[
        {
          id: 'pattern',
          name: t('security.myAccess.index', 'Index'),
          render: ({ pattern }) =>
            pattern === '*' ? (
              t('security.myAccess.allIndices', 'All indices')
            ) : (
              <WrappingText text={pattern} />
            ),
        },
        {
          id: 'access',
          name: t('security.myAccess.youCan', 'You can'),
          render: ({ pattern }) => verbsText(indices.of(pattern).verbs),
        },
        {
          id: 'data',
          name: t('security.myAccess.see', 'What you see'),
          render: ({ pattern }) =>
            indices.of(pattern).sees === 'nothing' ? (
              t('security.myAccess.nothing', 'Nothing')
            ) : indices.of(pattern).sees === 'part' ? (
              <EuiButtonEmpty
                size="xs"
                flush="left"
                aria-expanded={open === pattern}
                aria-label={t('security.myAccess.partOf', 'Part of the data in {pattern}', {
                  pattern,
                })}
                onClick={() => setOpen(open === pattern ? undefined : pattern)}
              >
                {t('security.myAccess.part', 'Part of the data')}
              </EuiButtonEmpty>
            ) : (
              t('security.myAccess.everything', 'Everything')
            ),
        },
        {
          id: 'roles',
          name: t('security.myAccess.through', 'Granted by'),
          render: ({ pattern }) => (
            <TruncatedList
              items={indices.of(pattern).roles}
              label={t('security.myAccess.rolesFor', 'Roles for {pattern}', { pattern })}
            />
          ),
        },
      ]}
    />
  );
}

const verbsText = (verbs: OwnIndices['verbs']): string =>
  verbs.length === 0
    ? t('security.myAccess.other', 'other actions')
    : i18n.formatList(
        verbs.map((verb) =>
          t(
            'security.myAccess.verb',
            '{verb, select, read {read} write {write} delete {delete} other {change settings}}',
            { verb }
          )
        )
      );

/** All roles together decide what is visible. */
function VisibleData({
  core,
  pattern,
}: MyAccessProps & { readonly pattern: string }): ReactElement {
  const { data, error, reload } = useServerQuery(
    [...SECURITY_KEY, 'myAccess', pattern],
    (signal) =>
      send(core.http, EXPLAIN_ACCESS, {
        body: { action: SEARCH, index: [pattern] },
        signal,
      }) as Promise<AccessExplanation>
  );
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />;
  if (!data) return <EuiSkeletonText lines={2} />;
  return (
    <div>
      {data.restrictions.map((part) => (
        <EffectiveRestrictions key={part.index} {...part} />
      ))}
    </div>
  );
}

function TenantTable({
  tenants,
  name,
}: {
  readonly tenants: readonly TenantAccess[];
  readonly name: string;
}): ReactElement | null {
  if (tenants.length === 0) return null;
  return (
    <PagedTable<TenantAccess>
      caption={t('security.myAccess.tenants', 'Tenants you can use')}
      items={tenants}
      idOf={({ tenant }) => tenant}
      columns={[
        {
          id: 'tenant',
          name: t('security.common.tenant', 'Tenant'),
          render: ({ tenant }) => <WrappingText text={tenantLabel(tenant, name)} />,
        },
        {
          id: 'access',
          name: t('security.myAccess.youCan', 'You can'),
          render: ({ canWrite }) => verbsText(canWrite ? ['read', 'write'] : ['read']),
        },
      ]}
    />
  );
}

const rolesTitle = (): string => t('security.myAccess.roles', 'Your roles');

const RoleTable = ({ roles }: { readonly roles: readonly EffectiveRole[] }): ReactElement => (
  <Table<EffectiveRole>
    caption={rolesTitle()}
    items={roles}
    idOf={({ role }) => role}
    columns={[
      {
        id: 'role',
        name: t('security.common.role', 'Role'),
        render: ({ role, description }) => (
          <>
            <WrappingText text={role} />
            {description !== undefined && (
              <EuiText size="xs" color="subdued">
                {description}
              </EuiText>
            )}
          </>
        ),
      },
      {
        id: 'origin',
        name: t('security.myAccess.origin', 'Source'),
        render: ({ origins }) => <OriginList origins={origins} />,
      },
    ]}
  />
);

/** Whom to ask, and what to write. */
function AskForMore({
  core,
  access,
}: MyAccessProps & { readonly access: EffectivePermissions | undefined }): ReactElement {
  const contact = core.docLinks.links['help']?.['administrators'] ?? '';
  const ask = t('security.myAccess.ask', 'Ask an administrator');
  return (
    <>
      <EuiTitle size="xxs">
        <h3>{t('security.myAccess.more', 'Do you need more?')}</h3>
      </EuiTitle>
      <EuiText size="s">
        <p>
          <FormattedMessage
            id="security.myAccess.askText"
            defaultMessage="{ask}, and say what you want to do, with which index or tenant, and why."
            values={{ ask: contact === '' ? ask : <EuiLink href={contact}>{ask}</EuiLink> }}
          />
        </p>
      </EuiText>
      {access && (
        <>
          <EuiSpacer size="s" />
          <EuiCopy
            textToCopy={requestText(access)}
            afterMessage={t('security.myAccess.copied', 'Copied')}
          >
            {(copy) => (
              <EuiButton size="s" iconType="copy" onClick={copy}>
                {t('security.myAccess.copy', 'Copy a request to fill in')}
              </EuiButton>
            )}
          </EuiCopy>
        </>
      )}
    </>
  );
}

const requestText = ({ user, roles }: EffectivePermissions): string =>
  t(
    'security.myAccess.request',
    'I need access to {address}.\nWhat I want to do: \nWith which index or tenant: \nWhy, and for how long: \n\nMy username: {user}\nMy backend roles: {backendRoles}\nMy roles: {roles}',
    {
      address: window.location.origin,
      user: user.name,
      backendRoles: i18n.formatList(user.backend_roles) || '–',
      roles: i18n.formatList(roles.map(({ role }) => role)) || '–',
    }
  );

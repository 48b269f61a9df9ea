/**
 * Authentication and authorization configuration. Source: specification section 2.1;
 * docs/reference/security-app.md#authentication-page.
 */
import {
  type EuiBasicTableColumn,
  EuiButton,
  EuiButtonEmpty,
  EuiCallOut,
  EuiCode,
  EuiEmptyPrompt,
  EuiFlexGroup,
  EuiSkeletonText,
  EuiSpacer,
} from '@elastic/eui';
import { FormattedMessage, t } from '@sd/core/public';
import {
  LoadError,
  PageHeader,
  PageHelpLinks,
  Panel,
  useLink,
  usePage,
  type Version,
} from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { HistoryButton } from '../../../components/history/history_button';
import type { SecurityConfig } from '../../../../common';
import { useFeature } from '../../../services/features';
import { DOMAIN_PAGES } from '../paths';
import { connectionsTitle } from './connections_title';
import { DomainActions } from './domain_actions';
import { authenticationColumns, authorizationColumns } from './domain_columns';
import { type AuthenticationDomain, domainsOf, storedDomains } from './domains';
import { DomainTable } from './domain_table';
import { OwnLogin } from './own_login';
import { authCrumb, useMayChange, useSecurityConfig } from './use_domains';

const OPENING_SETTING = 'engine.unsupported.restapi.allow_securityconfig_modification: true';
const REST_ADMIN_SETTING = 'engine.restapi.admin.enabled';
const PERMISSION = 'restapi:admin/config/update';
const CLUSTER_FILE = 'config.yml';

const pageTitle = (): string => t('security.auth.title', 'Authentication and authorization');

export function AuthPage(): ReactElement {
  const { data: stored, error, reload } = useSecurityConfig();
  const mayChange = useMayChange();
  // Waits for both responses; otherwise the read-only note would shift the content.
  const version = mayChange === undefined ? undefined : stored;
  const data = version && domainsOf(version.entity);
  usePage([{ text: authCrumb() }]);
  if (data && data.authentication.length === 0) return <NoDomains mayChange={mayChange} />;
  return (
    <>
      <PageHeader
        title={pageTitle()}
        actions={
          <EuiFlexGroup gutterSize="s" wrap responsive={false}>
            <HistoryButton type="config" />
            {mayChange && <ChangeButtons />}
          </EuiFlexGroup>
        }
        description={
          mayChange
            ? t(
                'security.auth.introEditable',
                'Who a request is from is found out here, before roles say what it may do. Changes are in force at once.'
              )
            : t(
                'security.auth.intro',
                'Who a request is from is found out here, before roles say what it may do. The configuration file of the backend, {file}, sets this up.',
                { file: 'config.yml' }
              )
        }
      />
      {error !== undefined && <LoadError error={error} onRetry={reload} />}
      {!data && error === undefined && <EuiSkeletonText lines={8} />}
      {data && !mayChange && <ReadOnlyNote />}
      {data && (
        <>
          <Panel
            title={t('security.auth.sequences', 'Authentication sequences ({count})', {
              count: data.authentication.length,
            })}
            description={t(
              'security.auth.sequencesText',
              'An authentication domain says where to take credentials from, and which backend checks them. Domains are tried in their order until one succeeds.'
            )}
          >
            <DomainTable
              domains={data.authentication}
              columns={[
                ...authenticationColumns(),
                ...(mayChange ? [actionsColumn(version, data.authentication)] : []),
              ]}
              caption={t('security.auth.sequencesCaption', 'Authentication sequences')}
              searchLabel={t('security.auth.searchSequences', 'Search authentication domain')}
            />
          </Panel>
          <EuiSpacer size="m" />
          <Panel
            title={t('security.auth.authorization', 'Authorization ({count})', {
              count: data.authorization.length,
            })}
            description={t(
              'security.auth.authorizationText',
              'After a user has been authenticated, backend roles, such as groups of LDAP, are collected from all authorization domains. They have no order.'
            )}
          >
            {data.authorization.length === 0 ? (
              <EuiEmptyPrompt
                titleSize="xs"
                paddingSize="s"
                title={<h3>{t('security.auth.noAuthorization', 'No authorization')}</h3>}
                body={t(
                  'security.auth.noAuthorizationText',
                  'Backend roles come with the user alone.'
                )}
              />
            ) : (
              <DomainTable
                domains={data.authorization}
                columns={authorizationColumns()}
                caption={t('security.auth.authorizationCaption', 'Authorization')}
                searchLabel={t('security.auth.searchAuthorization', 'Search authorization domain')}
              />
            )}
          </Panel>
          <EuiSpacer size="m" />
          <OwnLogin />
        </>
      )}
    </>
  );
}

const actionsColumn = (
  { entity, etag }: Version<SecurityConfig>,
  domains: readonly AuthenticationDomain[]
): EuiBasicTableColumn<AuthenticationDomain> => ({
  name: t('security.auth.column.actions', 'Actions'),
  render: ({ name }: AuthenticationDomain) => (
    <DomainActions
      name={name}
      order={domains.map((one) => one.name)}
      stored={storedDomains(entity)}
      etag={etag}
    />
  ),
});

function ChangeButtons(): ReactElement {
  const link = useLink();
  return (
    <>
      <EuiButtonEmpty {...link(DOMAIN_PAGES.connections)}>{connectionsTitle()}</EuiButtonEmpty>
      <EuiButtonEmpty {...link(DOMAIN_PAGES.dryRun)}>
        {t('security.trial.title', 'Try sign-in')}
      </EuiButtonEmpty>
      <EuiButton fill {...link(DOMAIN_PAGES.create)} data-test-subj="create-domain">
        {t('security.auth.addDomain', 'Add domain')}
      </EuiButton>
    </>
  );
}

/** Explains why the page is read-only and how to enable editing. */
function ReadOnlyNote(): ReactElement {
  const isPossible = useFeature('loginTrial');
  return (
    <>
      <EuiCallOut
        size="s"
        iconType="lock"
        announceOnMount={false}
        // Settings are wider than a phone.
        style={{ overflowWrap: 'anywhere' }}
        title={t('security.auth.readOnly', 'Domains can be read here, and not changed.')}
      >
        {isPossible ? (
          <FormattedMessage
            id="security.auth.readOnlySetting"
            defaultMessage="The server lets nobody change the security configuration, or you lack the right. {setting} in its configuration file opens it to administrators; with {restAdmin} it needs the permission {permission}."
            values={{
              setting: <EuiCode>{OPENING_SETTING}</EuiCode>,
              restAdmin: <EuiCode>{REST_ADMIN_SETTING}</EuiCode>,
              permission: <EuiCode>{PERMISSION}</EuiCode>,
            }}
          />
        ) : (
          <FormattedMessage
            id="security.auth.readOnlyCluster"
            defaultMessage="The cluster takes them from {file}, or from securityadmin: change them there."
            values={{ file: <EuiCode>{CLUSTER_FILE}</EuiCode> }}
          />
        )}
      </EuiCallOut>
      <EuiSpacer size="m" />
    </>
  );
}

const NoDomains = ({ mayChange }: { readonly mayChange?: boolean }): ReactElement => (
  <EuiEmptyPrompt
    iconType="lock"
    titleSize="m"
    title={
      <h1>{t('security.auth.nothing', 'You have not set up authentication and authorization')}</h1>
    }
    body={
      <>
        <p>
          {t(
            'security.auth.nothingText',
            'Set them up in {file}, the configuration file of the backend, or import such a file.',
            { file: 'config.yml' }
          )}
        </p>
        <PageHelpLinks />
      </>
    }
    actions={
      mayChange ? (
        <EuiFlexGroup gutterSize="s" wrap responsive={false} justifyContent="center">
          <ChangeButtons />
        </EuiFlexGroup>
      ) : undefined
    }
  />
);

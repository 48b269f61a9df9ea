/** Authentication and authorization configuration. */
import {
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
  type TableColumn,
  useLink,
  usePage,
  type Version,
} from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { FactorRequirementPanel } from '../../../components/factor_requirement';
import { HistoryButton } from '../../../components/history/history_button';
import type { SecurityConfig } from '../../../../common';
import { useFeature } from '../../../services/features';
import { missingRightText, useMay, useMayOpen } from '../../../services/rights';
import { DOMAIN_PAGES } from '../paths';
import { connectionsTitle } from './connections_title';
import { DomainActions } from './domain_actions';
import { authenticationColumns, authorizationColumns } from './domain_columns';
import { type AuthenticationDomain, listDomains, storedDomains } from './domains';
import { DomainTable } from './domain_table';
import { OwnLogin } from './own_login';
import { authCrumb, useMayChange, useSecurityConfig } from './use_domains';

const OPENING_SETTING = 'engine.unsupported.restapi.allow_securityconfig_modification: true';
const REST_ADMIN_SETTING = 'engine.restapi.admin.enabled';
const PERMISSION = 'restapi:admin/config/update';
const CLUSTER_FILE = 'config.yml';

const pageTitle = (): string =>
  t('security.common.authenticationAndAuthorization', 'Authentication and authorization');

export function AuthPage(): ReactElement {
  const { data: stored, error, reload } = useSecurityConfig();
  const mayChange = useMayChange();
  // Waits for both responses; otherwise the read-only note would shift the content.
  const version = mayChange === undefined ? undefined : stored;
  const data = version && listDomains(version.entity);
  // Logins and their set-up belong to this installation.
  const hasSessions = useFeature('sessions');
  const mayOpen = useMayOpen();
  const may = useMay();
  const hasFactors = useFeature('secondFactors') && may(['GET INTERNALUSERS']);
  usePage([{ text: authCrumb() }]);
  if (data && data.authentication.length === 0)
    return (
      <>
        <NoDomains mayChange={mayChange} />
        {hasFactors && <FactorRequirementPanel />}
      </>
    );
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
                'Authentication identifies the user; roles then decide what they can do. Changes apply immediately.'
              )
            : t(
                'security.auth.intro',
                'Authentication identifies the user; roles then decide what they can do. It is set up in {file}.',
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
              'Each domain says where credentials come from and which backend checks them. Domains are tried in order until one succeeds.'
            )}
          >
            {hasSessions && mayOpen(DOMAIN_PAGES.setUp('openid')) && <SetUpLinks />}
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
              'After authentication, backend roles (for example LDAP groups) are collected from all authorization domains, in no particular order.'
            )}
          >
            {data.authorization.length === 0 ? (
              <EuiEmptyPrompt
                titleSize="xs"
                paddingSize="s"
                title={<h3>{t('security.auth.noAuthorization', 'No authorization domains')}</h3>}
                body={t(
                  'security.auth.noAuthorizationText',
                  'Backend roles come from authentication only.'
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
          {hasFactors && (
            <>
              <EuiSpacer size="m" />
              <FactorRequirementPanel />
            </>
          )}
          {hasSessions && (
            <>
              <EuiSpacer size="m" />
              <OwnLogin />
            </>
          )}
        </>
      )}
    </>
  );
}

const actionsColumn = (
  { entity, etag }: Version<SecurityConfig>,
  domains: readonly AuthenticationDomain[]
): TableColumn<AuthenticationDomain> => ({
  id: 'actions',
  name: t('security.common.actions', 'Actions'),
  isControl: true,
  render: ({ name }) => (
    <DomainActions
      name={name}
      order={domains.map((one) => one.name)}
      stored={storedDomains(entity)}
      etag={etag}
    />
  ),
});

function SetUpLinks(): ReactElement {
  const link = useLink();
  return (
    <EuiFlexGroup gutterSize="s" wrap responsive={false}>
      <EuiButtonEmpty flush="left" {...link(DOMAIN_PAGES.setUp('openid'))}>
        {t('security.common.setUpOpenIDConnect', 'Set up OpenID Connect')}
      </EuiButtonEmpty>
      <EuiButtonEmpty {...link(DOMAIN_PAGES.setUp('saml'))}>
        {t('security.common.setUpSAML', 'Set up SAML')}
      </EuiButtonEmpty>
    </EuiFlexGroup>
  );
}

function ChangeButtons(): ReactElement {
  const link = useLink();
  return (
    <>
      <EuiButtonEmpty {...link(DOMAIN_PAGES.connections)}>{connectionsTitle()}</EuiButtonEmpty>
      <EuiButtonEmpty {...link(DOMAIN_PAGES.dryRun)}>
        {t('security.common.testLogin', 'Test login')}
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
  const isOpen = useMayOpen()(DOMAIN_PAGES.create);
  return (
    <>
      <EuiCallOut
        size="s"
        iconType="lock"
        announceOnMount={false}
        // Settings are wider than a phone.
        style={{ overflowWrap: 'anywhere' }}
        title={t('security.auth.readOnly', 'Authentication domains are read-only here.')}
      >
        {!isOpen ? (
          missingRightText()
        ) : isPossible ? (
          <FormattedMessage
            id="security.auth.readOnlySetting"
            defaultMessage={
              "Read-only: this server doesn't allow changes here, or you don't have permission. Set {setting} to let administrators edit; with {restAdmin}, the permission {permission} is needed."
            }
            values={{
              setting: <EuiCode>{OPENING_SETTING}</EuiCode>,
              restAdmin: <EuiCode>{REST_ADMIN_SETTING}</EuiCode>,
              permission: <EuiCode>{PERMISSION}</EuiCode>,
            }}
          />
        ) : (
          <FormattedMessage
            id="security.auth.readOnlyCluster"
            defaultMessage={
              'On this cluster they come from {file} or securityadmin. Change them there.'
            }
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
    title={<h1>{t('security.auth.nothing', 'Authentication and authorization are not set up')}</h1>}
    body={
      <>
        <p>
          {t(
            'security.auth.nothingText',
            "Set them up in the backend's configuration file, {file}, or import one.",
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

/**
 * Authentication and authorization as they are configured, to be read. Source: specification
 * section 2.1; docs/reference/security-app.md#authentication-page.
 */
import { EuiEmptyPrompt, EuiSkeletonText, EuiSpacer } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { LoadError, PageHeader, PageHelpLinks, Panel, usePage, useRead } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { HistoryButton } from '../../../components/history/history_button';
import { useAdmin } from '../../../services/admin_context';
import { SECURITY_KEY } from '../../../services/query_keys';
import { authenticationColumns, authorizationColumns } from './domain_columns';
import { domainsOf } from './domains';
import { DomainTable } from './domain_table';

const pageTitle = (): string =>
  i18n.translate('security.auth.title', { defaultMessage: 'Authentication and authorization' });

export function AuthPage(): ReactElement {
  const { client } = useAdmin();
  const { data, error, isLoading, reload } = useRead([...SECURITY_KEY, 'config'], async (signal) =>
    domainsOf(await client.securityConfig(signal))
  );
  usePage([{ text: i18n.translate('security.auth.crumb', { defaultMessage: 'Authentication' }) }]);
  if (data && data.authentication.length === 0) return <NothingSetUp />;
  return (
    <>
      <PageHeader
        title={pageTitle()}
        actions={<HistoryButton type="config" />}
        description={
          <FormattedMessage
            id="security.auth.intro"
            defaultMessage="Who a request is from is found out here, before roles say what it may do. The configuration file of the backend, {file}, sets this up."
            values={{ file: 'config.yml' }}
          />
        }
      />
      {error !== undefined && <LoadError error={error} onRetry={reload} />}
      {!data && isLoading && <EuiSkeletonText lines={8} />}
      {data && (
        <>
          <Panel
            title={
              <FormattedMessage
                id="security.auth.sequences"
                defaultMessage="Authentication sequences ({count})"
                values={{ count: data.authentication.length }}
              />
            }
            description={
              <FormattedMessage
                id="security.auth.sequencesText"
                defaultMessage="An authentication domain says where to take credentials from, and which backend checks them. Domains are tried in their order until one succeeds."
              />
            }
          >
            <DomainTable
              domains={data.authentication}
              columns={authenticationColumns()}
              caption={i18n.translate('security.auth.sequencesCaption', {
                defaultMessage: 'Authentication sequences',
              })}
              searchLabel={i18n.translate('security.auth.searchSequences', {
                defaultMessage: 'Search authentication domain',
              })}
            />
          </Panel>
          <EuiSpacer size="m" />
          <Panel
            title={
              <FormattedMessage
                id="security.auth.authorization"
                defaultMessage="Authorization ({count})"
                values={{ count: data.authorization.length }}
              />
            }
            description={
              <FormattedMessage
                id="security.auth.authorizationText"
                defaultMessage="After a user has been authenticated, backend roles, such as groups of LDAP, are collected from all authorization domains. They have no order."
              />
            }
          >
            {data.authorization.length === 0 ? (
              <EuiEmptyPrompt
                titleSize="xs"
                paddingSize="s"
                title={
                  <h3>
                    <FormattedMessage
                      id="security.auth.noAuthorization"
                      defaultMessage="No authorization"
                    />
                  </h3>
                }
                body={
                  <FormattedMessage
                    id="security.auth.noAuthorizationText"
                    defaultMessage="Backend roles come with the user alone."
                  />
                }
              />
            ) : (
              <DomainTable
                domains={data.authorization}
                columns={authorizationColumns()}
                caption={i18n.translate('security.auth.authorizationCaption', {
                  defaultMessage: 'Authorization',
                })}
                searchLabel={i18n.translate('security.auth.searchAuthorization', {
                  defaultMessage: 'Search authorization domain',
                })}
              />
            )}
          </Panel>
        </>
      )}
    </>
  );
}

const NothingSetUp = (): ReactElement => (
  <EuiEmptyPrompt
    iconType="lock"
    titleSize="m"
    title={
      <h1>
        <FormattedMessage
          id="security.auth.nothing"
          defaultMessage="You have not set up authentication and authorization"
        />
      </h1>
    }
    body={
      <>
        <p>
          <FormattedMessage
            id="security.auth.nothingText"
            defaultMessage="Set them up in {file}, the configuration file of the backend, or import such a file."
            values={{ file: 'config.yml' }}
          />
        </p>
        <PageHelpLinks />
      </>
    }
  />
);

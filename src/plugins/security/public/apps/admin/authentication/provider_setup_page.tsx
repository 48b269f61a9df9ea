/**
 * Guides through a login with OpenID Connect or SAML: what to register at the provider, what to
 * write to the server's file, the domain, a test, and what keeps the button off the login page.
 */
import {
  EuiButton,
  EuiCodeBlock,
  EuiDescriptionList,
  EuiFieldText,
  EuiFormRow,
  EuiIcon,
  EuiLink,
  EuiSpacer,
  EuiSteps,
  EuiText,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import { PageHeader, Panel, useLink, usePage } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { useAdmin } from '../../../services/admin_context';
import { AUTH_PAGE, DOMAIN_PAGES } from '../paths';
import { listDomains } from './domains';
import {
  newExchangeKey,
  PROVIDER_DOMAINS,
  type ProviderInput,
  type ProviderMethod,
} from './provider_domains';
import { authCrumb, useMayChange, useSecurityConfig } from './use_domains';

const TITLES = {
  openid: () => t('security.common.setUpOpenIDConnect', 'Set up OpenID Connect'),
  saml: () => t('security.common.setUpSAML', 'Set up SAML'),
} as const;

export function ProviderSetupPage({ method }: { readonly method: ProviderMethod }): ReactElement {
  const { core } = useAdmin();
  const base = `${window.location.origin}${core.http.basePath.get()}`;
  const [input, setInput] = useState<ProviderInput>(() => ({
    metadata: '',
    client: '',
    exchangeKey: newExchangeKey(),
  }));
  const title = TITLES[method]();
  usePage([{ text: authCrumb(), path: AUTH_PAGE }, { text: title }]);
  return (
    <>
      <PageHeader
        title={title}
        description={t(
          'security.provider.intro',
          'Users then log in at your identity provider instead of with a password stored here.'
        )}
      />
      <div style={{ maxInlineSize: 800 }}>
        <Panel title={t('security.provider.steps', 'Steps')}>
          <EuiSteps
            headingElement="h3"
            titleSize="xs"
            steps={[
              {
                title: t('security.provider.register', 'Register this server at the provider'),
                children: <Addresses method={method} base={base} />,
              },
              {
                title: t('security.provider.describe', "Enter the provider's values"),
                children: <Inputs method={method} input={input} onChange={setInput} />,
              },
              {
                title: t(
                  'security.provider.file',
                  "Add this to the server's configuration file and restart"
                ),
                children: <Code text={serverFile(method, input, base)} />,
              },
              {
                title: t('security.provider.domain', 'Add the authentication domain'),
                children: <DomainStep method={method} input={input} base={base} />,
              },
              {
                title: t('security.provider.test', 'Test it'),
                children: <TestStep method={method} base={base} />,
              },
            ]}
          />
        </Panel>
        <EuiSpacer size="m" />
        <Panel title={t('security.provider.button', 'Button on the login page')}>
          <Checks method={method} />
        </Panel>
      </div>
    </>
  );
}

const Code = ({ text }: { readonly text: string }): ReactElement => (
  <EuiCodeBlock isCopyable paddingSize="s" fontSize="s">
    {text}
  </EuiCodeBlock>
);

interface StepProps {
  readonly method: ProviderMethod;
  readonly base: string;
}

const SAML_BASE = '/_opendistro/_security/saml';

function Addresses({ method, base }: StepProps): ReactElement {
  const addresses =
    method === 'openid'
      ? [
          [
            t('security.provider.redirect', 'Redirect address'),
            `${base}/auth/openid/login`,
          ] as const,
          [t('security.provider.afterLogout', 'Address after logout'), base] as const,
          [
            t('security.provider.backchannel', 'Back-channel logout'),
            `${base}/auth/openid/backchannel_logout`,
          ] as const,
        ]
      : [
          [
            t('security.provider.acs', 'Assertion consumer service (HTTP POST)'),
            `${base}${SAML_BASE}/acs`,
          ] as const,
          [
            t('security.provider.slo', 'Single logout service'),
            `${base}${SAML_BASE}/logout`,
          ] as const,
          [
            t('security.provider.metadata', 'Metadata to import, once the domain exists'),
            `${base}${SAML_BASE}/metadata`,
          ] as const,
        ];
  return (
    <EuiDescriptionList
      compressed
      listItems={addresses.map(([title, address]) => ({
        title,
        description: (
          <EuiCodeBlock isCopyable paddingSize="s" fontSize="s">
            {address}
          </EuiCodeBlock>
        ),
      }))}
    />
  );
}

interface InputsProps {
  readonly method: ProviderMethod;
  readonly input: ProviderInput;
  readonly onChange: (input: ProviderInput) => void;
}

function Inputs({ method, input, onChange }: InputsProps): ReactElement {
  const isOpenId = method === 'openid';
  const field = (key: 'metadata' | 'client', label: string, placeholder: string) => (
    <EuiFormRow fullWidth label={label}>
      <EuiFieldText
        fullWidth
        value={input[key]}
        placeholder={placeholder}
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => onChange({ ...input, [key]: target.value.trim() })}
      />
    </EuiFormRow>
  );
  return (
    <>
      {field(
        'metadata',
        isOpenId
          ? t('security.common.discoveryURL', 'Discovery URL')
          : t('security.common.providerMetadataURL', 'Provider metadata URL'),
        isOpenId
          ? 'https://sso.example.org/.well-known/openid-configuration'
          : 'https://sso.example.org/metadata'
      )}
      {field(
        'client',
        isOpenId
          ? t('security.provider.client', 'Client ID')
          : t('security.common.providerEntityID', 'Provider entity ID'),
        isOpenId ? 'dashboards' : 'https://sso.example.org/saml'
      )}
    </>
  );
}

/** Keeps the password login beside the provider, so that users without it can still log in. */
function serverFile(method: ProviderMethod, { metadata, client }: ProviderInput, base: string) {
  const lines = [
    `opensearch_security.auth.type: [basicauth, ${method}]`,
    'opensearch_security.auth.multiple_auth_enabled: true',
  ];
  if (method === 'openid')
    lines.push(
      `opensearch_security.openid.connect_url: ${JSON.stringify(metadata)}`,
      `opensearch_security.openid.client_id: ${JSON.stringify(client)}`,
      'opensearch_security.openid.client_secret: "…"',
      'opensearch_security.openid.scope: openid profile',
      `opensearch_security.openid.base_redirect_url: ${JSON.stringify(base)}`
    );
  return lines.join('\n');
}

function DomainStep({
  method,
  input,
  base,
}: StepProps & { readonly input: ProviderInput }): ReactElement {
  const { history } = useAdmin().kit.services;
  const mayChange = useMayChange();
  const domain = PROVIDER_DOMAINS[method](input, base);
  if (mayChange)
    return (
      <EuiButton
        onClick={() =>
          history.push({ pathname: DOMAIN_PAGES.create, state: { name: method, domain } })
        }
      >
        {t('security.provider.addDomain', 'Review and add domain')}
      </EuiButton>
    );
  return (
    <>
      <EuiText size="s">
        <p>
          {t(
            'security.provider.domainText',
            "Domains are read-only here. Add this one in the backend's configuration (config.yml, under authc):"
          )}
        </p>
      </EuiText>
      {/* JSON is YAML, too. */}
      <Code text={`${method}: ${JSON.stringify(domain, null, 2)}`} />
    </>
  );
}

function TestStep({ method, base }: StepProps): ReactElement {
  const link = useLink();
  const address = `${base}/auth/${method}/login`;
  return (
    <EuiText size="s">
      <p>
        {t(
          'security.provider.testText',
          'Open this address in a private window and log in. You stay logged in here.'
        )}
      </p>
      <EuiCodeBlock isCopyable paddingSize="s" fontSize="s">
        {address}
      </EuiCodeBlock>
      {method === 'openid' && (
        <EuiLink {...link(DOMAIN_PAGES.dryRun)}>
          {t('security.provider.dryRun', 'Test a token without logging in')}
        </EuiLink>
      )}
    </EuiText>
  );
}

/** What the login page needs before it shows the button. */
function Checks({ method }: { readonly method: ProviderMethod }): ReactElement {
  const { config } = useAdmin();
  const { data } = useSecurityConfig();
  const types = [config.auth.type].flat();
  const domain =
    data && listDomains(data.entity).authentication.find(({ httpType }) => httpType === method);
  const checks = [
    {
      isMet: types.includes(method),
      met: t('security.provider.typeSet', "The server's configuration file turns on {method}.", {
        method,
      }),
      open: t(
        'security.provider.typeMissing',
        "opensearch_security.auth.type in the server's configuration file does not contain {method}. Restart the server after the change.",
        { method }
      ),
    },
    {
      isMet: domain !== undefined,
      met: t('security.provider.domainSet', 'There is a domain of type {method}.', { method }),
      open: t('security.provider.domainMissing', 'There is no domain of type {method}.', {
        method,
      }),
    },
    {
      isMet: domain?.isHttpEnabled === true,
      met: t('security.provider.domainOn', 'The domain is on.'),
      open: t('security.provider.domainOff', 'The domain is off.'),
    },
  ];
  return (
    <>
      <EuiText size="s">
        <p>
          {checks.every(({ isMet }) => isMet)
            ? t('security.provider.ready', 'The login page shows the button.')
            : t('security.provider.notReady', "The login doesn't work yet:")}
        </p>
      </EuiText>
      <EuiSpacer size="s" />
      <ul>
        {checks.map(({ isMet, met, open }) => (
          <li key={met}>
            <EuiText size="s">
              <EuiIcon
                type={isMet ? 'check' : 'cross'}
                color={isMet ? 'success' : 'danger'}
                aria-hidden
              />{' '}
              {isMet ? met : open}
            </EuiText>
          </li>
        ))}
      </ul>
    </>
  );
}

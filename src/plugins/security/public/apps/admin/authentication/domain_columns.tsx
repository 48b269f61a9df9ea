/**
 * Columns of the two domain tables. Source: docs/reference/security-app.md#authentication-page;
 * booleans: specification section 2.1.
 */
import type { EuiBasicTableColumn } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import { DASH } from '@sd/ui_kit';
import { Fragment, type ReactElement } from 'react';
import { enabledLabel } from '../../../components/enabled_label';
import { ViewExpression } from '../../../components/view_expression';
import type { AuthenticationDomain, Domain } from './domains';

export const authenticationColumns = (): Array<EuiBasicTableColumn<AuthenticationDomain>> => [
  {
    name: i18n.translate('security.auth.column.order', { defaultMessage: 'Execution order' }),
    render: ({ order }: AuthenticationDomain) => order,
  },
  nameColumn(),
  httpColumn(),
  transportColumn(),
  {
    name: i18n.translate('security.auth.column.httpType', { defaultMessage: 'HTTP type' }),
    render: ({ httpType }: AuthenticationDomain) => noWrap(httpType || DASH),
  },
  {
    name: i18n.translate('security.auth.column.challenge', { defaultMessage: 'HTTP challenge' }),
    render: ({ hasChallenge }: AuthenticationDomain) => noWrap(enabledLabel(hasChallenge)),
  },
  {
    name: i18n.translate('security.auth.column.httpConfig', {
      defaultMessage: 'HTTP configuration',
    }),
    render: ({ name, httpConfig }: AuthenticationDomain) => (
      <ViewExpression
        title={i18n.translate('security.auth.column.httpConfig', {
          defaultMessage: 'HTTP configuration',
        })}
        value={httpConfig}
        context={name}
      />
    ),
  },
  backendColumn(),
  backendConfigColumn(),
];

export const authorizationColumns = (): Array<EuiBasicTableColumn<Domain>> => [
  nameColumn(),
  httpColumn(),
  transportColumn(),
  backendColumn(),
  backendConfigColumn(),
];

/** Short words never wrap. */
const noWrap = (text: string): ReactElement => <span style={{ whiteSpace: 'nowrap' }}>{text}</span>;

const NAME = { display: 'block', minInlineSize: '6em', overflowWrap: 'anywhere' } as const;

const nameColumn = () => ({
  name: i18n.translate('security.auth.column.name', { defaultMessage: 'Domain name' }),
  // Long names wrap, between words if possible.
  render: ({ name }: Domain) => (
    <span style={NAME}>
      {name.split(/(?<=[_-])/).map((part, at) => (
        <Fragment key={at}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  ),
});

const httpColumn = () => ({
  name: i18n.translate('security.auth.column.http', { defaultMessage: 'HTTP' }),
  render: ({ isHttpEnabled }: Domain) => noWrap(enabledLabel(isHttpEnabled)),
});

/** Setting of backends before 3.0. */
const transportColumn = () => ({
  name: i18n.translate('security.auth.column.transport', { defaultMessage: 'TRANSPORT' }),
  render: ({ isTransportEnabled }: Domain) =>
    isTransportEnabled === undefined ? DASH : noWrap(enabledLabel(isTransportEnabled)),
});

const backendColumn = () => ({
  name: i18n.translate('security.auth.column.backend', { defaultMessage: 'Backend type' }),
  render: ({ backendType }: Domain) => noWrap(backendType || DASH),
});

const backendConfigColumn = () => ({
  name: i18n.translate('security.auth.column.backendConfig', {
    defaultMessage: 'Backend configuration',
  }),
  render: ({ name, backendConfig }: Domain) => (
    <ViewExpression
      title={i18n.translate('security.auth.column.backendConfig', {
        defaultMessage: 'Backend configuration',
      })}
      value={backendConfig}
      context={name}
    />
  ),
});

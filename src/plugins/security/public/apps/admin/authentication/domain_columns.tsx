/**
 * Columns of the two domain tables. Source: docs/reference/security-app.md#authentication-page;
 * booleans: specification section 2.1.
 */
import type { EuiBasicTableColumn } from '@elastic/eui';
import { t } from '@sd/core/public';
import { DASH } from '@sd/ui_kit';
import { Fragment, type ReactElement } from 'react';
import { enabledLabel } from '../../../components/enabled_label';
import { ViewExpression } from '../../../components/view_expression';
import type { AuthenticationDomain, Domain } from './domains';

export const authenticationColumns = (): Array<EuiBasicTableColumn<AuthenticationDomain>> => [
  {
    name: t('security.auth.column.order', 'Execution order'),
    render: ({ order }: AuthenticationDomain) => order,
  },
  nameColumn(),
  httpColumn(),
  transportColumn(),
  {
    name: t('security.auth.column.httpType', 'HTTP type'),
    render: ({ httpType }: AuthenticationDomain) => noWrap(httpType || DASH),
  },
  {
    name: t('security.auth.column.challenge', 'HTTP challenge'),
    render: ({ hasChallenge }: AuthenticationDomain) => noWrap(enabledLabel(hasChallenge)),
  },
  {
    name: t('security.auth.column.httpConfig', 'HTTP configuration'),
    render: ({ name, httpConfig }: AuthenticationDomain) => (
      <ViewExpression
        title={t('security.auth.column.httpConfig', 'HTTP configuration')}
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
  name: t('security.auth.column.name', 'Domain name'),
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
  name: t('security.auth.column.http', 'HTTP'),
  render: ({ isHttpEnabled }: Domain) => noWrap(enabledLabel(isHttpEnabled)),
});

/** Setting of backends before 3.0. */
const transportColumn = () => ({
  name: t('security.auth.column.transport', 'TRANSPORT'),
  render: ({ isTransportEnabled }: Domain) =>
    isTransportEnabled === undefined ? DASH : noWrap(enabledLabel(isTransportEnabled)),
});

const backendColumn = () => ({
  name: t('security.auth.column.backend', 'Backend type'),
  render: ({ backendType }: Domain) => noWrap(backendType || DASH),
});

const backendConfigColumn = () => ({
  name: t('security.auth.column.backendConfig', 'Backend configuration'),
  render: ({ name, backendConfig }: Domain) => (
    <ViewExpression
      title={t('security.auth.column.backendConfig', 'Backend configuration')}
      value={backendConfig}
      context={name}
    />
  ),
});

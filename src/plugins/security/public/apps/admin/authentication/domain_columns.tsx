/** Columns of the two domain tables. */
import { t } from '@sd/core/public';
import { DASH, type TableColumn } from '@sd/ui_kit';
import { Fragment, type ReactElement } from 'react';
import { enabledLabel } from '../../../components/enabled_label';
import { ViewExpression } from '../../../components/view_expression';
import type { AuthenticationDomain, Domain } from './domains';

export const authenticationColumns = (): ReadonlyArray<TableColumn<AuthenticationDomain>> => [
  {
    id: 'order',
    name: t('security.auth.column.order', 'Execution order'),
    render: ({ order }) => order,
  },
  nameColumn(),
  httpColumn(),
  transportColumn(),
  {
    id: 'http_type',
    name: t('security.auth.column.httpType', 'HTTP type'),
    render: ({ httpType }) => noWrap(httpType || DASH),
  },
  {
    id: 'challenge',
    name: t('security.auth.column.challenge', 'HTTP challenge'),
    render: ({ hasChallenge }) => noWrap(enabledLabel(hasChallenge)),
  },
  {
    id: 'http_config',
    name: t('security.auth.column.httpConfig', 'HTTP configuration'),
    render: ({ name, httpConfig }) => (
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

export const authorizationColumns = (): ReadonlyArray<TableColumn<Domain>> => [
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
  id: 'name',
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
  id: 'http',
  name: t('security.auth.column.http', 'HTTP'),
  render: ({ isHttpEnabled }: Domain) => noWrap(enabledLabel(isHttpEnabled)),
});

/** Setting of backends before 3.0. */
const transportColumn = () => ({
  id: 'transport',
  name: t('security.auth.column.transport', 'TRANSPORT'),
  render: ({ isTransportEnabled }: Domain) =>
    isTransportEnabled === undefined ? DASH : noWrap(enabledLabel(isTransportEnabled)),
});

const backendColumn = () => ({
  id: 'backend',
  name: t('security.auth.column.backend', 'Backend type'),
  render: ({ backendType }: Domain) => noWrap(backendType || DASH),
});

const backendConfigColumn = () => ({
  id: 'backend_config',
  name: t('security.auth.column.backendConfig', 'Backend configuration'),
  render: ({ name, backendConfig }: Domain) => (
    <ViewExpression
      title={t('security.auth.column.backendConfig', 'Backend configuration')}
      value={backendConfig}
      context={name}
    />
  ),
});

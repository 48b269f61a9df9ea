/**
 * Roles and mappings of the demo data, which show index, document, field and tenant permissions.
 */
type Json = Readonly<Record<string, unknown>>;

export interface DemoRole {
  readonly name: string;
  readonly role: Json;
  readonly mapping: Json;
}

interface Grant {
  readonly dls?: string;
  readonly fls?: readonly string[];
  readonly masked?: readonly string[];
}

const index = (
  patterns: readonly string[],
  actions: readonly string[],
  { dls, fls, masked }: Grant = {}
): Json => ({
  index_patterns: patterns,
  ...(dls === undefined ? {} : { dls }),
  fls: fls ?? [],
  masked_fields: masked ?? [],
  allowed_actions: actions,
});

const writes = (...tenants: readonly string[]): Json => ({
  tenant_patterns: tenants,
  allowed_actions: ['kibana_all_write'],
});
const reads = (...tenants: readonly string[]): Json => ({
  tenant_patterns: tenants,
  allowed_actions: ['kibana_all_read'],
});

const READ_ONLY = ['cluster_composite_ops_ro'];

export const DEMO_ROLES: readonly DemoRole[] = [
  {
    name: 'sales_read',
    role: {
      description: 'Sales figures of all regions, without customer bank details',
      cluster_permissions: READ_ONLY,
      index_permissions: [
        index(['sales-*'], ['read'], { fls: ['~customer.iban', '~customer.bic'] }),
      ],
      tenant_permissions: [writes('sales'), reads('operations')],
    },
    mapping: { backend_roles: ['sales'], description: 'Everybody in sales' },
  },
  {
    name: 'sales_analyst',
    role: {
      description: 'Builds sales forecasts; may write the forecast indices',
      cluster_permissions: ['cluster_composite_ops'],
      index_permissions: [
        index(['sales-*'], ['read']),
        index(['forecast-sales-*'], ['crud', 'create_index']),
      ],
      tenant_permissions: [writes('sales')],
    },
    mapping: { backend_roles: ['sales-analysts'] },
  },
  {
    name: 'own_region_orders',
    role: {
      description: 'Orders of the own site only, by the attribute site',
      cluster_permissions: READ_ONLY,
      index_permissions: [
        index(['orders-*'], ['read'], { dls: '{"term":{"site":"${attr.internal.site}"}}' }),
      ],
    },
    mapping: { backend_roles: ['sales', 'support'] },
  },
  {
    name: 'finance_full',
    role: {
      description: 'Ledger and invoices, reading and booking',
      cluster_permissions: ['cluster_composite_ops'],
      index_permissions: [index(['ledger-*', 'invoices-*'], ['crud', 'create_index'])],
      tenant_permissions: [writes('finance')],
    },
    mapping: { backend_roles: ['finance'] },
  },
  {
    name: 'finance_auditor',
    role: {
      description: 'Reads the books for the yearly audit; account numbers are masked',
      cluster_permissions: [...READ_ONLY, 'cluster_monitor'],
      index_permissions: [
        index(['ledger-*', 'invoices-*'], ['read'], {
          masked: ['account_number', 'iban::/.(?=.{4})/::*'],
        }),
      ],
      tenant_permissions: [reads('finance')],
    },
    mapping: { backend_roles: ['auditors'], users: ['external-audit-*'] },
  },
  {
    name: 'hr_records',
    role: {
      description: 'Personnel records without salaries',
      cluster_permissions: READ_ONLY,
      index_permissions: [
        index(['hr-*'], ['read', 'write'], {
          fls: ['~salary', '~bonus'],
          masked: ['tax_id::SHA-256'],
        }),
      ],
      tenant_permissions: [writes('hr')],
    },
    mapping: { backend_roles: ['hr'] },
  },
  {
    name: 'hr_payroll',
    role: {
      description: 'Payroll including salaries; for managers of HR only',
      cluster_permissions: READ_ONLY,
      index_permissions: [index(['hr-payroll-*'], ['crud'])],
      tenant_permissions: [writes('hr')],
    },
    mapping: { and_backend_roles: ['hr', 'managers'], description: 'Needs both backend roles' },
  },
  {
    name: 'operations_oncall',
    role: {
      description: 'Everything the on-call engineer needs at night',
      cluster_permissions: ['cluster_monitor', 'cluster_composite_ops'],
      index_permissions: [
        index(['logs-*', 'metrics-*', 'alerts-*'], ['read', 'indices_monitor']),
        index(['alerts-*'], ['write']),
      ],
      tenant_permissions: [writes('operations')],
    },
    mapping: { backend_roles: ['oncall'] },
  },
  {
    name: 'operations_viewer',
    role: {
      description: 'Dashboards of the operations centre, reading only',
      cluster_permissions: READ_ONLY,
      index_permissions: [index(['metrics-*', 'warehouse-*'], ['read'])],
      tenant_permissions: [reads('operations')],
    },
    mapping: { backend_roles: ['operations', 'engineering'] },
  },
  {
    name: 'research_lab',
    role: {
      description: 'Experiments of the research group, one index space per person',
      cluster_permissions: ['cluster_composite_ops'],
      index_permissions: [
        index(['experiments-*', 'sensors-*'], ['read']),
        index(['lab-${user.name}-*'], ['indices_all']),
      ],
      tenant_permissions: [writes('research')],
    },
    mapping: { backend_roles: ['research'] },
  },
  {
    name: 'contractor_limited',
    role: {
      description: 'Contractors see documents marked as shared and no personal fields',
      cluster_permissions: READ_ONLY,
      index_permissions: [
        index(['experiments-*', 'logs-*'], ['read'], {
          dls: '{"term":{"visibility":"shared"}}',
          fls: ['~author.*'],
          masked: ['client_ip'],
        }),
      ],
      tenant_permissions: [reads('research')],
    },
    mapping: { backend_roles: ['contractors'] },
  },
  {
    name: 'kiosk_wallboard',
    role: {
      description: 'The screens on the wall of the operations centre',
      cluster_permissions: READ_ONLY,
      index_permissions: [index(['metrics-*'], ['read'])],
      tenant_permissions: [reads('operations')],
    },
    mapping: { hosts: ['10.20.30.*'], description: 'Everyone who logs in at these addresses' },
  },
];

/**
 * Backend roles that the demo data adds to the mapping of `kibana_user`, so that every demo user
 * has access to dashboards.
 */
export const DEMO_BACKEND_ROLES_OF_KIBANA_USER = ['employees'];

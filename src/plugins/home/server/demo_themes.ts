/** Titles of the demo objects of one tenant. */

export interface DemoTheme {
  readonly indexPattern: string;
  readonly timeField: string;
  readonly searches: readonly string[];
  readonly visualizations: readonly string[];
  readonly dashboards: ReadonlyArray<readonly [title: string, description: string]>;
}

export const GLOBAL_THEME: DemoTheme = {
  indexPattern: 'company-web-logs-*',
  timeField: '@timestamp',
  searches: ['Slow page loads', 'Failed logins this week'],
  visualizations: ['Visitors by country', 'Response codes over time', 'Most visited pages'],
  dashboards: [
    ['Company website overview', 'Traffic, response times and errors of the public website'],
    ['Service availability', 'Uptime of the services everybody depends on'],
  ],
};

const THEMES: ReadonlyArray<readonly [name: RegExp, theme: DemoTheme]> = [
  [
    /sales|revenue|commerce/,
    {
      indexPattern: 'sales-orders-*',
      timeField: 'order_date',
      searches: ['Orders above 10 000', 'Quotes without an answer', 'Cancelled orders'],
      visualizations: [
        'Revenue by region',
        'Pipeline by stage',
        'Average order value',
        'Win rate by team',
      ],
      dashboards: [
        ['Quarterly sales results', 'Revenue against target for each territory'],
        ['Sales pipeline', 'Open opportunities by stage and expected close'],
        ['Territory comparison', 'How regions develop month by month'],
      ],
    },
  ],
  [
    /financ|account|controll/,
    {
      indexPattern: 'finance-ledger-*',
      timeField: 'booking_date',
      searches: ['Overdue invoices', 'Bookings without a receipt'],
      visualizations: ['Cash flow by month', 'Costs by department', 'Outstanding receivables'],
      dashboards: [
        ['Monthly closing', 'Progress of the closing and open items'],
        ['Budget against actuals', 'Spending of each cost centre'],
      ],
    },
  ],
  [
    /^hr$|human|people|recruit/,
    {
      indexPattern: 'hr-people-*',
      timeField: 'changed_at',
      searches: ['Probation ends this month', 'Open positions'],
      visualizations: ['Headcount by department', 'Time to hire', 'Absences by month'],
      dashboards: [
        ['Recruiting funnel', 'Applications, interviews and offers by position'],
        ['Headcount report', 'Joiners, leavers and open positions'],
      ],
    },
  ],
  [
    /operat|logist|warehouse|infra|devops/,
    {
      indexPattern: 'operations-fleet-*',
      timeField: '@timestamp',
      searches: ['Alerts of the last 24 hours', 'Vehicles overdue for service', 'Late deliveries'],
      visualizations: ['Warehouse stock levels', 'Delivery times by route', 'Host CPU and memory'],
      dashboards: [
        ['Fleet overview', 'Where vehicles are and what they carry'],
        ['Warehouse throughput', 'Goods in and out by site'],
        ['On-call handover', 'Open alerts and what was done about them'],
      ],
    },
  ],
  [
    /research|science|lab|data/,
    {
      indexPattern: 'research-sensors-*',
      timeField: 'measured_at',
      searches: ['Outliers of the last run', 'Sensors without signal'],
      visualizations: ['Temperature by probe', 'Signal to noise ratio', 'Runs by outcome'],
      dashboards: [
        ['Experiment 42', 'Measurements and controls of the current series'],
        ['Sensor health', 'Calibration and drift of each sensor'],
      ],
    },
  ],
  [
    /market|campaign/,
    {
      indexPattern: 'marketing-campaigns-*',
      timeField: 'sent_at',
      searches: ['Campaigns below target', 'Unsubscribes by campaign'],
      visualizations: ['Conversion by channel', 'Cost per lead', 'Newsletter openings'],
      dashboards: [['Campaign performance', 'Reach, clicks and conversions by channel']],
    },
  ],
  [
    /secur|audit|soc/,
    {
      indexPattern: 'security-audit-*',
      timeField: '@timestamp',
      searches: ['Privilege changes', 'Sign-ins from new places'],
      visualizations: ['Failed logins by source', 'Findings by severity'],
      dashboards: [['Threat overview', 'Findings, open cases and their age']],
    },
  ],
];

/** The theme for the tenant name, or one generated from the name. */
export function themeFor(tenant: string): DemoTheme {
  const name = tenant.toLowerCase();
  const found = THEMES.find(([pattern]) => pattern.test(name));
  if (found) return found[1];
  const label = tenant.charAt(0).toUpperCase() + tenant.slice(1).replaceAll(/[_-]+/g, ' ');
  return {
    indexPattern: `${name.replaceAll(/[^a-z0-9]+/g, '-')}-events-*`,
    timeField: '@timestamp',
    searches: [`${label}: recent events`],
    visualizations: [`${label}: events over time`, `${label}: events by source`],
    dashboards: [[`${label} overview`, `What happens in ${label}`]],
  };
}

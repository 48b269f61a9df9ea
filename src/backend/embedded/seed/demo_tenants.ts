/** Tenants of the demo data; the host adds saved objects to each. */
export const demoTenants: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'sales', description: 'Pipelines, territories and quarterly results of the sales teams' },
  { name: 'finance', description: 'Ledgers, invoices and the monthly closing' },
  {
    name: 'hr',
    description: 'Recruiting, headcount and absence reports; personal data, handle with care',
  },
  {
    name: 'operations',
    description: 'Fleet, warehouse and on-call views of the operations centre',
  },
  { name: 'research', description: 'Experiments and sensor data of the research group' },
];

/** Titles of the demo objects of one tenant. */
import themes from './demo_themes.json';

export interface DemoTheme {
  readonly indexPattern: string;
  readonly timeField: string;
  readonly searches: readonly string[];
  readonly visualizations: readonly string[];
  readonly dashboards: ReadonlyArray<{ readonly title: string; readonly description: string }>;
}

export const GLOBAL_THEME: DemoTheme = themes.global;

/** The theme for the tenant name, or one generated from the name. */
export function themeFor(tenant: string): DemoTheme {
  const name = tenant.toLowerCase();
  const found = themes.byTenantName.find(({ pattern }) => new RegExp(pattern).test(name));
  if (found) return found;
  const label = tenant.charAt(0).toUpperCase() + tenant.slice(1).replaceAll(/[_-]+/g, ' ');
  return {
    indexPattern: `${name.replaceAll(/[^a-z0-9]+/g, '-')}-events-*`,
    timeField: '@timestamp',
    searches: [`${label}: recent events`],
    visualizations: [`${label}: events over time`, `${label}: events by source`],
    dashboards: [{ title: `${label} overview`, description: `What happens in ${label}` }],
  };
}

import { DEFAULT_PRODUCT_NAME } from './constants';

/** A group of links in the navigation drawer. */
export interface AppCategory {
  /** Unique. Apps with the same category id are grouped together. */
  readonly id: string;
  /** Heading of the group, in the user's language. */
  readonly label: string;
  /** Replaces the label for screen readers. */
  readonly ariaLabel?: string;
  /** Sort order in the drawer, ascending. */
  readonly order?: number;
  /** Icon of the design system, shown beside the heading. */
  readonly euiIconType?: string;
}

/** Specification section 2.6. The ids are those that plugins for OpenSearch Dashboards expect. */
export const DEFAULT_APP_CATEGORIES = Object.freeze({
  kibana: {
    id: 'kibana',
    label: DEFAULT_PRODUCT_NAME,
    euiIconType: 'dashboardApp',
    order: 1000,
  },
  enterpriseSearch: {
    id: 'enterpriseSearch',
    label: 'Enterprise Search',
    order: 2000,
    euiIconType: 'logoEnterpriseSearch',
  },
  observability: {
    id: 'observability',
    label: 'Observability',
    euiIconType: 'logoObservability',
    order: 3000,
  },
  security: { id: 'securitySolution', label: 'Security', order: 4000, euiIconType: 'logoSecurity' },
  management: { id: 'management', label: 'Management', order: 5000, euiIconType: 'managementApp' },
} as const satisfies Record<string, AppCategory>);

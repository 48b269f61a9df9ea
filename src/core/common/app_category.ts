/** A group of links in the navigation drawer. */
export interface AppCategory {
  /** Unique; links of apps with the same id stand together. */
  readonly id: string;
  /** Heading of the group, in the user's language. */
  readonly label: string;
  /** Instead of the label for screen readers. */
  readonly ariaLabel?: string;
  /** Ascending in the drawer. */
  readonly order?: number;
  /** Of the design system, beside the heading. */
  readonly euiIconType?: string;
}

/** Specification section 2.6; ids as the lineage's plugins expect them. */
export const DEFAULT_APP_CATEGORIES = Object.freeze({
  kibana: { id: 'kibana', label: 'Kibana', euiIconType: 'logoKibana', order: 1000 },
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

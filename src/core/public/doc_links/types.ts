/** Links to documentation; unknown keys are harmless. */
export interface DocLinksStart {
  /** Version of the documentation that links lead to. */
  readonly DOC_LINK_VERSION: string;
  /** As configured in the branding, or that of OpenSearch. */
  readonly OPENSEARCH_WEBSITE_URL: string;
  /** Subject and topic to the full address. */
  readonly links: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

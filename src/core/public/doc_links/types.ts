/** Links to documentation; unknown keys are harmless. */
export interface DocLinksStart {
  readonly DOC_LINK_VERSION: string;
  readonly OPENSEARCH_WEBSITE_URL: string;
  readonly links: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

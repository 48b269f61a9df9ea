/** Links to the documentation. Unknown keys do not throw. */
export interface DocLinksStart {
  /** Documentation version of the links. */
  readonly DOC_LINK_VERSION: string;
  /** The website from the branding, or that of OpenSearch. */
  readonly OPENSEARCH_WEBSITE_URL: string;
  /** URLs by subject and topic. */
  readonly links: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

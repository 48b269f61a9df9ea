/** What the user may do, as the server decided. Deep-frozen in the browser. */
export interface Capabilities {
  /** App id to whether its link and the app itself are there. */
  readonly navLinks: Readonly<Record<string, boolean>>;
  /** Sections of Management to their pages to whether they are there. */
  readonly management: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  /** Entries of the feature catalogue to whether they are there. */
  readonly catalogue: Readonly<Record<string, boolean>>;
  /**
   * Of a feature: abilities to whether the user has them. Unknown features are absent, so read with
   * `?.`.
   */
  readonly [feature: string]: Readonly<Record<string, boolean | Readonly<Record<string, boolean>>>>;
}

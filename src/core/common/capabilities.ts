/** What the user may do, as the server decided. Deep-frozen in the browser. */
export interface Capabilities {
  /** App id to whether its link and the app itself are there. */
  readonly navLinks: Readonly<Record<string, boolean>>;
  readonly management: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  readonly catalogue: Readonly<Record<string, boolean>>;
  readonly [feature: string]: Readonly<Record<string, boolean | Readonly<Record<string, boolean>>>>;
}

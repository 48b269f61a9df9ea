/** Contract for plugins that depend on the server part. */
export type FieldNotesPluginSetup = Record<string, never>;

export interface FieldNotesPluginStart {
  /** Number of notes that a user wrote today, across all tenants. */
  countToday(userName: string): Promise<number>;
}

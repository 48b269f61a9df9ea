/** What the server part gives to plugins that name it. */
export type FieldNotesPluginSetup = Record<string, never>;

export interface FieldNotesPluginStart {
  /** Notes that a user wrote today, in all tenants. */
  countToday(userName: string): Promise<number>;
}

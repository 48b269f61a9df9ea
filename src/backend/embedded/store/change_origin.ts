/** Who or what changes the configuration; kept with every change. */
export interface ChangeOrigin {
  /** Name of the user; `_internal` for the server itself, `_offline` for whoever has the data folder. */
  readonly userName: string;
  /**
   * `rest`: a call of the management API; `revert`: the same, undoing an earlier change; `start`: entries a
   * new folder begins with; `files`: an import; `recovery`: the offline reset of an administrator.
   */
  readonly via: 'rest' | 'revert' | 'start' | 'files' | 'recovery';
  readonly remoteAddress?: string;
  /** Number of the change that a revert undoes. */
  readonly reverts?: number;
}

export const START: ChangeOrigin = { userName: '_internal', via: 'start' };
export const OFFLINE_USER = '_offline';

import type { Draft, Setting } from './setting';

/** What every control of a setting gets. */
export interface SettingControlProps {
  readonly setting: Setting;
  readonly draft: Draft;
  readonly isInvalid: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (draft: Draft) => void;
  /** Ids of heading and descriptions. */
  readonly labelledBy: string;
  readonly describedBy: string;
}

import type { Observable } from 'rxjs';

export interface CoreTheme {
  readonly darkMode: boolean;
}
export interface ThemeSetup {
  /** Replays the theme in force; distinct. */
  readonly theme$: Observable<CoreTheme>;
  /** Remembered on this device and in the user's settings; applied without reload. */
  setDarkMode(darkMode: boolean): void;
}
export type ThemeStart = ThemeSetup;

import type { Observable } from 'rxjs';

/** Appearance of the page. */
export interface CoreTheme {
  /** False for the light theme. */
  readonly darkMode: boolean;
}

/** The current theme, and a method to switch it. */
export interface ThemeSetup {
  /** Replays the current theme; distinct values. */
  readonly theme$: Observable<CoreTheme>;
  /** Switches without reload, and stores the choice on this device and in the user's settings. */
  setDarkMode(darkMode: boolean): void;
}

/** Contract at start; the same as at setup. */
export type ThemeStart = ThemeSetup;

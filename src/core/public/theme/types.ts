import type { Observable } from 'rxjs';

/** How the page looks. */
export interface CoreTheme {
  /** False: light. */
  readonly darkMode: boolean;
}

/** The theme in force, and its switch. */
export interface ThemeSetup {
  /** Replays the theme in force; distinct. */
  readonly theme$: Observable<CoreTheme>;
  /** Remembered on this device and in the user's settings; applied without reload. */
  setDarkMode(darkMode: boolean): void;
}

/** The same, at start. */
export type ThemeStart = ThemeSetup;

/**
 * The page's current theme. Module state by design: each mounted tree is a separate React root and
 * reads the theme here, whichever plugin mounted it. ThemeService is the only writer.
 */
import type { EuiThemeModifications } from '@elastic/eui';
import { BehaviorSubject } from 'rxjs';
import type { CoreTheme } from './types';

export const currentTheme$ = new BehaviorSubject<CoreTheme>({ darkMode: false });

/** Colors of the brand; set once, before the first rendering. */
export const currentBrandTheme: {
  modifications?: EuiThemeModifications;
  /** For style sheets outside the theme. */
  primary?: { readonly light: string; readonly dark: string };
} = {};

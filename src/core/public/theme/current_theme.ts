/**
 * The theme in force on this page. Module state on purpose: each mounted tree is a React root of
 * its own and finds the theme here, whoever mounted it. ThemeService is the only writer.
 */
import type { EuiThemeModifications } from '@elastic/eui';
import { BehaviorSubject } from 'rxjs';
import type { CoreTheme } from './types';

export const currentTheme$ = new BehaviorSubject<CoreTheme>({ darkMode: false });

/** Colours of the brand; set once, before anything is drawn. */
export const currentBrandTheme: {
  modifications?: EuiThemeModifications;
  /** For style sheets outside the theme. */
  primary?: { readonly light: string; readonly dark: string };
} = {};

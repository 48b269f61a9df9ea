/**
 * The theme in force on this page. Module state on purpose: each mounted tree is a React root of its
 * own and finds the theme here, whoever mounted it. ThemeService is the only writer.
 */
import { BehaviorSubject } from 'rxjs';
import type { CoreTheme } from './types';

export const currentTheme$ = new BehaviorSubject<CoreTheme>({ darkMode: false });

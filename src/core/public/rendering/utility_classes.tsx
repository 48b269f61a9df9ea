import { EuiUtilityClasses } from '@elastic/eui/es/global_styling/utility/utility';
import type { ComponentType } from 'react';

/**
 * A module of its own, so that it can be a chunk of its own. EUI's entry point does not export it.
 */
export const UtilityClasses: ComponentType = EuiUtilityClasses;

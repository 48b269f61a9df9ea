import { EuiUtilityClasses } from '@elastic/eui/es/global_styling/utility/utility';
import type { ComponentType } from 'react';

/**
 * A separate module, so that it can be a separate chunk. EUI's entry point does not export the
 * component.
 */
export const UtilityClasses: ComponentType = EuiUtilityClasses;

/** What people choose for themselves beside the settings of core. */
import type { UiSettingsParams } from '@sd/core/server';
import { PERSONAL_TENANT_SETTING } from '../common';

export const PERSONAL_SETTINGS: Readonly<Record<string, UiSettingsParams>> = {
  // A tenant's name as it goes over the wire; whether it can be had is seen when it is used.
  [PERSONAL_TENANT_SETTING]: { type: 'string', personal: 'only' },
};

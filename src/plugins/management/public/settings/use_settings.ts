/** The settings, in step with the client: also when another part of the page changes one. */
import { useEffect, useState } from 'react';
import { merge } from 'rxjs';
import type { IUiSettingsClient } from '@sd/core/public';
import { settingsOf, type Setting } from './setting';

export function useSettings(uiSettings: IUiSettingsClient): readonly Setting[] {
  const [settings, setSettings] = useState(() => settingsOf(uiSettings.getAll()));
  useEffect(() => {
    const subscription = merge(uiSettings.getUpdate$(), uiSettings.getSaved$()).subscribe(() =>
      setSettings(settingsOf(uiSettings.getAll()))
    );
    return () => subscription.unsubscribe();
  }, [uiSettings]);
  return settings;
}

/** The overlay service in a page, for tests. */
import { act } from '@testing-library/react';
import { Subject } from 'rxjs';
import { i18nServiceMock, uiSettingsServiceMock } from '../mocks';
import type { MountPoint } from '../types';
import type { UiSettingsUpdate } from '../ui_settings/types';
import { OverlayService } from './overlay_service';

export const textMount =
  (text: string, unmount: () => void = () => undefined): MountPoint =>
  (element) => {
    element.innerHTML = `<h2>${text}</h2><button>inside ${text}</button>`;
    return unmount;
  };

export function startService(values: Record<string, unknown> = {}) {
  const uiSettings = uiSettingsServiceMock.createSetupContract();
  uiSettings.get.mockImplementation(((key: string) => values[key]) as never);
  const update$ = new Subject<UiSettingsUpdate>();
  uiSettings.getUpdate$.mockReturnValue(update$);
  const targetDomElement = document.body.appendChild(document.createElement('div'));
  const service = new OverlayService();
  const overlays = service.start({
    i18n: i18nServiceMock.createStartContract(),
    targetDomElement,
    uiSettings,
  });
  const change = (key: string, newValue: unknown) => {
    values[key] = newValue;
    act(() => update$.next({ key, newValue, oldValue: undefined }));
  };
  return { service, overlays, targetDomElement, uiSettings, update$, change };
}

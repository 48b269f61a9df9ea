/** Settings for tests. */
import type { UiSettingsClientContract, UiSettingsServiceSetup, UiSettingsServiceStart } from './types';

export const uiSettingsServiceMock = {
  createClient: (): jest.Mocked<UiSettingsClientContract> => ({ get: jest.fn(), getUserProvided: jest.fn(async () => ({})), setMany: jest.fn() }),
  createSetup: (): jest.Mocked<UiSettingsServiceSetup> => ({ register: jest.fn() }),
  createStart: (client = uiSettingsServiceMock.createClient()): jest.Mocked<UiSettingsServiceStart> => ({
    asScopedToRequest: jest.fn(() => client),
    getDefaults: jest.fn(() => ({})),
  }),
};

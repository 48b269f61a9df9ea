/** Settings for tests. */
import type {
  UiSettingsClientContract,
  UiSettingsServiceSetup,
  UiSettingsServiceStart,
} from './types';

const createClientMock = (): jest.Mocked<UiSettingsClientContract> => ({
  get: jest.fn(),
  getUserProvided: jest.fn(async () => ({})),
  getForPage: jest.fn(async () => ({})),
  setMany: jest.fn(),
  setPersonal: jest.fn(),
});

export const uiSettingsServiceMock = {
  createClient: createClientMock,
  createSetup: (): jest.Mocked<UiSettingsServiceSetup> => ({ register: jest.fn() }),
  createStart: (
    client: UiSettingsClientContract = createClientMock()
  ): jest.Mocked<UiSettingsServiceStart> => ({
    asScopedToRequest: jest.fn((_request) => client),
    getDefaults: jest.fn(() => ({})),
  }),
};

/** The user's settings: defaults and stored values, read synchronously, written in batches. */
import { Subject } from 'rxjs';
import type { HttpSetup } from '../http/types';
import type { InjectedMetadataSetup } from '../injected_metadata/types';
import type { IUiSettingsClient } from './types';
import { UiSettingsApi } from './ui_settings_api';
import { UiSettingsClient } from './ui_settings_client';

export interface UiSettingsServiceSetupDeps {
  readonly http: Pick<HttpSetup, 'post' | 'addLoadingCountSource'>;
  readonly injectedMetadata: Pick<InjectedMetadataSetup, 'getLegacyMetadata'>;
}

export class UiSettingsService {
  private readonly stop$ = new Subject<void>();
  private api?: UiSettingsApi;
  private client?: UiSettingsClient;

  setup({ http, injectedMetadata }: UiSettingsServiceSetupDeps): IUiSettingsClient {
    this.api = new UiSettingsApi(http);
    http.addLoadingCountSource(this.api.getLoadingCount$());
    const { defaults, user } = injectedMetadata.getLegacyMetadata().uiSettings;
    this.client = new UiSettingsClient({ api: this.api, defaults, user, done$: this.stop$ });
    return this.client;
  }

  /** @throws {Error} if `setup` has not run */
  start(): IUiSettingsClient {
    if (!this.client) throw new Error('UiSettingsService#setup() must be invoked before start.');
    return this.client;
  }

  stop(): void {
    this.stop$.next();
    this.stop$.complete();
    this.api?.stop();
  }
}

/** Remembered tenant, and whether the tenant dialog may open automatically. */
import { type DeviceStorage, deviceStorage, tabStorage } from './device_storage';

const TENANT = 'tenant';

export class TenantMemory {
  private sessionCreatedAt?: number;

  constructor(
    private readonly device: DeviceStorage = deviceStorage,
    private readonly tab: DeviceStorage = tabStorage
  ) {}

  /** Wire name ('' is the global tenant); `undefined` if none is stored. */
  get savedTenant(): string | undefined {
    const saved = this.device.get<unknown>(TENANT, 'saved');
    return typeof saved === 'string' ? saved : undefined;
  }

  saveTenant(tenant: string | undefined): void {
    if (tenant === undefined) this.device.remove(TENANT, 'saved');
    else this.device.set(TENANT, 'saved', tenant);
  }

  /** Wire name of the tenant of this user's last page on this device; `undefined` if unknown. */
  lastTenant(userName: string): string | undefined {
    const stored = this.device.get<{ user?: unknown; tenant?: unknown }>(TENANT, 'seen');
    return stored?.user === userName && typeof stored.tenant === 'string'
      ? stored.tenant
      : undefined;
  }

  /** Call it on each switch by the user, so that only unexpected switches are announced. */
  recordTenant(userName: string, tenant: string): void {
    this.device.set(TENANT, 'seen', { user: userName, tenant });
  }

  /**
   * Call it at start-up. A new tab of a session that was already asked begins with the flag set to
   * false, so that the question comes once per session.
   * @param createdAt - epoch milliseconds; `undefined` without a session
   */
  beginSession(createdAt: number | undefined): void {
    this.sessionCreatedAt = createdAt;
    if (createdAt !== undefined && this.device.get<number>(TENANT, 'asked_session') === createdAt)
      this.tab.set(TENANT, 'show_popup', false);
  }

  /** False if the dialog was shown in this session. */
  get mayShowPopup(): boolean {
    return this.tab.get<boolean>(TENANT, 'show_popup') !== false;
  }

  markPopupOpened(): void {
    this.tab.set(TENANT, 'show_popup', false);
    if (this.sessionCreatedAt !== undefined)
      this.device.set(TENANT, 'asked_session', this.sessionCreatedAt);
  }

  clearPopupMark(): void {
    this.tab.remove(TENANT, 'show_popup');
    this.device.remove(TENANT, 'asked_session');
  }

  /**
   * Records a silent switch. Returns false if the same switch was made just before: then something
   * else sets the tenant (a proxy header), and reloading would never end.
   */
  markSilentSwitch(tenant: string): boolean {
    if (this.tab.get<unknown>(TENANT, 'silent_switch') === tenant) return false;
    this.tab.set(TENANT, 'silent_switch', tenant);
    return true;
  }

  clearSilentSwitch(): void {
    this.tab.remove(TENANT, 'silent_switch');
  }
}

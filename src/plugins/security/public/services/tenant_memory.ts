/**
 * The remembered tenant and whether the tenant dialog may open by itself. Source: specification
 * sections 3 and 4.
 */
import { type DeviceStorage, deviceStorage, tabStorage } from './device_storage';

const TENANT = 'tenant';

export class TenantMemory {
  constructor(
    private readonly device: DeviceStorage = deviceStorage,
    private readonly tab: DeviceStorage = tabStorage
  ) {}

  /** Wire name ('' is the global tenant); `undefined` when nothing was remembered. */
  get savedTenant(): string | undefined {
    const saved = this.device.get<unknown>(TENANT, 'saved');
    return typeof saved === 'string' ? saved : undefined;
  }

  saveTenant(tenant: string | undefined): void {
    if (tenant === undefined) this.device.remove(TENANT, 'saved');
    else this.device.set(TENANT, 'saved', tenant);
  }

  /**
   * Wire name of the tenant in which this user last saw a page here; `undefined` when nobody
   * remembers.
   */
  seenTenant(userName: string): string | undefined {
    const seen = this.device.get<{ user?: unknown; tenant?: unknown }>(TENANT, 'seen');
    return seen?.user === userName && typeof seen.tenant === 'string' ? seen.tenant : undefined;
  }

  /** To be told of each switch that the user asked for, so that only others are announced. */
  markSeen(userName: string, tenant: string): void {
    this.device.set(TENANT, 'seen', { user: userName, tenant });
  }

  /** False once the dialog was shown in this tab since the last sign-in. */
  get mayShowPopup(): boolean {
    return this.tab.get<boolean>(TENANT, 'show_popup') !== false;
  }

  markPopupShown(): void {
    this.tab.set(TENANT, 'show_popup', false);
  }

  clearPopupMark(): void {
    this.tab.remove(TENANT, 'show_popup');
  }

  /**
   * To be told of a silent switch. False when the same one was made just before: something else
   * decides on the tenant (a header that a proxy sets), and loading the page again would never end.
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

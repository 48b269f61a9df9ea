/** Knows whether unsaved changes are on screen, and asks before they are given up. */
export class UnsavedChangesGuard {
  private isDirty = false;
  private asking?: Promise<boolean>;

  /** @param ask - resolves true when the person lets the changes go */
  constructor(private readonly ask: () => Promise<boolean>) {}

  get isActive(): boolean {
    return this.isDirty;
  }

  setDirty(isDirty: boolean): void {
    this.isDirty = isDirty;
  }

  /** True when there is nothing to lose or the person agrees; then the guard is down. One question at a time. */
  async mayLeave(): Promise<boolean> {
    if (!this.isDirty) return true;
    this.asking ??= this.ask().finally(() => {
      this.asking = undefined;
    });
    const isAgreed = await this.asking;
    if (isAgreed) this.isDirty = false;
    return isAgreed;
  }
}

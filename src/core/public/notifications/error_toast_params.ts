import type { OverlayStart } from '../overlays/types';

export interface ErrorToastTextParams {
  readonly error: Error;
  /** Title of the toast and of the modal with the full error. */
  readonly title: string;
  readonly message: string;
  readonly openModal: OverlayStart['openModal'];
}

/** A chunk of its own. */
export { ShareDialog } from '@sd/ui_kit';

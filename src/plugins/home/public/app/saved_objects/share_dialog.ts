/** Separate chunk of the share dialog. */
export { ShareDialog } from '@sd/ui_kit';

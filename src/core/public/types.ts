/**
 * Removes what a mount point rendered. Core passes plain DOM between plugins, never React elements.
 */
export type UnmountCallback = () => void;

/** Renders into an element that it owns until the returned function is called. */
export type MountPoint<T extends HTMLElement = HTMLElement> = (element: T) => UnmountCallback;

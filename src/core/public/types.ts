/** Mounts plain DOM: the core never hands React elements across plugin borders. */
export type UnmountCallback = () => void;

/** Draws into an element that is its own until the returned function is called. */
export type MountPoint<T extends HTMLElement = HTMLElement> = (element: T) => UnmountCallback;

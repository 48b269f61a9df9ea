/** Mounts plain DOM: the core never hands React elements across plugin borders. */
export type UnmountCallback = () => void;
export type MountPoint<T extends HTMLElement = HTMLElement> = (element: T) => UnmountCallback;

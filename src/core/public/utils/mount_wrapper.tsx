import { type ReactElement, useLayoutEffect, useRef } from 'react';
import type { MountPoint } from '../types';
import { mountSafely } from './mount_safely';

export interface MountWrapperProps {
  readonly mount: MountPoint;
  /** Default `kbnMountWrapper`. */
  readonly className?: string;
}

/** A place in a React tree for a mount point; mounts anew when the function is another one. */
export function MountWrapper({
  mount,
  className = 'kbnMountWrapper',
}: MountWrapperProps): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => mountSafely(mount, element.current!), [mount]);
  return <div className={className} ref={element} />;
}

import { type ReactElement, useLayoutEffect, useRef } from 'react';
import type { MountPoint } from '../types';
import { mountSafely } from './mount_safely';

export interface MountWrapperProps {
  readonly mount: MountPoint;
  /** Default: `kbnMountWrapper`. */
  readonly className?: string;
}

/** Hosts a mount point in a React tree. A different function is mounted again. */
export function MountWrapper({
  mount,
  className = 'kbnMountWrapper',
}: MountWrapperProps): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => mountSafely(mount, element.current!), [mount]);
  return <div className={className} ref={element} />;
}

import type { ReactElement } from 'react';
import { useLazy } from '../../utils';
import { NavigationFailure } from '../navigation_failure';
import type { NavDrawerProps } from './nav_drawer';

/** Also called when the user is about to open the drawer, so that it opens without delay. */
export const loadNavDrawer = () => import('./nav_drawer');

/** Downloads the drawer when it first opens, because most page visits do not need it. */
export function NavDrawerLoader(props: NavDrawerProps): ReactElement | null {
  const drawer = useLazy(loadNavDrawer, props.isOpen);
  if (typeof drawer === 'object') return <drawer.NavDrawer {...props} />;
  if (drawer === 'loading' || !props.isOpen) return null;
  return <NavigationFailure homeUrl={props.application.getUrlForApp('home')} />;
}

import {
  AppNavLinkStatus,
  AppStatus,
  type ApplicationStart,
  type PublicAppInfo,
} from '../../application/types';
import type { ChromeNavLink, ChromeNavLinkUpdatableFields } from '../types';

const UPDATABLE = ['disabled', 'hidden', 'url', 'href'] as const satisfies ReadonlyArray<
  keyof ChromeNavLinkUpdatableFields
>;

/** @throws `` `id` is required. `` (specification section 5) */
export function createNavLink(properties: ChromeNavLink): ChromeNavLink {
  if (!properties.id) throw new Error('`id` is required.');
  return Object.freeze({ ...properties });
}

/** Fields that may not be updated are dropped, whatever the caller's types said. */
export function updateNavLink(
  link: ChromeNavLink,
  values: ChromeNavLinkUpdatableFields
): ChromeNavLink {
  const allowed = UPDATABLE.filter((field) => field in values).map((field) => [
    field,
    values[field],
  ]);
  return createNavLink({ ...link, ...Object.fromEntries(allowed) });
}

/**
 * Sources: specification section 3 "Application" and "Nav link";
 * docs/reference/core.md#navigation-links.
 */
export function navLinkOfApp(
  app: PublicAppInfo,
  getUrlForApp: ApplicationStart['getUrlForApp']
): ChromeNavLink {
  const {
    id,
    title,
    category,
    order,
    tooltip,
    euiIconType,
    icon,
    defaultPath,
    status,
    navLinkStatus,
  } = app;
  const href = getUrlForApp(id, { path: defaultPath, absolute: true });
  const usesAppStatus = navLinkStatus === AppNavLinkStatus.default;
  return createNavLink({
    id,
    title,
    category,
    order,
    tooltip,
    euiIconType,
    icon,
    baseUrl: getUrlForApp(id, { absolute: true }),
    href,
    url: href,
    hidden: usesAppStatus
      ? status === AppStatus.inaccessible
      : navLinkStatus === AppNavLinkStatus.hidden,
    disabled: usesAppStatus ? false : navLinkStatus === AppNavLinkStatus.disabled,
  });
}

import { EuiShowFor, useEuiTheme } from '@elastic/eui';
import { css } from '@emotion/css';
import { type MouseEvent, type ReactElement, useMemo, useState } from 'react';
import type { Branding } from '../../../common';
import { i18n } from '../../i18n';
import { useCoreTheme } from '../../theme';
import { useObservable } from '../../utils';
import type { HeaderProps } from '../header_props';
import { isPlainLeftClick } from '../../utils/plain_click';
import type { ChromeBrand, ChromeNavLink } from '../types';
import { ProductMark } from './product_mark';

const NO_LINKS: readonly ChromeNavLink[] = [];
const NO_BRAND: ChromeBrand = {};

type HeaderLogoProps = Pick<
  HeaderProps,
  'application' | 'brand$' | 'branding' | 'isForcedNavigation$' | 'navLinks$'
>;

/**
 * The way home. Source: specification section 2.6 "Home link and logo go to /app/home";
 * docs/reference/core.md#header-and-drawer.
 */
export function HeaderLogo(props: HeaderLogoProps): ReactElement {
  const { application, brand$, branding, isForcedNavigation$, navLinks$ } = props;
  const { productName } = branding;
  const isForced = useObservable(isForcedNavigation$, false);
  const navLinks = useObservable(navLinks$, NO_LINKS);
  const className = useLogoClass();
  const { logo, smallLogo } = useLogoImages(branding, useObservable(brand$, NO_BRAND));
  const [missing, setMissing] = useState<string>();

  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    const { href } = event.currentTarget;
    if (navLinks.find((link) => link.href === href)?.disabled) return event.preventDefault();
    if (!isPlainLeftClick(event)) return undefined;
    if (isForced) {
      if (differsOnlyByHash(href, window.location.href)) window.location.reload();
      return undefined;
    }
    event.preventDefault();
    return void application.navigateToApp('home');
  };

  return (
    <a
      className={className}
      data-test-subj="logo"
      href={application.getUrlForApp('home')}
      onClick={onClick}
      aria-label={i18n.translate('core.ui.chrome.headerGlobalNav.goHomePageIconAriaLabel', {
        defaultMessage: '{productName} home',
        values: { productName },
      })}
    >
      {logo && logo !== missing ? (
        <picture>
          <source srcSet={logo} media="(min-width: 768px)" />
          <img
            src={smallLogo ?? logo}
            alt=""
            data-test-subj="logoImage"
            onError={() => setMissing(logo)}
          />
        </picture>
      ) : (
        <>
          {smallLogo && smallLogo !== missing ? (
            <img
              src={smallLogo}
              alt=""
              data-test-subj="logoImage"
              onError={() => setMissing(smallLogo)}
            />
          ) : (
            <ProductMark />
          )}
          <EuiShowFor sizes={['m', 'l', 'xl']}>
            <span>{productName}</span>
          </EuiShowFor>
        </>
      )}
    </a>
  );
}

/** A plugin's logo stands for itself; the configured one has a variant for dark pages. */
function useLogoImages(branding: Branding, brand: ChromeBrand): ChromeBrand {
  const { darkMode } = useCoreTheme();
  const configured: ChromeBrand = darkMode
    ? { logo: branding.logoUrlDark, smallLogo: branding.smallLogoUrlDark }
    : { logo: branding.logoUrl, smallLogo: branding.smallLogoUrl };
  return brand.logo || brand.smallLogo ? brand : configured;
}

/** The browser does not load a page anew for another hash. */
function differsOnlyByHash(to: string, from: string): boolean {
  const [target, current] = [new URL(to, from), new URL(from)];
  return (
    target.hash !== '' && target.origin === current.origin && target.pathname === current.pathname
  );
}

function useLogoClass(): string {
  const { euiTheme } = useEuiTheme();
  return useMemo(
    () =>
      css({
        display: 'flex',
        alignItems: 'center',
        gap: euiTheme.size.s,
        blockSize: euiTheme.size.xxl,
        paddingInline: euiTheme.size.s,
        borderRadius: euiTheme.border.radius.medium,
        color: euiTheme.colors.textHeading,
        fontWeight: euiTheme.font.weight.semiBold,
        whiteSpace: 'nowrap',
        '&:hover, &:focus': { backgroundColor: euiTheme.colors.backgroundBaseInteractiveHover },
        '& img': { display: 'block', maxBlockSize: euiTheme.size.l, maxInlineSize: 200 },
      }),
    [euiTheme]
  );
}

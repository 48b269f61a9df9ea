import { EuiShowFor, useEuiTheme } from '@elastic/eui';
import { type MouseEvent, type ReactElement, useMemo, useState } from 'react';
import { css } from '@emotion/css';
import type { Branding } from '../../../common';
import { t } from '../../i18n';
import { useCoreTheme } from '../../theme';
import { useObservable } from '../../utils';
import type { HeaderProps } from '../header_props';
import { isPlainLeftClick } from '../../utils/plain_click';
import type { ChromeBrand, ChromeNavLink } from '../types';

/** The product's default logo, a shield with a chart, in the colors of the theme. */
function ProductMark(): ReactElement {
  const { euiTheme } = useEuiTheme();
  return (
    <svg width={24} height={24} viewBox="0 0 24 24" aria-hidden focusable="false">
      <path
        d="M12 1.5 3.5 4.6v7c0 5.3 3.5 9.2 8.5 10.9 5-1.7 8.5-5.6 8.5-10.9v-7z"
        fill={euiTheme.colors.primary}
      />
      <g fill={euiTheme.colors.backgroundBasePlain}>
        <rect x="7.25" y="11.5" width="2.5" height="4.5" rx="0.75" />
        <rect x="10.75" y="7.5" width="2.5" height="8.5" rx="0.75" />
        <rect x="14.25" y="9.75" width="2.5" height="6.25" rx="0.75" />
      </g>
    </svg>
  );
}

const NO_LINKS: readonly ChromeNavLink[] = [];
const NO_BRAND: ChromeBrand = {};

type HeaderLogoProps = Pick<
  HeaderProps,
  'application' | 'brand$' | 'branding' | 'isForcedNavigation$' | 'navLinks$'
>;

/**
 * Logo that links to the home page. Source: specification section 2.6 "Home link and logo go to
 * /app/home"; docs/reference/core.md#header-and-drawer.
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
      aria-label={t(
        'core.ui.chrome.headerGlobalNav.goHomePageIconAriaLabel',
        '{productName} home',
        { productName }
      )}
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

/** A plugin's logo takes precedence; the configured logo has a variant for dark pages. */
function useLogoImages(branding: Branding, brand: ChromeBrand): ChromeBrand {
  const { darkMode } = useCoreTheme();
  const configured: ChromeBrand = darkMode
    ? { logo: branding.logoUrlDark, smallLogo: branding.smallLogoUrlDark }
    : { logo: branding.logoUrl, smallLogo: branding.smallLogoUrl };
  return brand.logo || brand.smallLogo ? brand : configured;
}

/** Browsers do not reload the page if only the hash differs. */
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

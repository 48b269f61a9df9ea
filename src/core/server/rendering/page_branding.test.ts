import { loadConfig } from '../config';
import { contrastRatio, mixColors, textOn } from '../config/color';
import { contentSecurityPolicy } from '../http';
import { PageBranding, brandColors, brandHeader } from './page_branding';

const load = async (argv: Readonly<Record<string, string>>) => {
  const settings = Object.entries(argv).map(([key, value]): [string, string] => [
    `branding.${key}`,
    value,
  ]);
  const { config, core } = await loadConfig({
    args: { configFiles: [], settings },
    env: {},
    root: '/nowhere',
  });
  config.assertValid();
  return core.branding;
};

const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';

describe('branding configuration', () => {
  it.each([
    ['colors.light.primary', 'red', 'expected a colour such as "#0b64dd" but got "red"'],
    ['colors.light.header', '#12345', 'expected a colour such as "#0b64dd"'],
    ['colors.dark.header', '#123456;}body{x:y', 'expected a colour such as "#0b64dd"'],
    [
      'colors.light.primary',
      '#ffcc00',
      '[branding.colors.light.primary]: #ffcc00 has a contrast of 1.5:1 with the text of buttons (#ffffff); choose a darker colour with at least 4.5:1',
    ],
    ['colors.dark.primary', '#123778', 'choose a lighter colour with at least 4.5:1'],
    ['logoUrl', '//evil.example/x.png', 'expected a path on this server'],
    ['logoUrl', 'http://cdn.example/x.png', 'an https URL'],
    ['logoUrl', "https://cdn.example/x.png; script-src 'unsafe-inline'", 'an https URL'],
    ['logoUrl', 'https://cdn.example/a,https://other.example', 'an https URL'],
    ['logoUrl', 'https://name:secret@cdn.example/x', 'an https URL'],
    ['logoUrl', 'javascript:alert(1)', 'an https URL'],
    ['smallLogoUrl', 'data:text/html;base64,PHA+', 'data:image URL'],
    ['faviconUrl', `data:image/png;base64,${'A'.repeat(44_000)}`, 'of at most 32 KiB'],
    ['links.documentation', 'javascript:alert(1)', 'an http, https or mailto URL'],
    ['links.issues', '//evil.example', 'an http, https or mailto URL'],
    ['links.website', '', 'expected an http or https URL'],
    ['productName', '', 'a name of 1 to 80 characters'],
  ])('rejects for %s the value %j', async (key, value, message) => {
    const error = await load({ [key]: value }).then(
      () => undefined,
      (reason: Error) => reason
    );
    expect(error?.message).toContain(message);
    expect(error?.message).not.toContain('\n');
  });
});

describe('page branding', () => {
  const page = async (argv: Record<string, string>, basePath = '') =>
    new PageBranding(await load(argv)).metadata(basePath);

  it("uses the product's defaults if nothing is configured", async () => {
    expect(await page({}, '/base')).toEqual({
      productName: 'Security Dashboards',
      pageTitle: 'Security Dashboards',
    });
    expect(new PageBranding(await load({})).faviconUrl('/base')).toBe('/base/ui/favicon.svg');
  });

  it('adds the base path to URLs on this server, and uses light images where dark ones are missing', async () => {
    const branding = new PageBranding(
      await load({
        productName: 'Acme',
        pageTitle: 'Acme Logs',
        logoUrl: '/ui/a.svg',
        smallLogoUrl: 'https://cdn.example/s.png?v=1',
        smallLogoUrlDark: PIXEL,
        faviconUrl: '/ui/f.ico',
        'links.documentation': '/docs/start',
        'links.community': '',
        'links.website': 'https://mirror.example/os',
      })
    );
    expect(branding.metadata('/base')).toEqual({
      productName: 'Acme',
      pageTitle: 'Acme Logs',
      logoUrl: '/base/ui/a.svg',
      logoUrlDark: '/base/ui/a.svg',
      smallLogoUrl: 'https://cdn.example/s.png?v=1',
      smallLogoUrlDark: PIXEL,
      links: {
        documentation: '/base/docs/start',
        community: '',
        website: 'https://mirror.example/os/',
      },
    });
    expect(branding.faviconUrl('/base')).toBe('/base/ui/f.ico');
  });

  it('allows only the individual images on other servers in the content security policy', async () => {
    const { imageSources } = new PageBranding(
      await load({
        logoUrl: 'https://cdn.example:8443/a/logo.svg?v=1',
        logoUrlDark: 'https://cdn.example:8443/a/logo.svg?v=2',
        smallLogoUrl: '/ui/s.svg',
        faviconUrl: PIXEL,
      })
    );
    expect(contentSecurityPolicy('n', imageSources)).toBe(
      contentSecurityPolicy('n').replace(
        "img-src 'self' data:",
        "img-src 'self' data: https://cdn.example:8443/a/logo.svg"
      )
    );
  });
});

describe('brand colors', () => {
  const schemes = (light: { primary?: string; header?: string }, dark = {}) => ({ light, dark });
  const SAMPLES = ['#000000', '#7a0019', '#005f3c', '#6a3d9a', '#0b64dd', '#767676', '#b3261e'];

  it.each(SAMPLES)('derived from %s are legible in both schemes', (primary) => {
    const colors = brandColors(schemes({ primary }));
    const grounds = {
      light: { panels: ['#ffffff', '#ecf1f9'], onPrimary: '#ffffff' },
      dark: { panels: ['#111c2c', '#172336', '#07101f'], onPrimary: '#07101f' },
    };
    for (const mode of ['light', 'dark'] as const) {
      const { text, tint, strongTint, primary: fill, hover, active } = colors![mode];
      const underPointer = mixColors(strongTint, fill, 0.16);
      for (const behind of [...grounds[mode].panels, tint, strongTint, underPointer])
        expect(contrastRatio(text, behind)).toBeGreaterThanOrEqual(4.5);
      for (const area of [fill, hover, active])
        expect(contrastRatio(area, grounds[mode].onPrimary)).toBeGreaterThanOrEqual(4.5);
    }
    expect(colors?.light.primary).toBe(primary);
  });

  it('include a legible text color for any header color', () => {
    for (let grey = 0; grey < 256; grey++) {
      const background = `#${grey.toString(16).padStart(2, '0').repeat(3)}`;
      expect(contrastRatio(textOn(background), background)).toBeGreaterThanOrEqual(4.5);
    }
    expect(brandHeader(schemes({ header: '#ffcc00' }, { header: '#202020' }))).toEqual({
      light: { background: '#ffcc00', text: '#000000' },
      dark: { background: '#202020', text: '#ffffff' },
    });
  });

  it('are those of the theme if none is configured', () => {
    expect(brandColors(schemes({}))).toBeUndefined();
    expect(brandHeader(schemes({ primary: '#0b64dd' }))).toBeUndefined();
  });
});

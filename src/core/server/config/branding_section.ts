/** Branding of an installation: names, images, colors, help URLs. */
import { Type, type Static } from '@sinclair/typebox';
import { DEFAULT_PRODUCT_NAME } from '../../common';
import { contrastRatio, TEXT_CONTRAST } from './color';

/** Limit for images that are embedded in each page. Larger ones must be given as a URL. */
const MAX_INLINE_IMAGE_CHARACTERS = 44_000;
/**
 * Excludes characters that could end an attribute, a style or a source of the content security
 * policy.
 */
const PATH_CHARACTERS = '[A-Za-z0-9._~!$&()*+=:@/%?-]*';
const IMAGE_PATTERN = [
  `/(?![/\\\\])${PATH_CHARACTERS}`,
  `https://[A-Za-z0-9.-]+(:[0-9]+)?(/${PATH_CHARACTERS})?`,
  'data:image/(png|jpeg|gif|webp|svg\\+xml|x-icon);base64,[A-Za-z0-9+/]+={0,2}',
].join('|');
const LINK_CHARACTERS = '[^\\s"\'<>\\\\^`{|}]';

const image = () =>
  Type.Optional(
    Type.String({
      pattern: `^(${IMAGE_PATTERN})$`,
      maxLength: MAX_INLINE_IMAGE_CHARACTERS,
      wants:
        'a path on this server that starts with one slash, an https URL, or a base64 data:image URL of at most 32 KiB',
    })
  );
const color = () =>
  Type.Optional(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', wants: 'a colour such as "#0b64dd"' }));
const scheme = () => Type.Object({ primary: color(), header: color() });
const link = () =>
  Type.Optional(
    Type.String({
      pattern: `^$|^(https?://|mailto:|/(?![/\\\\]))${LINK_CHARACTERS}+$`,
      maxLength: 1_000,
      wants:
        'an http, https or mailto URL, a path on this server that starts with one slash, or "" for no link',
    })
  );

export const brandingSection = Type.Object({
  productName: Type.String({
    default: DEFAULT_PRODUCT_NAME,
    minLength: 1,
    maxLength: 80,
    wants: 'a name of 1 to 80 characters',
  }),
  pageTitle: Type.Optional(Type.String({ maxLength: 200 })),
  logoUrl: image(),
  logoUrlDark: image(),
  smallLogoUrl: image(),
  smallLogoUrlDark: image(),
  faviconUrl: image(),
  colors: Type.Object({ light: scheme(), dark: scheme() }),
  links: Type.Object({
    website: Type.Optional(
      Type.String({
        pattern: `^https?://${LINK_CHARACTERS}+$`,
        maxLength: 1_000,
        wants: 'an http or https URL',
      })
    ),
    documentation: link(),
    community: link(),
    feedback: link(),
    issues: link(),
    administrators: link(),
  }),
});
export type BrandingConfig = Static<typeof brandingSection>;

/** Text color of the design system on areas of the primary color. */
export const TEXT_ON_PRIMARY = { light: '#ffffff', dark: '#07101f' } as const;

/**
 * Returns one sentence per problem. The header's text color is computed, so its background may have
 * any color.
 */
export function brandingProblems({ colors }: BrandingConfig): readonly string[] {
  return (['light', 'dark'] as const).flatMap((mode) => {
    const { primary } = colors[mode];
    const text = TEXT_ON_PRIMARY[mode];
    const ratio = primary === undefined ? TEXT_CONTRAST : contrastRatio(primary, text);
    if (ratio >= TEXT_CONTRAST) return [];
    return [
      `[branding.colors.${mode}.primary]: ${primary} has a contrast of ${ratio.toFixed(1)}:1 with the text of buttons (${text}); ` +
        `choose a ${mode === 'light' ? 'darker' : 'lighter'} colour with at least ${TEXT_CONTRAST}:1`,
    ];
  });
}

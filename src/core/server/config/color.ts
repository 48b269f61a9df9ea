/** Mixes and compares colors (WCAG 2.2, "relative luminance" and "contrast ratio"). */

/** Minimum contrast of text and background (WCAG 2.2, 1.4.3, level AA). */
export const TEXT_CONTRAST = 4.5;

const channels = (color: string): readonly number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));

/** From 0 (black) to 1 (white). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 (identical) to 21 (black and white). */
export function contrastRatio(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** @param share - of the second color, 0 to 1 */
export function mixColors(one: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(one).map((value, index) =>
    Math.round(value + ((others[index] as number) - value) * share)
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Returns the color nearest to `color`, mixed towards `towards`, that is legible on all
 * backgrounds.
 */
export function legibleColor(
  color: string,
  towards: string,
  backgrounds: readonly string[]
): string {
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mixColors(color, towards, share);
    if (backgrounds.every((behind) => contrastRatio(candidate, behind) >= TEXT_CONTRAST))
      return candidate;
  }
  return towards;
}

/** Black or white, whichever has more contrast; one of them always has enough. */
export const textOn = (background: string): string =>
  contrastRatio('#ffffff', background) >= contrastRatio('#000000', background)
    ? '#ffffff'
    : '#000000';

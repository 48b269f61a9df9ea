/** Which compressed form a browser takes (RFC 9110, section 12.5.3). Pure. */

export interface AvailableEncodings {
  readonly hasBr: boolean;
  readonly hasGz: boolean;
}

/** The smaller of those at hand; `q=0` refuses one. */
export function chooseEncoding(
  header: string | undefined,
  { hasBr, hasGz }: AvailableEncodings
): 'br' | 'gz' | undefined {
  if (!header || !(hasBr || hasGz)) return undefined;
  const parts = header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim());
  const accepted = new Set(
    parts
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim())
  );
  if (hasBr && accepted.has('br')) return 'br';
  return hasGz && accepted.has('gzip') ? 'gz' : undefined;
}

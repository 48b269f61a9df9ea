/** Registry of the sections of the Management app, in navigation order. */
import type { ManagementSection } from '../types';

const ADDRESS = /^[a-z0-9_-]+(\/[a-z0-9_-]+)*$/;
const LAST = Number.MAX_SAFE_INTEGER;

export class SectionRegistry {
  private readonly sections = new Map<string, ManagementSection>();
  private isClosed = false;

  /** @param ownIds - of the sections that the app has itself */
  constructor(private readonly ownIds: readonly string[]) {}

  /** @throws if the id is invalid or already registered, and after `close` */
  register(section: ManagementSection): void {
    const { id } = section;
    if (this.isClosed) {
      throw new Error(`Management sections cannot be registered after "setup", got "${id}"`);
    }
    if (!ADDRESS.test(id)) {
      throw new Error(
        `The id of a management section is its address: lower-case letters, digits, "-", "_" and "/", got "${id}"`
      );
    }
    if (this.sections.has(id) || this.ownIds.includes(id)) {
      throw new Error(`A management section is already registered with the id "${id}"`);
    }
    this.sections.set(id, section);
  }

  close(): void {
    this.isClosed = true;
  }

  getAll(own: readonly ManagementSection[]): readonly ManagementSection[] {
    return [...own, ...this.sections.values()].sort(
      (a, b) => (a.order ?? LAST) - (b.order ?? LAST) || a.title.localeCompare(b.title)
    );
  }
}

/** Path of a section within the app. */
export const sectionPath = ({ id }: Pick<ManagementSection, 'id'>): string => `/${id}`;

/** Finds the section of a path. The longest matching id wins. */
export function findSection(
  sections: readonly ManagementSection[],
  pathname: string
): ManagementSection | undefined {
  return sections
    .filter((section) => {
      const path = sectionPath(section);
      return pathname === path || pathname.startsWith(`${path}/`);
    })
    .sort((a, b) => b.id.length - a.id.length)[0];
}

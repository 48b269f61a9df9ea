/** Files that a configuration names. */
import { accessSync, constants } from 'node:fs';

/** One sentence for each file that this process cannot read. */
export const unreadableFileProblems = (
  key: string,
  files: string | readonly string[]
): readonly string[] =>
  [files].flat().flatMap((file) => {
    try {
      accessSync(file, constants.R_OK);
      return [];
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return [`${key}: the file "${file}" cannot be read (${code}).`];
    }
  });

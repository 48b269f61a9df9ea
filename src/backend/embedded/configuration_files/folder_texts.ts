/** Finds the configuration files of a folder, and what else looks as if it was meant. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as library from 'yaml';
import { containedFiles, meantFile } from '../../../contracts/configuration_files';
import { IMPORT_LIMITS } from '../../../contracts/limits';
import { FILE_KINDS, type FileKind, type FileProblem } from './file_kinds';

/** About a file of the folder; the message is a clause. */
export interface FolderNote {
  readonly file: string;
  readonly message: string;
  /** It looks as if it was meant, but is not read. */
  readonly isPassedOver: boolean;
}

export interface FolderTexts {
  /** The files that exist; types without a file are left unchanged. */
  readonly files: readonly FileKind[];
  readonly texts: ReadonlyMap<FileKind['type'], string>;
  /** Paths of the files that have the texts. */
  readonly paths: ReadonlyMap<FileKind['type'], string>;
  readonly notes: readonly FolderNote[];
  readonly problems: readonly FileProblem[];
}

/** The message names the file and says what to do. */
export class UnusableFileError extends Error {}

/** Folders in which clusters and their packages keep the files. */
const SUBFOLDERS = [
  'opensearch-security',
  'config/opensearch-security',
  'config',
  'securityconfig',
];

/** @throws {UnusableFileError} */
export function folderTexts(dir: string): FolderTexts {
  const texts = new Map<FileKind['type'], string>();
  const paths = new Map<FileKind['type'], string>();
  const notes: FolderNote[] = [];
  const problems: FileProblem[] = [];
  const add = ({ type, file }: FileKind, text: string, path: string) => {
    const other = paths.get(type);
    if (other === undefined) {
      texts.set(type, text);
      paths.set(type, path);
    } else problems.push({ file, message: `is there twice: in ${other} and in ${path}` });
  };
  for (const kind of FILE_KINDS) {
    const path = join(dir, kind.file);
    if (existsSync(path)) add(kind, textOfFile(path), path);
  }
  for (const name of otherFiles(dir)) {
    const path = join(dir, name);
    const contained = /\.ya?ml$/i.test(name) ? filesWithin(path) : undefined;
    const meant = meantFile(name);
    for (const file of contained?.files ?? []) {
      const kind = FILE_KINDS.find((one) => one.file === file.name) as FileKind;
      add(kind, file.text, path);
      notes.push({ file: kind.file, message: `is read from ${name}`, isPassedOver: false });
    }
    problems.push(...(contained?.problems ?? []).map((problem) => ({ file: name, ...problem })));
    if (!contained && meant !== undefined)
      notes.push({ file: name, message: passedOver(name, meant), isPassedOver: true });
  }
  const files = FILE_KINDS.filter(({ type }) => texts.has(type));
  return { files, texts, paths, notes, problems };
}

const passedOver = (name: string, meant: string): string =>
  /\.(?:ya?ml|json)$/i.test(name)
    ? `is not read. If you mean ${meant}, give it this name`
    : `is not read. If it is a template of ${meant}, render it first and give the result this name`;

const otherFiles = (dir: string): readonly string[] =>
  (existsSync(dir) ? readdirSync(dir) : [])
    .filter((name) => FILE_KINDS.every(({ file }) => file !== name))
    .filter((name) => meantFile(name) !== undefined || /\.ya?ml$/i.test(name))
    .filter((name) => statSync(join(dir, name), { throwIfNoEntry: false })?.isFile())
    .sort()
    .slice(0, IMPORT_LIMITS.searchedFiles);

function filesWithin(path: string): ReturnType<typeof containedFiles> {
  if (statSync(path).size > IMPORT_LIMITS.offlineFileBytes) return undefined;
  return containedFiles(library, readFileSync(path, 'utf8'), (base64) =>
    Buffer.from(base64, 'base64').toString('utf8')
  );
}

/** Says that a folder has no files, and where they may be. */
export function noFilesText(dir: string, { notes }: FolderTexts): string {
  const below = SUBFOLDERS.find((sub) =>
    FILE_KINDS.some(({ file }) => existsSync(join(dir, sub, file)))
  );
  return [
    `There is none of the configuration's files in ${resolve(dir)}.`,
    ...(below === undefined ? [] : [`They are in ${join(resolve(dir), below)}.`]),
    ...notes.map(({ file, message }) => `${file} ${message}.`),
  ].join(' ');
}

export const noteLines = (notes: readonly FolderNote[]): string =>
  notes.map(({ file, message }) => `Note: ${file} ${message}.\n`).join('');

/** @throws {UnusableFileError} for pipes, devices and folders, and for a file that is too large */
export function textOfFile(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile())
    throw new UnusableFileError(`${path} is not a regular file. Put a file in its place.`);
  if (stats.size > IMPORT_LIMITS.offlineFileBytes)
    throw new UnusableFileError(
      `${path} has ${stats.size} bytes. A file may have ${IMPORT_LIMITS.offlineFileBytes}; import the entries in several steps.`
    );
  return readFileSync(path, 'utf8');
}

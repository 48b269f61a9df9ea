/** Configuration files: their names, their YAML, and what else people have under these names. */
export { containedFiles, type ContainedFile, type ContainedFiles } from './contained_files';
export { sentEntry, toFileEntry } from './entries';
export { withTexts } from './entry_texts';
export {
  CONFIGURATION_FILE_NAMES,
  CONFIGURATION_FILES,
  type ConfigurationFileKind,
  meantFile,
  typeOfFile,
  type ConfigurationFileType,
} from './file_names';
export { foreignContent, foreignText } from './foreign_formats';
export { plainValue } from './plain_scalars';
export {
  readYaml,
  YAML_OPTIONS,
  YAML_STYLE,
  type ReadYaml,
  type YamlDocument,
  type YamlLibrary,
  type YamlProblem,
} from './read_yaml';
export { escapeUnprintable, hasUnprintable } from './unprintable';

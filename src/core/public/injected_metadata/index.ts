export { InjectedMetadataService } from './injected_metadata_service';
export { readInjectedMetadata } from './read_injected_metadata';

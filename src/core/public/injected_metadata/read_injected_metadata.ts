import type { InjectedMetadata } from '../../common';

/** The element of either dialect that carries the metadata as JSON in its `data` attribute. */
const SELECTOR = 'kbn-injected-metadata, osd-injected-metadata';

/** @throws when the page has no metadata, which only a broken server can cause */
export function readInjectedMetadata(page: Document): InjectedMetadata {
  const json = page.querySelector(SELECTOR)?.getAttribute('data');
  if (json === null || json === undefined) {
    throw new Error(`The page has no metadata: no element ${SELECTOR} with a "data" attribute.`);
  }
  return JSON.parse(json) as InjectedMetadata;
}

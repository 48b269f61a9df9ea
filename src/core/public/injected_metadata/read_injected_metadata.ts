import type { InjectedMetadata } from '../../common';

/** The element, in either dialect, whose `data` attribute contains the metadata as JSON. */
const SELECTOR = 'kbn-injected-metadata, osd-injected-metadata';

/** @throws if the page has no metadata, which only a faulty server causes */
export function readInjectedMetadata(page: Document): InjectedMetadata {
  const json = page.querySelector(SELECTOR)?.getAttribute('data');
  if (json === null || json === undefined) {
    throw new Error(`The page has no metadata: no element ${SELECTOR} with a "data" attribute.`);
  }
  return JSON.parse(json) as InjectedMetadata;
}

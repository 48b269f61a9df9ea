/** SAML provider metadata that are large or expensive to parse must not block the event loop. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SamlProviderDouble } from '../../../../../test/helpers/saml_provider';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import { WorkerPool } from '../../../../workers';
import { cleanUp, temporaryFolder } from '../../../testing/embedded';
import { DomainSettingsError } from './domain';
import { DomainSettings } from './domain_settings';
import { SamlMetadata } from './saml_metadata';

const workers = new WorkerPool();
afterEach(cleanUp);
afterAll(() => workers.stop());

async function reading(of: (metadata: string) => string) {
  const provider = await SamlProviderDouble.make();
  const filesDir = temporaryFolder();
  writeFileSync(join(filesDir, 'idp.xml'), of(provider.metadata));
  const settings = new DomainSettings({ idp: { metadata_file: 'idp.xml' } });
  const deps = { now: Date.now, filesDir, workers };
  return new SamlMetadata(settings, provider.entityId, deps);
}

const federation = (elements: number) => (metadata: string) =>
  `${'<!-- of many -->'.repeat(DOMAIN_LIMITS.samlDepth)}<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${'<md:x/>'.repeat(elements)}${metadata}</md:EntitiesDescriptor>`;

it('does not block the event loop while it parses metadata of a federation', async () => {
  const metadata = await reading(federation(40_000));
  let ticks = 0;
  let isDone = false;
  const tick = (): void => {
    ticks++;
    if (!isDone) setImmediate(tick);
  };
  setImmediate(tick);
  const provider = await metadata.provider();
  isDone = true;
  expect(provider.loginAt).toBe('https://idp.example.com/SingleSignOnService');
  // Parsing them on the main thread would block the event loop for the whole time.
  expect(ticks).toBeGreaterThan(100);
});

it('fetches the metadata again after a failed verification, at most once a second', async () => {
  const [one, two] = [await SamlProviderDouble.make(), await SamlProviderDouble.make()];
  const documents = [one, one, two].map(({ metadata }) => metadata);
  let requestCount = 0;
  const server = createServer((_, response) => response.end(documents[requestCount++]));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const settings = new DomainSettings({ idp: { metadata_url: `http://127.0.0.1:${port}/` } });
    let nowMs = 0;
    const deps = { now: () => nowMs, filesDir: '.', workers };
    const metadata = new SamlMetadata(settings, one.entityId, deps);
    const { certificates } = await metadata.provider();
    expect([await metadata.changed(), requestCount]).toEqual([undefined, 1]);
    nowMs += DOMAIN_LIMITS.providerPauseMs;
    expect([await metadata.changed(), requestCount]).toEqual([undefined, 2]);
    nowMs += DOMAIN_LIMITS.providerPauseMs;
    const changed = await metadata.changed();
    expect(changed?.certificates).not.toEqual(certificates);
    expect([await metadata.provider(), requestCount]).toEqual([changed, 3]);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

it('rejects metadata with too many or too deeply nested elements, entities, or another provider', async () => {
  const { samlDepth, samlMetadataElements } = DOMAIN_LIMITS;
  const deep = (metadata: string) =>
    `${'<a>'.repeat(samlDepth + 1)}${metadata}${'</a>'.repeat(samlDepth + 1)}`;
  const cases: ReadonlyArray<readonly [RegExp, (metadata: string) => string]> = [
    [/too many elements/, federation(samlMetadataElements)],
    [/too many inside one another/, deep],
    [/declare entities/, (metadata) => `<!DOCTYPE a [<!ENTITY e "e">]>${metadata}`],
    [/do not tell of/, (metadata) => metadata.replace('entityID', 'other')],
    [/no XML/, (metadata) => metadata.slice(0, -9)],
    [/no certificate/, (metadata) => metadata.replace('use="signing"', 'use="encryption"')],
  ];
  for (const [problem, of] of cases)
    await expect((await reading(of)).provider()).rejects.toThrow(problem);
  await expect(reading(() => '<a/>')).rejects.toThrow(DomainSettingsError);
});

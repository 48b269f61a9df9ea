/** Metadata of a SAML provider that are large, or hard to read: beside the event loop. */
import { writeFileSync } from 'node:fs';
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

it('lets the event loop turn while it reads those of a federation', async () => {
  const metadata = await reading(federation(40_000));
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const provider = await metadata.provider();
  isDone = true;
  expect(provider.signInAt).toBe('https://idp.example.com/SingleSignOnService');
  // Read here, they would take one turn.
  expect(turns).toBeGreaterThan(100);
});

it('reads none with too many elements, too deep ones, entities, or of another provider', async () => {
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

/** The files of the security configuration as data types of a migration. */
import { isSameEntry, type ResourceType } from '../../../contracts/entities';
import { withAuditDefaults } from '../../model/audit_config';
import { withConfigDefaults } from '../../model/security_config';
import { BODY_KEY, FILE_KINDS } from '../../embedded/configuration_files/file_kinds';
import { inBatches, type Batch, type Compared, type Kind, type MigrationError } from '../data_type';
import { withKnownCategories } from './audit_document';
import { missingRoleBlocker } from './missing_roles';
import {
  MoveError,
  type ConfigurationSide,
  type ConfigurationSource,
  type DocumentId,
  type Entry,
} from './side';

/** Entries per batch: a cluster stores all entries of a type in one document. */
const BATCH = { items: 5_000 };

/**
 * Without guardrails, which a cluster does not have. In writing order: referenced entities come
 * before the entities that refer to them.
 */
export const configurationKinds = (
  from: ConfigurationSide,
  to: ConfigurationSide
): readonly Kind[] =>
  FILE_KINDS.filter(({ type }) => type !== 'guardrails').map((kind) =>
    kind.form === 'entries'
      ? entriesKind(kind.file, kind.type, from, to)
      : documentKind(kind.file, kind.type, from, to)
  );

const entriesKind = (
  title: string,
  type: ResourceType,
  from: ConfigurationSide,
  to: ConfigurationSide
): Kind => ({
  title,
  batches: async function* () {
    const compareWithTarget = await targetComparison(from, to);
    for await (const entries of inBatches(from.entries(type), BATCH)) {
      const compared: Compared[] = [];
      for (const entry of entries) compared.push((await compareWithTarget(entry)).compared);
      yield {
        compared,
        write: (indexes) => {
          const chosen = indexes.map((at) => entries[at] as Entry);
          const names = chosen.map(({ name }) => name);
          return findRefused(names, () => to.write(type, chosen));
        },
      };
    }
  },
});

/** @returns compares an entry with what the target has, and says what keeps it from being made */
export async function targetComparison(
  from: ConfigurationSource,
  to: ConfigurationSide
): Promise<
  (entry: Entry) => Promise<{
    readonly compared: Compared;
    readonly there: Entry | 'built_in' | undefined;
  }>
> {
  const written = to.refusesMissingRoles
    ? await listNames(from.entries('roles'))
    : new Set<string>();
  return async (entry) => {
    const there = await to.present(entry.type, entry.name);
    const one = compare(entry, there, to);
    const blocker =
      one.blocker ?? (await missingRoleBlocker(entry, to, (role) => written.has(role)));
    return { compared: { ...one, blocker }, there };
  };
}

async function listNames(
  entries: AsyncIterable<Entry> | Iterable<Entry>
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const { name } of entries) names.add(name);
  return names;
}

function compare(
  entry: Entry,
  there: Entry | 'built_in' | undefined,
  to: ConfigurationSide
): Compared {
  const { name } = entry;
  if (there === 'built_in')
    return { name, state: 'differs', blocker: 'an entry of this name is built in there' };
  const state = !there ? 'new' : isSame(entry, there) ? 'equal' : 'differs';
  return { name, state, blocker: to.blocker(entry, there) };
}

/** Hashes are compared only if both sides show them. */
const isSame = (one: Entry, other: Entry): boolean =>
  isSameEntry(one.type, one.entity, other.entity) &&
  (one.hash === undefined || other.hash === undefined || one.hash === other.hash);

const documentKind = (
  title: string,
  id: DocumentId,
  from: ConfigurationSide,
  to: ConfigurationSide
): Kind => ({
  title,
  batches: async function* () {
    const batch = await documentBatch(id, from, to);
    if (batch) yield batch;
  },
});

export async function documentBatch(
  id: DocumentId,
  from: ConfigurationSource,
  to: ConfigurationSide
): Promise<Batch | undefined> {
  const [body, there] = [await from.document(id), await to.document(id)];
  if (body === undefined) return undefined;
  if (body === 'unreadable' || there === 'unreadable') {
    const blocker = "only the administrator's certificate shows all of it";
    return unwritten({ name: BODY_KEY, state: 'differs', blocker });
  }
  const isSame = there !== undefined && isSameEntry(id, complete(id, there), complete(id, body));
  const state = there === undefined ? 'new' : isSame ? 'equal' : 'differs';
  return {
    compared: [{ name: BODY_KEY, state, blocker: to.documentBlocker(id, body) }],
    write: () => findRefused([BODY_KEY], () => to.writeDocument(id, body)),
  };
}

/** Writes are all or nothing, so an error applies to all names of the batch. */
async function findRefused(
  names: readonly string[],
  work: () => Promise<void>
): Promise<readonly MigrationError[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (!(error instanceof MoveError)) throw error;
    return names.map((name) => ({ name, why: error.message }));
  }
}

const unwritten = (one: Compared): Batch => ({ compared: [one], write: async () => [] });

type Json = Readonly<Record<string, unknown>>;

/** Adds defaults, because one side stores them and the other adds them when reading. */
export function complete(id: DocumentId, body: Json): Json {
  if (id === 'config') return withConfigDefaults(body);
  return id === 'audit' ? withAuditDefaults(withKnownCategories(body)) : body;
}

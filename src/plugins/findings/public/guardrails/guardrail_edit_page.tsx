/** Adds or changes a guardrail. */
import { EuiCallOut, EuiSpacer, EuiText } from '@elastic/eui';
import { type GuardrailPromise, GUARDRAIL_RULES, ON_BREACH } from '@sd/contracts';
import { errorText, t } from '@sd/core/public';
import {
  type Control,
  type EditInput,
  EditPage,
  FormFrame,
  type FormProblems,
  NotFoundPrompt,
  Panel,
  SelectField,
  TextCombo,
  TextField,
  useEdited,
  useEntityForm,
  useWatch,
} from '@sd/ui_kit';
import { isEqual } from 'lodash';
import type { ReactElement } from 'react';
import { AffectedUsersTable } from '../affected_users';
import { useParts, withParts } from '../parts';
import { GUARDRAIL_PAGES } from '../paths';
import { guardrailsTitle } from '../texts';
import { breachLabel, isVerb, promiseText, ruleLabel, verbLabel, VERBS } from './guardrail_texts';
import { breachText, useBrokenGuardrails, useGuardrailStore } from './store';

const EXACT = 'exact';
type Verb = (typeof VERBS)[number] | typeof EXACT;

interface Fields {
  readonly name: string;
  readonly description: string;
  readonly rule: GuardrailPromise['rule'];
  readonly users: readonly string[];
  readonly backendRoles: readonly string[];
  readonly roles: readonly string[];
  readonly verb: Verb;
  /** With the verb `exact`. */
  readonly action: string;
  readonly index: string;
  readonly onBreach: NonNullable<GuardrailPromise['on_breach']>;
}

export const guardrailEditPage = withParts(GuardrailEditPage);

/** @param name - of an existing guardrail; absent for a new one */
function GuardrailEditPage({ name }: { readonly name?: string }): ReactElement {
  const read = useEdited(useGuardrailStore(), name);
  const title =
    name === undefined
      ? t('findings.guardrails.add', 'Add guardrail')
      : t('findings.guardrails.editOne', 'Edit guardrail {name}', { name });
  return (
    <EditPage
      title={title}
      crumbs={[{ text: guardrailsTitle(), path: GUARDRAIL_PAGES.list }]}
      read={read}
      missing={name === undefined ? undefined : <NoSuchGuardrail />}
    >
      {(input) => <GuardrailForm {...input} title={title} name={name} />}
    </EditPage>
  );
}

const NoSuchGuardrail = (): ReactElement => (
  <NotFoundPrompt
    title={t('findings.guardrails.missing', 'Guardrail not found')}
    body={t('findings.guardrails.missingText', 'It may have been deleted.')}
    linkPath={GUARDRAIL_PAGES.list}
    linkText={t('findings.guardrails.all', 'Show all guardrails')}
  />
);

interface GuardrailFormProps extends EditInput<GuardrailPromise> {
  readonly title: string;
  readonly name: string | undefined;
}

function GuardrailForm({ title, name, source, onLoadTheirs }: GuardrailFormProps): ReactElement {
  const store = useGuardrailStore();
  const isNew = source === undefined;
  const form = useEntityForm<Fields, GuardrailPromise>({
    store,
    label: title,
    secrets: [],
    initial: toFields(name ?? '', source?.entity),
    source,
    nameOf: (fields) => fields.name.trim(),
    toEntity: toPromise,
    validate: guardrailProblems,
    savedText: (fields) =>
      t('findings.guardrails.saved', 'Guardrail {name} saved.', { name: fields.name }),
    nextPath: () => GUARDRAIL_PAGES.list,
    onLoadTheirs,
  });
  const { control } = form;
  return (
    <FormFrame
      form={form}
      label={title}
      cancelPath={GUARDRAIL_PAGES.list}
      submitLabel={
        isNew
          ? t('findings.guardrails.add', 'Add guardrail')
          : t('findings.common.saveChanges', 'Save changes')
      }
    >
      <Panel title={t('findings.guardrails.one', 'Guardrail')}>
        <TextField
          control={control}
          name="name"
          label={t('findings.common.name', 'Name')}
          isDisabled={!isNew}
        />
        <Sentence control={control} />
        <SelectField
          control={control}
          name="onBreach"
          label={t('findings.guardrails.onBreach', 'When a change breaks it')}
          options={ON_BREACH.map((value) => ({ value, text: breachLabel(value) }))}
        />
        <TextField
          control={control}
          name="description"
          label={t('findings.common.why', 'Why')}
          isOptional
          rows={2}
        />
      </Panel>
    </FormFrame>
  );
}

const ROW = { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 8 } as const;
/** On the line of the fields beside it, below their labels. */
const WORD = { paddingBlockStart: 30 } as const;
const wide = (px: number) => ({ flex: `1 1 ${px}px`, minInlineSize: 0 }) as const;

const Word = ({ children }: { readonly children: string }): ReactElement => (
  <EuiText size="s" style={WORD}>
    {children}
  </EuiText>
);

/** The fields in the order of the sentence that they make, and whether it holds today. */
function Sentence({ control }: { readonly control: Control<Fields> }): ReactElement {
  const { EntityCombo } = useParts();
  const fields = useWatch({ control }) as Fields;
  const { verb } = fields;
  return (
    <>
      <EuiSpacer size="m" />
      <div style={{ maxInlineSize: 260 }}>
        <SelectField
          control={control}
          name="rule"
          label={t('findings.guardrails.rule', 'Rule')}
          options={GUARDRAIL_RULES.map((value) => ({ value, text: ruleLabel(value) }))}
        />
      </div>
      <EuiSpacer size="s" />
      <div role="group" aria-label={t('findings.guardrails.people', 'These people')} style={ROW}>
        <div style={wide(200)}>
          <EntityCombo
            control={control}
            name="users"
            resource="internalusers"
            label={t('findings.common.users', 'Users')}
          />
        </div>
        <Word>{t('findings.guardrails.or', 'or')}</Word>
        <div style={wide(200)}>
          <TextCombo
            control={control}
            name="backendRoles"
            label={t('findings.common.backendRoles', 'Backend roles')}
          />
        </div>
        <Word>{t('findings.guardrails.or', 'or')}</Word>
        <div style={wide(200)}>
          <EntityCombo
            control={control}
            name="roles"
            resource="roles"
            label={t('findings.common.roles', 'Roles')}
          />
        </div>
      </div>
      <EuiSpacer size="s" />
      <div style={ROW}>
        <div style={wide(220)}>
          <SelectField
            control={control}
            name="verb"
            label={t('findings.common.access', 'Access')}
            options={[
              ...VERBS.map((value) => ({ value, text: verbLabel(value) })),
              { value: EXACT, text: t('findings.guardrails.exact', 'use an exact permission…') },
            ]}
          />
        </div>
        {verb !== 'administer' && (
          <>
            <Word>{t('findings.guardrails.in', 'in')}</Word>
            <div style={wide(220)}>
              <TextField
                control={control}
                name="index"
                label={t('findings.guardrails.index', 'Index name or pattern')}
                placeholder={PATTERN}
                isOptional={verb === EXACT}
                isCode
              />
            </div>
          </>
        )}
      </div>
      {verb === EXACT && (
        <>
          <EuiSpacer size="s" />
          <TextField
            control={control}
            name="action"
            label={t('findings.common.permission', 'Permission')}
            placeholder={ACTION}
            isCode
          />
        </>
      )}
      <EuiSpacer size="m" />
      <Today fields={fields} />
      <EuiSpacer size="m" />
    </>
  );
}

/** The sentence, and who breaks it in the present configuration. */
function Today({ fields }: { readonly fields: Fields }): ReactElement | null {
  const { useDebouncedValue } = useParts();
  const isWhole = Object.keys(guardrailProblems({ ...fields, name: PREVIEW })).length === 0;
  const promise = useDebouncedValue(isWhole ? toPromise(fields) : undefined, isEqual);
  const { data, error } = useBrokenGuardrails(promise && { [PREVIEW]: promise });
  const affected = data?.broken[PREVIEW];
  return (
    // Keeps its place while nothing is entered, so that the fields below do not move.
    <div role="status" style={{ minBlockSize: 62 }}>
      {!promise && (
        <EuiText size="s" color="subdued">
          {t(
            'findings.guardrails.incomplete',
            'Fill in the fields above to see who breaks this guardrail today.'
          )}
        </EuiText>
      )}
      {promise && (
        <EuiCallOut
          size="s"
          color={affected ? 'warning' : 'primary'}
          iconType={affected ? 'warning' : 'inspect'}
          title={promiseText(promise)}
        >
          <p>
            {affected
              ? breachText(promise.rule, affected)
              : error !== undefined
                ? t('findings.guardrails.unchecked', "Couldn't check the guardrail. {reason}", {
                    reason: errorText(error),
                  })
                : data
                  ? t('findings.guardrails.holdsToday', 'It holds today.')
                  : t('findings.guardrails.checking', 'Checking…')}
          </p>
          {affected && <AffectedUsersTable {...affected} />}
        </EuiCallOut>
      )}
    </div>
  );
}

/** Name of the guardrail while it is checked. */
const PREVIEW = 'preview';

const ACTION = 'cluster:admin/snapshot/create';
const PATTERN = 'salaries-*';

function toFields(name: string, promise: GuardrailPromise | undefined): Fields {
  const { action = 'read' } = promise ?? {};
  return {
    name,
    description: promise?.description ?? '',
    rule: promise?.rule ?? 'only',
    users: promise?.users ?? [],
    backendRoles: promise?.backend_roles ?? [],
    roles: promise?.roles ?? [],
    verb: isVerb(action) ? action : EXACT,
    action: isVerb(action) ? '' : action,
    index: promise?.index ?? '',
    onBreach: promise?.on_breach ?? 'refuse',
  };
}

function toPromise(fields: Fields): GuardrailPromise {
  const { rule, users, backendRoles, roles, verb } = fields;
  const description = fields.description.trim();
  const index = fields.index.trim();
  return {
    rule,
    action: verb === EXACT ? fields.action.trim() : verb,
    ...(users.length > 0 && { users: [...users] }),
    ...(backendRoles.length > 0 && { backend_roles: [...backendRoles] }),
    ...(roles.length > 0 && { roles: [...roles] }),
    ...(verb !== 'administer' && index !== '' && { index }),
    ...(description !== '' && { description }),
    ...(fields.onBreach === 'ask' && { on_breach: 'ask' as const }),
  };
}

function guardrailProblems({
  name,
  rule,
  users,
  backendRoles,
  roles,
  ...rest
}: Fields): FormProblems {
  const { verb, action, index } = rest;
  const subjectCount = users.length + backendRoles.length + roles.length;
  return {
    ...(name.trim() === '' && { name: t('findings.common.enterAName', 'Enter a name.') }),
    ...(verb === EXACT &&
      action.trim() === '' && {
        action: t('findings.guardrails.noAction', 'Enter the name of a permission.'),
      }),
    ...(verb !== EXACT &&
      verb !== 'administer' &&
      index.trim() === '' && {
        index: t('findings.guardrails.noIndex', 'Enter an index name or pattern.'),
      }),
    ...(rule !== 'only' &&
      subjectCount === 0 && {
        users: t('findings.guardrails.noPeople', 'Enter users, backend roles or roles.'),
      }),
  };
}

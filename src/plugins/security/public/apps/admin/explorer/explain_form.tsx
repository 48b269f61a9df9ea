/** Form of the access explorer: subject, action and target, typed or read from a cluster error. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiCallOut,
  EuiComboBox,
  EuiFieldText,
  EuiFlexGrid,
  EuiFlexGroup,
  EuiFlexItem,
  EuiFormRow,
  EuiSelect,
  EuiSpacer,
  EuiTextArea,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import { comboPopover, Panel } from '@sd/ui_kit';
import { type FormEvent, type ReactElement, useMemo, useState } from 'react';
import { GLOBAL_TENANT, PRIVATE_TENANT } from '../../../../common';
import { tenantLabel } from '../../../services/tenant_labels';
import { EntityPicker } from '../../../components/form/entity_picker';
import { usePermissionNames } from '../roles/permission_options';
import { actionVerbs } from './action_verbs';
import { type ExplorerRequest, hasSubject, isComplete, requestFromError } from './explain_request';

export interface ExplainFormProps {
  readonly initial: ExplorerRequest;
  readonly onSubmit: (request: ExplorerRequest) => void;
}

const hasDetails = ({ backendRoles, roles, tenant }: ExplorerRequest): boolean =>
  backendRoles.length > 0 || roles.length > 0 || tenant !== undefined;

/** Whether an error message names all that a question needs, so that it can be asked at once. */
const isWhole = ({ user = '', action = '', index = '', tenant }: Partial<ExplorerRequest>) =>
  user !== '' &&
  action !== '' &&
  (index !== '' || tenant !== undefined || !action.startsWith('indices:'));

/** Tenants without an entry of their own. */
const SPECIAL = [GLOBAL_TENANT, PRIVATE_TENANT];
const SPECIAL_LABELS = SPECIAL.map((value) => tenantLabel(value));
/** Engine name of the global tenant. */
const HIDDEN_TENANTS = ['global_tenant'];

export function ExplainForm({ initial, onSubmit }: ExplainFormProps): ReactElement {
  const [request, setRequest] = useState(initial);
  const [isDetailed, setIsDetailed] = useState(hasDetails(initial));
  const [isPasting, setIsPasting] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const change = (changes: Partial<ExplorerRequest>) =>
    setRequest((now) => ({ ...now, ...changes }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setHasFailed(!isComplete(request));
    if (isComplete(request)) onSubmit(request);
  };
  return (
    <Panel
      title={t('security.explorer.question', 'Question')}
      actions={
        <EuiButtonEmpty
          size="s"
          iconType="copy"
          aria-expanded={isPasting}
          onClick={() => setIsPasting(!isPasting)}
        >
          {t('security.explorer.paste', 'Paste an error message')}
        </EuiButtonEmpty>
      }
    >
      {isPasting && (
        <PastedError
          onRead={(found) => {
            change(found);
            if (isWhole(found)) onSubmit({ ...request, ...found });
            setIsDetailed(isDetailed || hasDetails({ ...request, ...found }));
            setIsPasting(false);
          }}
        />
      )}
      <form
        aria-label={t('security.common.checkAccess', 'Check access')}
        onSubmit={submit}
        noValidate
      >
        {request.apiKey !== '' && (
          <ApiKeyNotice id={request.apiKey} onRemove={() => change({ apiKey: '' })} />
        )}
        <QuestionFields request={request} hasFailed={hasFailed} onChange={change} />
        <EuiSpacer size="s" />
        <EuiButtonEmpty
          size="s"
          flush="left"
          iconType={isDetailed ? 'chevronSingleDown' : 'chevronSingleRight'}
          aria-expanded={isDetailed}
          onClick={() => setIsDetailed(!isDetailed)}
        >
          {t('security.explorer.details', 'Roles, backend roles or a tenant')}
        </EuiButtonEmpty>
        {isDetailed && <DetailFields request={request} onChange={change} />}
        <EuiSpacer size="m" />
        <EuiButton type="submit" fill>
          {t('security.common.checkAccess', 'Check access')}
        </EuiButton>
      </form>
    </Panel>
  );
}

interface FieldsProps {
  readonly request: ExplorerRequest;
  readonly onChange: (changes: Partial<ExplorerRequest>) => void;
}

/** Who can do what on which indices. */
function QuestionFields({
  request,
  hasFailed,
  onChange,
}: FieldsProps & {
  /** Whether missing values are reported. */
  readonly hasFailed: boolean;
}): ReactElement {
  return (
    <EuiFlexGroup gutterSize="s" wrap>
      <EuiFlexItem style={{ minInlineSize: 200 }}>
        <EntityPicker
          resource="internalusers"
          label={t('security.common.user', 'User')}
          helpText={t('security.explorer.userHelp', 'Internal or external.')}
          error={
            hasFailed && !hasSubject(request)
              ? t('security.explorer.nobody', 'Enter a user, role or backend role.')
              : undefined
          }
          chosen={request.user === '' ? [] : [request.user]}
          onChange={([user = '']) => onChange({ user })}
          isSingle
        />
      </EuiFlexItem>
      <EuiFlexItem style={{ minInlineSize: 160 }}>
        <VerbField
          action={request.action}
          isMissing={hasFailed && request.action === ''}
          onChange={(action) => onChange({ action })}
        />
      </EuiFlexItem>
      <EuiFlexItem style={{ minInlineSize: 200 }}>
        <EuiFormRow
          fullWidth
          label={t('security.explorer.index', 'on indices')}
          helpText={t('security.explorer.indexHelp', 'Names or patterns. Leave empty for all.')}
        >
          <EuiFieldText
            fullWidth
            value={request.index}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onChange({ index: target.value })}
          />
        </EuiFormRow>
      </EuiFlexItem>
    </EuiFlexGroup>
  );
}

/** Roles of an external user, and the tenant of saved objects. */
const DetailFields = ({ request, onChange }: FieldsProps): ReactElement => (
  <EuiFlexGrid columns={3} gutterSize="s">
    <EuiFlexItem>
      <BackendRolesField
        chosen={request.backendRoles}
        onChange={(backendRoles) => onChange({ backendRoles })}
      />
    </EuiFlexItem>
    <EuiFlexItem>
      <EntityPicker
        resource="roles"
        label={t('security.common.roles', 'Roles')}
        helpText={t(
          'security.explorer.securityRolesHelp',
          'External users only. Leave User empty to test roles alone.'
        )}
        chosen={request.roles}
        onChange={(chosen) => onChange({ roles: chosen })}
      />
    </EuiFlexItem>
    <EuiFlexItem>
      <EntityPicker
        resource="tenants"
        label={t('security.common.tenant', 'Tenant')}
        helpText={t('security.explorer.tenantHelp', 'Only needed for saved objects.')}
        chosen={request.tenant === undefined ? [] : [tenantLabel(request.tenant)]}
        onChange={([label]) => onChange({ tenant: label && valueOfTenant(label) })}
        first={SPECIAL_LABELS}
        hidden={HIDDEN_TENANTS}
        isSingle
      />
    </EuiFlexItem>
  </EuiFlexGrid>
);

const ApiKeyNotice = ({
  id,
  onRemove,
}: {
  readonly id: string;
  readonly onRemove: () => void;
}): ReactElement => (
  <>
    <EuiCallOut
      size="s"
      iconType="key"
      title={t(
        'security.explorer.apiKey',
        'Checks the API key {id}: what its owner can do, within the permissions of the key. User and roles are ignored.',
        { id }
      )}
    >
      <EuiButtonEmpty size="s" flush="both" onClick={onRemove}>
        {t('security.explorer.noApiKey', 'Check a user instead')}
      </EuiButtonEmpty>
    </EuiCallOut>
    <EuiSpacer size="m" />
  </>
);

const valueOfTenant = (label: string): string =>
  SPECIAL.find((value) => tenantLabel(value) === label) ?? label;

interface BackendRolesFieldProps {
  readonly chosen: readonly string[];
  readonly onChange: (backendRoles: readonly string[]) => void;
}

function BackendRolesField({ chosen, onChange }: BackendRolesFieldProps): ReactElement {
  const label = t('security.common.backendRoles', 'Backend roles');
  return (
    <EuiFormRow
      fullWidth
      label={label}
      helpText={t('security.explorer.backendRolesHelp', 'External users only.')}
    >
      <EuiComboBox<string>
        fullWidth
        noSuggestions
        selectedOptions={chosen.map((name) => ({ label: name }))}
        onChange={(selected) => onChange(selected.map(({ label: name }) => name))}
        onCreateOption={(typed) => onChange([...new Set([...chosen, typed.trim()])])}
        delimiter=","
        inputPopoverProps={comboPopover(label)}
      />
    </EuiFormRow>
  );
}

interface ActionFieldProps {
  readonly action: string;
  readonly isMissing: boolean;
  readonly onChange: (action: string) => void;
}

const EXACT = 'exact';

/** A plain verb, or the exact action in a second field. */
function VerbField(props: ActionFieldProps): ReactElement {
  const { action, onChange } = props;
  const verbs = actionVerbs();
  const [isExact, setIsExact] = useState(false);
  // A shared address or a pasted error may name any action.
  const isVerb = !isExact && (action === '' || verbs.some(({ value }) => value === action));
  return (
    <>
      <EuiFormRow fullWidth label={t('security.explorer.verb', 'can')}>
        <EuiSelect
          fullWidth
          options={[
            ...verbs,
            { value: EXACT, text: t('security.explorer.exact', 'Exact action…') },
          ]}
          value={isVerb ? action : EXACT}
          onChange={({ target }) => {
            setIsExact(target.value === EXACT);
            onChange(target.value === EXACT ? '' : target.value);
          }}
        />
      </EuiFormRow>
      {!isVerb && <ActionField {...props} />}
    </>
  );
}

function ActionField({ action, isMissing, onChange }: ActionFieldProps): ReactElement {
  const names = usePermissionNames();
  const label = t('security.explorer.action', 'Exact action');
  // Hundreds of names, so they are computed once and not on each key press.
  const options = useMemo(
    () =>
      [...(names.data?.index ?? []), ...(names.data?.cluster ?? [])]
        .filter((name) => !name.includes('*'))
        .map((name) => ({ label: name })),
    [names.data]
  );
  return (
    <EuiFormRow
      fullWidth
      label={label}
      helpText={t(
        'security.explorer.actionHelp',
        'A permission, for example indices:data/read/search.'
      )}
      isInvalid={isMissing}
      error={isMissing && t('security.explorer.noAction', 'Enter an action.')}
    >
      <EuiComboBox<string>
        fullWidth
        singleSelection={{ asPlainText: true }}
        options={options}
        selectedOptions={action === '' ? [] : [{ label: action }]}
        onChange={([chosen]) => onChange(chosen?.label ?? '')}
        onCreateOption={(typed) => onChange(typed.trim())}
        isInvalid={isMissing}
        isLoading={names.isLoading}
        inputPopoverProps={comboPopover(label)}
      />
    </EuiFormRow>
  );
}

interface PastedErrorProps {
  readonly onRead: (found: Partial<ExplorerRequest>) => void;
}

function PastedError({ onRead }: PastedErrorProps): ReactElement {
  const [text, setText] = useState('');
  const [isUnrecognized, setIsUnrecognized] = useState(false);
  const read = () => {
    const found = requestFromError(text);
    setIsUnrecognized(found === undefined);
    if (found) onRead(found);
  };
  return (
    <>
      <EuiFormRow
        fullWidth
        label={t('security.explorer.error', 'Error message')}
        helpText={t('security.explorer.errorHelp', 'For example: {example}', {
          example:
            'no permissions for [indices:data/read/search] and User [name=jane, backend_roles=[staff], requestedTenant=null]',
        })}
        isInvalid={isUnrecognized}
        error={
          isUnrecognized &&
          t(
            'security.explorer.unread',
            "That isn't a “no permissions for […]” message. Paste the whole message."
          )
        }
      >
        <EuiTextArea
          fullWidth
          rows={3}
          value={text}
          isInvalid={isUnrecognized}
          onChange={({ target }) => setText(target.value)}
        />
      </EuiFormRow>
      <EuiSpacer size="s" />
      <EuiButton size="s" onClick={read}>
        {t('security.explorer.readError', 'Use')}
      </EuiButton>
      <EuiSpacer size="m" />
    </>
  );
}

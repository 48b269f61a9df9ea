import type { IndexPermission, Role } from '@sd/contracts';
import { loginDestination } from '../apps/login/login_page';
import { describeLoginFailure } from '../apps/login/login_failure';
import { mappingRows, mappingWithout } from '../apps/admin/roles/mapping_rows';
import { dlsProblem } from '../apps/admin/roles/dls_problem';
import { fieldSecurityText } from '../apps/admin/roles/role_fields';
import { unknownPermissionProblem } from '../apps/admin/roles/permission_options';
import { emptyRoleForm, formToRole, roleToForm } from '../apps/admin/roles/role_form_state';
import { formToUser, userFormProblems, userToForm } from '../apps/admin/users/user_form_state';
import { nameFromPath, ROLE_PAGES } from '../apps/admin/paths';
import { passwordStrength } from '../components/password_strength';
import { MemoryStorage } from '@sd/ui_kit/mocks';
import { createAccount, createMemory, createPage, fetchError } from '../mocks';
import { DeviceStorage } from './device_storage';
import { takeToast } from './cross_page_toasts';
import { enterTenant } from './enter_tenant';
import { logoutKind } from './logout';
import { toRadio, tenantChoices, getTenant } from './tenant_choices';
import { decideTenantStartup } from './tenant_startup';

describe('device storage', () => {
  it('stores JSON under the fixed prefix', () => {
    const backing = new MemoryStorage();
    const storage = new DeviceStorage(() => backing);
    storage.set('tenant', 'saved', '');
    expect(backing.getItem('opendistro::security::tenant::saved')).toBe('""');
    expect(storage.get('tenant', 'saved')).toBe('');
  });

  it('remembers nothing if storage is blocked or contents are invalid', () => {
    const refused = new DeviceStorage(() => {
      throw new Error('denied');
    });
    refused.set('tenant', 'saved', 'x');
    refused.remove('tenant', 'saved');
    expect(refused.get('tenant', 'saved')).toBeUndefined();
    expect(new DeviceStorage(() => null).get('tenant', 'saved')).toBeUndefined();
    const backing = new MemoryStorage();
    backing.setItem('opendistro::security::a::b', '{nope');
    expect(new DeviceStorage(() => backing).get('a', 'b')).toBeUndefined();
  });
});

describe('tenant startup rules', () => {
  const facts = {
    isMultitenancyEnabled: true,
    isTenantInUrl: false,
    mayShowPopup: true,
    savedTenant: undefined,
    currentTenant: '',
    opensDialogAutomatically: true,
  };
  it.each([
    ['nothing remembered', {}, { kind: 'ask' }],
    ['the current tenant remembered', { savedTenant: '' }, { kind: 'keep' }],
    ['another tenant remembered', { savedTenant: 'x' }, { kind: 'switch', tenant: 'x' }],
    ['a tenant in the address', { savedTenant: 'x', isTenantInUrl: true }, { kind: 'keep' }],
    ['the dialog already shown', { mayShowPopup: false }, { kind: 'keep' }],
    ['multitenancy disabled', { isMultitenancyEnabled: false, savedTenant: 'x' }, { kind: 'keep' }],
    [
      'the dialog disabled by the configuration',
      { opensDialogAutomatically: false },
      { kind: 'keep' },
    ],
  ])('with %s', (_name, changes, expected) => {
    expect(decideTenantStartup({ ...facts, ...changes })).toEqual(expected);
  });
});

describe('tenant choices', () => {
  const choicesFor = (tenants: Record<string, boolean>, rules = {}) =>
    tenantChoices(createAccount({ tenants }), {
      isEnabled: true,
      isGlobalEnabled: true,
      isPrivateEnabled: true,
      ...rules,
    });

  it.each([
    ['all allowed', { global_tenant: true, jane: true, a: true }, {}, [false, false, false]],
    [
      'global disabled',
      { global_tenant: true, jane: true, a: true },
      { isGlobalEnabled: false },
      [true, false, false],
    ],
    ['no global tenant', { jane: true, a: true }, {}, [true, false, false]],
    [
      'private disabled',
      { global_tenant: true, jane: true },
      { isPrivateEnabled: false },
      [false, true, true],
    ],
    ['own name missing', { global_tenant: true, b: true }, {}, [false, true, false]],
    ['no custom tenants', { global_tenant: true, jane: true }, {}, [false, false, true]],
  ])('with %s', (_name, tenants, rules, expected) => {
    const choices = choicesFor(tenants as Record<string, boolean>, rules);
    expect(
      [choices.global, choices.private, choices.custom].map(({ isDisabled }) => isDisabled)
    ).toEqual(expected);
  });

  it.each([
    [{}, {}, 'Contact the administrator to get access to global tenant.'],
    [
      { global_tenant: true },
      { isGlobalEnabled: false },
      'Contact the administrator to enable global tenant.',
    ],
  ])(
    'explain why Global is disabled with the tenants %j and the rules %j',
    (tenants, rules, reason) => {
      expect(choicesFor(tenants as Record<string, boolean>, rules).global.reason).toBe(reason);
    }
  );

  it('lists custom tenants in order without global and private', () => {
    const choices = choicesFor({
      zeta: true,
      global_tenant: true,
      jane: true,
      Alpha: false,
      beta: true,
    });
    expect(choices.customTenants).toEqual(['Alpha', 'beta', 'zeta']);
  });

  it('maps radios to wire names and back', () => {
    expect([toRadio(''), toRadio(null), toRadio('__user__'), toRadio('x')]).toEqual([
      'global',
      'global',
      'private',
      'custom',
    ]);
    expect([
      getTenant('global', 'x'),
      getTenant('private', 'x'),
      getTenant('custom', 'x'),
      getTenant('custom', undefined),
    ]).toEqual(['', '__user__', 'x', undefined]);
  });

  it('removes the tenant from the address on reload', () => {
    const page = createPage({ pathname: '/app/x', search: '?security_tenant=a&q=1', hash: '#/v' });
    const memory = createMemory();
    enterTenant({ page, memory }, 'b', 'jane');
    expect(page.assign).toHaveBeenCalledWith('/app/x?q=1#/v');
    const plain = createPage({ search: '?q=1' });
    enterTenant({ page: plain, memory }, 'b', 'jane');
    expect(plain.reload).toHaveBeenCalled();
  });

  it('stores a toast for the page that opens in a tenant', () => {
    const page = createPage({ pathname: '/base/app/x', search: '?q=1' });
    enterTenant({ page, memory: createMemory() }, '', 'jane', '/base/app/dashboards#/list');
    expect(takeToast('/base/app/x')).toBeUndefined();
    expect(takeToast('/base/app/dashboards')?.title).toBe('You switched to the Global tenant.');
    expect(takeToast('/base/app/dashboards')).toBeUndefined();
  });
});

describe('login destination', () => {
  const facts = {
    search: '',
    hash: '',
    basePath: '/base',
  };
  it.each([
    ['no next address', {}, '/base/'],
    ['a next address', { search: '?nextUrl=%2Fbase%2Fapp%2Fhome%3Fa%3D1' }, '/base/app/home?a=1'],
    [
      'a hash on the login page',
      { search: '?nextUrl=%2Fbase%2Fapp%2Fx', hash: '#/view/1' },
      '/base/app/x#/view/1',
    ],
    ['an address on another site', { search: '?nextUrl=%2F%2Fevil.example' }, '/base/'],
    ['a script', { search: '?nextUrl=javascript%3Aalert(1)' }, '/base/'],
    [
      'a tenant in the address',
      { search: '?nextUrl=%2Fbase%2Fapp%2Fx%3Fsecuritytenant%3Da', hash: '#h' },
      '/base/app/x?securitytenant=a#h',
    ],
  ])('with %s', (_name, changes, expected) => {
    expect(loginDestination({ ...facts, ...changes })).toBe(expected);
  });

  it('distinguishes rejected credentials, blocked logins and failures', () => {
    expect(describeLoginFailure(fetchError(401))).toEqual({
      text: 'Invalid username or password, please try again',
      isWrongCredentials: true,
    });
    expect(describeLoginFailure(fetchError(429, {}, { 'retry-after': '30' })).text).toMatch(
      /Try again in 30 seconds\./
    );
    expect(describeLoginFailure(fetchError(429, {}, { 'retry-after': '300' })).text).toMatch(
      /5 minutes/
    );
    expect(describeLoginFailure(fetchError()).text).toMatch(/can't reach/i);
    expect(describeLoginFailure(fetchError(500, { message: 'stack' })).text).not.toMatch(/stack/);
  });

  it.each([
    ['', 'action'],
    ['basicauth', 'action'],
    ['jwt', 'action'],
    ['OpenID', 'link'],
    ['saml', 'link'],
    ['proxy', 'none'],
  ])('maps login type %p to logout kind %s', (type, kind) => expect(logoutKind(type)).toBe(kind));
});

describe('role form state', () => {
  const index: IndexPermission = {
    index_patterns: ['logs-*'],
    dls: '{"a":1}',
    fls: ['~secret', 'plain'],
    masked_fields: ['ip::SHA-512'],
    allowed_actions: ['read'],
  };
  const role = {
    reserved: true,
    hidden: false,
    static: false,
    description: 'About',
    cluster_permissions: ['cluster_all'],
    index_permissions: [index],
    tenant_permissions: [{ tenant_patterns: ['t'], allowed_actions: ['kibana_all_read', 'other'] }],
    future_field: { kept: true },
  } as unknown as Role;

  it('returns an unchanged role without fields set by the engine', () => {
    const {
      reserved: _r,
      hidden: _h,
      static: _s,
      ...writable
    } = role as unknown as Record<string, unknown>;
    expect(formToRole(roleToForm('x', role), role)).toEqual(writable);
  });

  it('encodes changed fields and tenants and keeps unknown actions', () => {
    const form = roleToForm('x', role);
    const changed = {
      ...form,
      indexPermissions: [
        { ...form.indexPermissions[0]!, flsFields: ['a'], flsMode: 'exclude' as const, dls: ' ' },
      ],
      tenantPermissions: [{ ...form.tenantPermissions[0]!, type: 'Read and Write' as const }],
    };
    const body = formToRole(changed, role) as unknown as Role;
    expect(body.index_permissions[0]).toMatchObject({ fls: ['~a'] });
    expect(body.index_permissions[0]).not.toHaveProperty('dls');
    expect(body.tenant_permissions[0]?.allowed_actions).toEqual(['kibana_all_write', 'other']);
  });

  it('drops rows without patterns', () => {
    expect(formToRole({ ...emptyRoleForm(), name: 'x' }, undefined)).toEqual({
      cluster_permissions: [],
      index_permissions: [],
      tenant_permissions: [],
    });
  });

  it.each([
    ['', true],
    ['{"match":{"a":"${user.name}"}}', true],
    ['{"terms":{"a":[${user.roles}]}}', true],
    ['{"terms":{"a":[${attr.internal.teams:-${user.roles}}]}}', true],
    ['[1]', false],
    ['{ nope', false],
  ])('validates the query %p', (dls, isGood) => expect(dlsProblem(dls) === undefined).toBe(isGood));

  it('formats field-level security', () => {
    expect(fieldSecurityText(['~a', '~b'])).toBe('Hidden fields: a, b');
    expect(fieldSecurityText(['a'])).toBe('Visible fields: a');
    expect(fieldSecurityText([])).toBeUndefined();
  });

  it('rejects an incomplete action group name', () => {
    const cluster = ['cluster:monitor/main'];
    const names = { groups: ['cluster_monitor'], members: {}, cluster, index: [] };
    expect(unknownPermissionProblem('cluster_mon', names)).toMatch(/no action group/);
    for (const value of ['cluster_monitor', 'cluster:new/thing', '*', 'indices:*', '/regex/']) {
      expect(unknownPermissionProblem(value, names)).toBeUndefined();
    }
  });

  it('removes mapping rows by kind and name', () => {
    const mapping = {
      users: ['a', 'b'],
      backend_roles: ['a'],
      and_backend_roles: ['z'],
      hosts: ['h'],
      description: 'd',
      reserved: false,
      hidden: false,
    };
    const rows = mappingRows(mapping).filter(({ id }) => id === 'users:a');
    expect(mappingWithout(mapping, rows)).toEqual({
      users: ['b'],
      backend_roles: ['a'],
      and_backend_roles: ['z'],
      hosts: ['h'],
      description: 'd',
    });
  });
});

describe('user form state', () => {
  const user = {
    hash: '' as const,
    reserved: false,
    hidden: false,
    static: false,
    backend_roles: ['b'],
    attributes: { dep: 'x' },
    opendistro_security_roles: ['r'],
    description: 'D',
  };

  it('returns an unchanged user without hash and password', () => {
    expect(formToUser(userToForm('u', user), user)).toEqual({
      backend_roles: ['b'],
      attributes: { dep: 'x' },
      opendistro_security_roles: ['r'],
      description: 'D',
    });
  });

  it('reports missing and different passwords and unnamed or duplicate attributes', () => {
    const form = {
      ...userToForm('u', user),
      name: 'user',
      password: 'Abcdef1!',
      repeatedPassword: 'b',
      attributes: [
        { name: 'x', value: '1' },
        { name: ' x ', value: '2' },
        { name: '', value: '3' },
      ],
    };
    expect(Object.keys(userFormProblems(form, false))).toEqual([
      'repeatedPassword',
      'attributes.1.name',
      'attributes.2.name',
    ]);
    expect(
      userFormProblems({ ...form, attributes: [], password: '', repeatedPassword: '' }, false)
    ).toHaveProperty('password');
    expect(
      userFormProblems({ ...form, attributes: [], password: '', repeatedPassword: '' }, true)
    ).toEqual({});
  });

  it('estimates passwords', () => {
    expect(passwordStrength('abc')).toBe('veryWeak');
    expect(passwordStrength('aaaaaaaaaaaaaaaa')).toBe('veryWeak');
    expect(passwordStrength('correcthorsebatterystaple')).toBe('strong');
    expect(passwordStrength('Abcdef1!')).toBe('ok');
    expect(passwordStrength('Tr0ub4dor&3xyZ!?-long-enough')).toBe('veryStrong');
  });
});

describe('paths of the admin app', () => {
  it('keep names in one segment', () => {
    expect(ROLE_PAGES.view('../x')).toBe('/roles/view/..%2Fx');
    expect(nameFromPath('..%2Fx')).toBe('../x');
    expect(nameFromPath('50%')).toBe('50%');
  });
});

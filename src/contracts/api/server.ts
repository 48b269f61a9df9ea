/** Responses of the core itself: settings, capabilities, status. */
import { Type } from '@sinclair/typebox';
import {
  anyObject,
  closedObject,
  flag,
  integer,
  mapOf,
  optional,
  text,
  stringEnum,
  type Shape,
} from '../schema';

const USER_SETTING = closedObject({
  userValue: optional(
    Type.Unknown({ description: 'Set in the tenant; absent: the default applies.' })
  ),
  personalValue: optional(
    Type.Unknown({ description: 'Personal value of the caller; overrides `userValue`.' })
  ),
  isOverridden: optional(flag("Fixed by the server's configuration: changing it is refused.")),
});
/** The values that users or the configuration have set for a setting. */
export type UserProvidedSetting = Shape<typeof USER_SETTING>;

export const SETTINGS_RESPONSE = closedObject({
  settings: mapOf(USER_SETTING, 'Values set by users and the configuration, by name.'),
});
/** The response of every request of the settings API. */
export type SettingsResponse = Shape<typeof SETTINGS_RESPONSE>;

const ABILITIES = mapOf(Type.Union([flag(), mapOf(flag())]), 'Whether the user has each ability.');
export const CAPABILITIES_RESPONSE = Type.Object(
  {
    navLinks: mapOf(flag(), 'Whether each app is available, by id.'),
    management: mapOf(mapOf(flag()), 'Whether each page of a Management section is available.'),
    catalogue: mapOf(flag(), 'Whether each entry of the feature catalogue is available.'),
  },
  { additionalProperties: ABILITIES, description: 'Abilities of the user by feature.' }
);
/**
 * The user's capabilities. Besides the three parts of the core, there is one per feature, with a
 * flag per capability. Unknown features are absent, so read them with `?.`.
 */
export type Capabilities = Shape<typeof CAPABILITIES_RESPONSE> & {
  readonly [feature: string]: Shape<typeof ABILITIES>;
};

const VERSION = closedObject({
  number: text(),
  build_hash: text(),
  build_number: integer(),
  build_snapshot: flag(),
});
const STATUS_ENTRY = closedObject({
  id: text(),
  message: text("In the reader's language."),
  detail: optional(text('Causes and numbers for operators, in English.')),
  since: text('ISO 8601, UTC.'),
  state: stringEnum(['green', 'yellow', 'red']),
  title: text(),
  nickname: optional(text()),
  icon: text(),
  uiColor: text(),
});
export type StatusEntry = Shape<typeof STATUS_ENTRY>;

const number = () => Type.Number();
const STATUS_METRICS = closedObject({
  last_updated: text('ISO 8601, UTC.'),
  collection_interval_in_millis: number(),
  os: closedObject({
    platform: text(),
    platformRelease: text(),
    load: closedObject({ '1m': number(), '5m': number(), '15m': number() }),
    memory: closedObject({
      total_in_bytes: number(),
      free_in_bytes: number(),
      used_in_bytes: number(),
    }),
    uptime_in_millis: number(),
  }),
  process: closedObject({
    memory: closedObject({
      heap: closedObject({
        total_in_bytes: number(),
        used_in_bytes: number(),
        size_limit: number(),
      }),
      resident_set_size_in_bytes: number(),
    }),
    event_loop_delay: number(),
    pid: integer(),
    uptime_in_millis: number(),
  }),
  response_times: closedObject({ avg_in_millis: number(), max_in_millis: number() }),
  requests: closedObject({
    total: integer(),
    disconnects: integer(),
    statusCodes: mapOf(integer()),
    status_codes: mapOf(integer()),
  }),
  concurrent_connections: integer(),
});
export type StatusMetrics = Shape<typeof STATUS_METRICS>;

const HEAD = { name: text(), uuid: text(), version: VERSION };
const STATUS = closedObject({
  ...HEAD,
  status: closedObject({ overall: STATUS_ENTRY, statuses: Type.Array(STATUS_ENTRY) }),
  metrics: optional(STATUS_METRICS),
});
/** The body of `GET /api/status`. */
export type StatusResponse = Shape<typeof STATUS>;

const LEVEL = Type.Object(
  {
    level: stringEnum(['available', 'degraded', 'unavailable', 'critical']),
    summary: text("In the reader's language."),
  },
  { description: 'May have further properties.' }
);
const NEW_STATUS = closedObject({
  ...HEAD,
  status: closedObject({ overall: LEVEL, core: mapOf(LEVEL), plugins: mapOf(LEVEL) }),
  metrics: optional(STATUS_METRICS),
});
/** For callers without a login while logins are impossible. */
const STATUS_OUTLINE = closedObject({ status: closedObject({ overall: STATUS_ENTRY }) });
export type StatusOutline = Shape<typeof STATUS_OUTLINE>;
const NEW_STATUS_OUTLINE = closedObject({ status: closedObject({ overall: LEVEL }) });

export const STATUS_RESPONSE = Type.Union(
  [STATUS, NEW_STATUS, STATUS_OUTLINE, NEW_STATUS_OUTLINE],
  {
    description:
      'The second shape with `v8format=true`. Callers without a login get only `overall` while logins are impossible.',
  }
);

/** An error response of the server. */
export const ERROR_BODY = closedObject(
  {
    statusCode: integer(),
    error: text('Name of the status.'),
    message: text('In English.'),
    requestId: optional(text('Also in the header `x-request-id`, in the log and in audit events.')),
    attributes: Type.Object(
      {
        code: text('Permanent; screens show its text in the language of the user.'),
        params: optional(
          mapOf(
            Type.Unsafe<string | number>({ type: ['string', 'number'] }),
            'Parameters of the text.'
          )
        ),
      },
      { description: 'Further properties depend on the code.' }
    ),
  },
  'The format of all error responses'
);

export const CORE_RESPONSE = closedObject({ version: text() });
export const TRANSLATIONS_RESPONSE = Type.Object(
  { messages: anyObject('Texts by id.') },
  { description: 'The texts of one language.' }
);

const GUIDE_TITLE = {
  name: text('Folder and file, such as `guide/operate`.'),
  title: text(),
};
export const GUIDE_LIST = closedObject({ guides: Type.Array(closedObject(GUIDE_TITLE)) });
/** The guides of the product. */
export type GuideList = Shape<typeof GUIDE_LIST>;

export const GUIDE_RESPONSE = closedObject({ ...GUIDE_TITLE, text: text('Markdown, in English.') });
export type Guide = Shape<typeof GUIDE_RESPONSE>;

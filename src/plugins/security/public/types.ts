import type {
  ApiKey,
  Capabilities,
  ChangeCause,
  ClusterEntry,
  EffectivePermissions,
  ImportChange,
  InternalUser,
  ProposedChanges,
  Role,
} from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import type { BehaviorSubject, Observable } from 'rxjs';
import type { AccountInfo, Needs } from '../common';

/** Current tenant of the page. */
export interface CurrentTenant {
  /** Wire name: '' global, `__user__` private, otherwise the tenant's name. */
  readonly name: string;
  /** Displayed name: Global, Private or the tenant's name. */
  readonly label: string;
  readonly canWrite: boolean;
}

/** Groups of the side navigation. */
export type AdminPageGroup = 'people' | 'investigate' | 'governance' | 'settings';

/** What the availability of a page can depend on. */
export interface AdminPageConditions {
  /** Whether the backend supports a feature, see `BackendFeatures`. */
  hasFeature(name: string): boolean;
  /** Whether the user may do something in the management API. */
  may(needs: Needs): boolean;
  /** Whether the app works on the installation itself, and not on a connected cluster. */
  readonly isHome: boolean;
  /** Whether clusters are connected. */
  readonly isConnected: boolean;
  /** `core.application.capabilities`. */
  readonly capabilities: Capabilities;
}

/** Help that the button in the header offers on a page. */
export interface AdminPageHelp {
  title(): string;
  /** Key in `docLinks.links.security`. */
  readonly documentation: string;
  /** Guide of the product about it, with its section: `guide/findings#drift`. */
  readonly guide?: string;
  /** Loads the texts when the help opens. */
  load(): Promise<ComponentType>;
}

/** A page of the Security app. */
export interface AdminPage {
  /** Unique. Pages of plugins begin with the plugin's id. */
  readonly id: string;
  /**
   * Pattern of the path below the app's route. Its parameters are props of the component; `name` is
   * decoded.
   */
  readonly path: string;
  /** Loads the component when the page opens. */
  load(): Promise<(props: never) => ReactElement | null>;
  /** Props besides the parameters, and values of parameters that are missing. */
  readonly props?: object;
  /** What opening the page needs. */
  readonly needs?: Needs;
  /** Name in the side navigation and the palette. Without one, only links lead here. */
  title?(): string;
  /** What one does here, as the palette offers it: "Create role". */
  act?(): string;
  /** Other words that the palette finds the page by, separated by spaces. */
  words?(): string;
  /** Place in the side navigation; pages with a lower order come first. */
  readonly navigation?: { readonly group: AdminPageGroup; readonly order: number };
  /** Path of the page whose header links here. */
  readonly linkedFrom?: string;
  /**
   * Causes of changes that the page shows: the history links to it. The cause's id is the parameter
   * `name`.
   */
  readonly shows?: ChangeCause['kind'];
  /** Type of entries in the history that the page edits: their changes link here, with `name`. */
  readonly edits?: 'connections';
  /** Whether the page is offered, besides `needs`. */
  isAvailable?(conditions: AdminPageConditions): boolean;
  /**
   * What only a request can tell about `isAvailable`: asked once in each visit to the app, where
   * that holds. The page is absent from the side navigation until it is true, and from the palette.
   */
  readAvailability?(http: HttpSetup, signal: AbortSignal): Promise<boolean>;
  /** Applies to all pages with the same first segment of the path, too. */
  readonly help?: AdminPageHelp;
}

/**
 * A button beside Save, in forms of entries and in reviews of planned changes: it takes the changes
 * over instead of saving them. It is about this installation, not about connected clusters.
 */
export interface SaveAction {
  /** Unique; begins with the id of the plugin. */
  readonly id: string;
  label(): string;
  readonly iconType: string;
  /** How many changes it takes at once. */
  readonly maxChanges: number;
  /** Why it cannot take changes; a warning then, in place of the dialog. */
  objectTo?(changes: readonly ImportChange[]): string | undefined;
  /** Loads the dialog that takes the changes. */
  load(): Promise<(props: SaveActionDialogProps) => ReactElement | null>;
}

export interface SaveActionDialogProps {
  readonly changes: readonly ImportChange[];
  onClose(): void;
  /** Has the form forget its input, as after a save. */
  onTaken(): void;
}

/** What a part of an entity's page gets. */
export interface EntityPartProps {
  readonly user: {
    readonly name: string;
    readonly user: InternalUser;
    /** Absent if the backend does not report it. */
    readonly effective?: EffectivePermissions;
  };
  readonly role: { readonly name: string; readonly role: Role };
  readonly apiKey: { readonly apiKey: ApiKey; onClose(): void };
  /** The user that the access explorer's answer is about. */
  readonly explanation: { readonly name: string };
}

interface AddedPart<E extends keyof EntityPartProps> {
  /** Unique; begins with the id of the plugin. */
  readonly id: string;
  readonly entity: E;
  /** Of the tab, or of the action that opens the panel. */
  title(): string;
  /** Parts with a lower one come first. The app's own tabs have 10, 20, …; the history 90. */
  readonly order: number;
  /** Whether the part is offered. */
  isAvailable?(conditions: AdminPageConditions): boolean;
  /** Loads the component when the part opens. */
  load(): Promise<(props: EntityPartProps[E]) => ReactElement | null>;
}

/** A tab on the page of a user or role. */
export interface EntityTab<E extends 'user' | 'role'> extends AddedPart<E> {
  /** Last segment of its address: `usage` for `/users/view/jane/usage`. */
  readonly path: string;
}

/** A flyout or dialog about an API key, which an action of the lists of keys opens. */
export interface ApiKeyPanel extends AddedPart<'apiKey'> {
  /** Of the action. */
  readonly iconType: string;
}

/** A panel below an answer of the access explorer about a user, unless it is about an API key. */
export type ExplanationPanel = Omit<AddedPart<'explanation'>, 'title'>;

/** A part that a plugin adds to the page of an entity. */
export type EntityPart = EntityTab<'user'> | EntityTab<'role'> | ApiKeyPanel | ExplanationPanel;

/** What a part beside an impact gets. */
export interface ImpactPartProps {
  /** Unsaved changes of a form or a review; `null` deletes an entry. */
  readonly changes: ProposedChanges;
  /** Sends requests for the cluster that would be changed, not always that of the page. */
  readonly http: HttpSetup;
}

/** Something that a plugin shows beside the impact of unsaved changes. */
export interface ImpactPart {
  /** Unique; begins with the id of the plugin. */
  readonly id: string;
  /** Whether it is offered. */
  isAvailable?(conditions: AdminPageConditions): boolean;
  /** Loads the component with the first impact that is shown. */
  load(): Promise<(props: ImpactPartProps) => ReactElement | null>;
}

/** A cluster besides home, for one visit to the app. */
export interface ChosenCluster {
  readonly entry: ClusterEntry;
  /** Whether the user has to enter credentials before the next request can succeed. */
  readonly asks$: BehaviorSubject<boolean>;
}

/** The clusters that the app can work on, by the plugin that connects them. */
export interface ClusterSource {
  /** Home first. */
  list(http: Pick<HttpSetup, 'get'>, signal?: AbortSignal): Promise<readonly ClusterEntry[]>;
  /** Loads what stands around the pages while they work on a cluster, such as its login. */
  loadFrame(): Promise<(props: ClusterFrameProps) => ReactElement | null>;
  /** Loads the choice of a cluster above the side navigation. */
  loadPicker(): Promise<(props: object) => ReactElement | null>;
}

export interface ClusterFrameProps {
  readonly cluster: ChosenCluster;
  /** The page. */
  readonly children: ReactNode;
}

/** Contract for other plugins. */
export interface SecurityPluginStart {
  /** Replays the latest value; `undefined` if no user is logged in. */
  readonly account$: Observable<AccountInfo | undefined>;
  /** Replays the latest value; `undefined` if no user is logged in or multitenancy is off. */
  readonly currentTenant$: Observable<CurrentTenant | undefined>;
  /**
   * Whether the configuration offers a tenant, by its wire name; global and private can be
   * disabled.
   */
  isTenantOffered(tenant: string): boolean;
  /**
   * Adds the current tenant to a shared address, unless it names one. Never rejects: if the tenant
   * is unknown, the address stays unchanged.
   */
  addTenant(url: string): Promise<string>;
  /** Opens the dialog "Select your tenant"; a choice reloads the page. */
  openTenantSwitcher(): void;
  /** Whether the Security admin app is available. */
  readonly hasApiAccess$: Observable<boolean>;
  /** Loads what shows the user's own access: indices, tenants, roles, and how to ask for more. */
  loadMyAccess(): Promise<ComponentType>;
  /** Whether a user with that access may open a page of the Security app, by its path. */
  mayOpenPage(path: string): boolean;
}

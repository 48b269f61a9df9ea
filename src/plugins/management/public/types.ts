import type { ChromeBreadcrumb, ScopedHistoryContract, UnmountCallback } from '@sd/core/public';
import type { KitServices } from '@sd/ui_kit';
import type { SecurityPluginStart } from '../../security/public';
import type { ObjectKey } from '../common';

/** What a section's `mount` is given. */
export interface ManagementSectionMountParams {
  /** Empty; stands below the section's heading (`h1`), so that own headings begin with `h2`. */
  readonly element: HTMLElement;
  /** Knows only the part of the address below the section. */
  readonly history: ScopedHistoryContract;
  /**
   * For screens made of the kit, to be handed to its `KitProvider`; its `history` is that of the
   * section.
   */
  readonly kit: KitServices;
  /** Crumbs behind "Management" and the section's title; `[]` takes them away again. */
  setBreadcrumbs(crumbs: readonly ChromeBreadcrumb[]): void;
  /**
   * While true, leaving the app asks first: other apps, closing the tab. Moves inside the app never
   * ask (specification section 5); what shall survive them is kept as a draft (`kit.drafts`, or a
   * form of the kit, which does it by itself).
   */
  setUnsavedChanges(hasUnsavedChanges: boolean): void;
}

/** One page, or a group of pages, of the Management app. */
export interface ManagementSection {
  /**
   * Unique; also the address below `/app/management`: lower-case letters, digits, `-` and `_`, in
   * one or more segments parted by `/`, for example `kibana/settings`. The section owns all
   * addresses below it.
   */
  readonly id: string;
  /** Heading of the page, link in the side navigation and on the landing page. */
  readonly title: string;
  /** A sentence on what it is for. */
  readonly description: string;
  /**
   * Ascending in the navigation; sections without one come last, then by title. The built-in ones
   * have 100 and 200.
   */
  readonly order?: number;
  /**
   * Loads (by dynamic import) and shows the section; called again after "Try again" when it
   * rejects.
   */
  mount(params: ManagementSectionMountParams): UnmountCallback | Promise<UnmountCallback>;
}

export interface ManagementPluginSetup {
  readonly sections: {
    /** @throws for an id that is no address or is taken, and after setup */
    register(section: ManagementSection): void;
  };
}

export interface ManagementPluginStart {
  /** Where a saved object can be looked into, inside this app. */
  objectPath(object: ObjectKey): string;
}

/** As the manifest names them. */
export interface ManagementStartDeps {
  readonly security?: SecurityPluginStart;
}

import type { ChromeBreadcrumb, ScopedHistoryContract, UnmountCallback } from '@sd/core/public';
import type { KitServices, OpenWith } from '@sd/ui_kit';
import type { SecurityPluginStart } from '../../security/public';
import type { ObjectKey } from '../common';

/** Parameters of a section's `mount`. */
export interface ManagementSectionMountParams {
  /** Empty element below the section's heading (`h1`); headings of the section start with `h2`. */
  readonly element: HTMLElement;
  /** Scoped to the path below the section. */
  readonly history: ScopedHistoryContract;
  /**
   * For screens built with the UI kit: pass it to `KitProvider`. Its `history` is the section's.
   */
  readonly kit: KitServices;
  /** Breadcrumbs after "Management" and the section's title; `[]` removes them. */
  setBreadcrumbs(crumbs: readonly ChromeBreadcrumb[]): void;
  /**
   * While true, leaving the app asks for confirmation: other apps, closing the tab. Navigation
   * within the app never asks (specification section 5). Keep input that must survive it as a draft
   * (`kit.drafts`; forms of the kit do so automatically).
   */
  setUnsavedChanges(hasUnsavedChanges: boolean): void;
}

/** A page or a group of pages in the Management app. */
export interface ManagementSection {
  /**
   * Unique id and path below `/app/management`: lowercase letters, digits, `-` and `_` in one or
   * more segments separated by `/`, for example `kibana/settings`. The section owns all paths below
   * it.
   */
  readonly id: string;
  /** Heading of the page, and link text in the side navigation and on the landing page. */
  readonly title: string;
  /** One sentence about the purpose of the section. */
  readonly description: string;
  /**
   * Ascending in the navigation. Sections without an order come last, by title. The built-in
   * sections use 100 and 200.
   */
  readonly order?: number;
  /**
   * Loads (by dynamic import) and renders the section. Called again by "Try again" if it rejects.
   */
  mount(params: ManagementSectionMountParams): UnmountCallback | Promise<UnmountCallback>;
}

export interface ManagementPluginSetup {
  readonly sections: {
    /** @throws if the id is invalid or already registered, and after setup */
    register(section: ManagementSection): void;
  };
}

export interface ManagementPluginStart {
  /** Path within this app that shows a saved object. */
  objectPath(object: ObjectKey): string;
  /** Where objects open outside this product: templates for `openAddress` of the UI kit. */
  readonly openWith: OpenWith;
  /** Path within this app that lists all saved objects. */
  readonly objectsPath: string;
}

/** Plugin names as in the manifest. */
export interface ManagementStartDeps {
  readonly security?: SecurityPluginStart;
}

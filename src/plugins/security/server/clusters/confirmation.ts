/** Confirmations of changes of clusters with `confirm_changes`. */
import type { RouteRequest } from '@sd/core/server';
import { CONFIRM_CLUSTER } from '../../common';

/** Whether a request confirms changes of a cluster: its id, or a list of ids with commas. */
export const isConfirmed = ({ headers }: Pick<RouteRequest, 'headers'>, id: string): boolean =>
  headers[CONFIRM_CLUSTER]?.split(',').some((one) => one.trim() === id) ?? false;

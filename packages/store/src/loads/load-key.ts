import type { Dataset } from '@kept/domain/bill-format.ts'

/**
 * The prefix of an attempt's load ids. Cost lines and the smaller datasets of one import can have the same month and
 * account; the loads of each dataset have their own ids and are replaced independently.
 */
export function loadKey(attemptKey: string, dataset: Dataset): string {
  return dataset === 'cost_and_usage' ? attemptKey : `${attemptKey}:${dataset}`
}

/** The attempt of a load id: the part before its dataset, billing period and account. */
export function keyOfLoad(loadId: string): string {
  return /^[^:/]*/.exec(loadId)?.[0] ?? ''
}

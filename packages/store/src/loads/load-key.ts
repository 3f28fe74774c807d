import type { Dataset } from '@kept/domain/bill-format.ts'

/**
 * What the load ids of an attempt begin with. Cost lines and the smaller datasets of one delivery can be of the same
 * month and account; each dataset's loads have an id, and so a life, of their own.
 */
export function loadKey(attemptKey: string, dataset: Dataset): string {
  return dataset === 'cost_and_usage' ? attemptKey : `${attemptKey}:${dataset}`
}

/** The attempt a load id belongs to: what stands before its dataset, billing period and account. */
export function keyOfLoad(loadId: string): string {
  return /^[^:/]*/.exec(loadId)?.[0] ?? ''
}

import type { SavingPart } from '@kept/domain/saving.ts'

/** Labels of the parts of a saving. */
export const parts: Record<SavingPart, string> = {
  usage: 'Usage',
  modeled: 'Usage, lower bound',
  rate: 'Commitment rate',
  penalty: 'Unused commitments',
  replaced: 'Replaced by other resources',
  avoidance: 'Avoided, billed only if agreed',
}

import type { SavingPart } from '@kept/domain/saving.ts'

/** The parts of a saving, for people. */
export const parts: Record<SavingPart, string> = {
  usage: 'Usage',
  modelled: 'Usage, lower bound',
  rate: 'Rate of commitments',
  penalty: 'Stranded commitments',
  replaced: 'Replaced by other resources',
  avoidance: 'Avoided, billed only if agreed',
}

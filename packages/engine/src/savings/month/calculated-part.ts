import type { SavingPart } from '@kept/domain/saving.ts'
import type { Nano } from '../exact.ts'
import type { PartDetail } from './part-detail.ts'

/** What one action earned or cost in the month, with all that its entry in the ledger will say. */
export interface CalculatedPart {
  readonly action: string
  readonly lineage: string
  readonly part: SavingPart
  readonly amount: Nano
  readonly face: Nano
  /** How much more or less it may be, at 68 %; zero where it is exact. */
  readonly unsure: Nano
  readonly inputsRoot: string
  readonly baselineHash: string | null
  /** How the saving comes about; left out of what is taken off. */
  readonly detail?: PartDetail | undefined
}

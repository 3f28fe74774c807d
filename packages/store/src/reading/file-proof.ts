import type { CostColumn } from '@kept/domain/focus-columns.ts'

/** What the file states, read a second time and independently of what was written. */
export interface FileProof {
  rows: number
  sums: FileSum[]
}

interface FileSum {
  currency: string
  column: CostColumn
  /** Null when no row has a value. */
  amount: string | null
}

/** Input of `kept verify`. */
import type { Checkpoint, Statement } from '@kept/domain/statement.ts'

export interface VerifyRequest {
  statement: Statement
  bills: readonly string[]
  trustedKey: string | undefined
  checkpoints: readonly Checkpoint[]
  environment: Record<string, string | undefined>
  signal: AbortSignal
  /** Also recalculate the frozen baselines from the given bills. */
  baselines?: boolean
  /** False: trust the replacements in the statement. */
  replacements?: boolean
}

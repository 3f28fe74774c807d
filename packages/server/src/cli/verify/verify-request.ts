/** What `kept verify` is asked. */
import type { Checkpoint, Statement } from '@kept/domain/statement.ts'

export interface VerifyRequest {
  statement: Statement
  bills: readonly string[]
  trustedKey: string | undefined
  checkpoints: readonly Checkpoint[]
  environment: Record<string, string | undefined>
  signal: AbortSignal
  /** Make the frozen baselines again, too, from what of their weeks is among the bills. */
  baselines?: boolean
  /** False: what replaced the removed capacity is taken as the statement has it. */
  replacements?: boolean
}

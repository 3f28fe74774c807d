/** What can be verified of a statement without a bill: ledger, signature and the arithmetic of the fee. */
import { findFeeError } from '@kept/engine/savings/statement/check-fee.ts'
import { firstIssue } from '@kept/engine/savings/statement/check-papers.ts'
import { verifyEd25519 } from '../../platform/verify-ed25519.ts'
import { sha256 } from './statement-file.ts'
import type { VerifyRequest } from './verify-request.ts'

export type PaperRequest = Pick<VerifyRequest, 'statement' | 'trustedKey' | 'checkpoints'>

/** The first thing wrong, as a sentence; null when the statement is consistent. */
export function checkWithoutBill({ statement, trustedKey, checkpoints }: PaperRequest): string | null {
  return firstIssue(statement, { sha256, verify: verifyEd25519, trustedKey, checkpoints }) ?? findFeeError(statement)
}

/** What is still to be checked, and how. */
export function notRecalculated(periods: readonly string[]): string {
  return `Not checked: the savings themselves. Add --bill with the files or folders of your bill of ${periods.join(', ')} to recalculate them.\n`
}

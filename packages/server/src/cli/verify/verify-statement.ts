/** Verifies a statement offline: signatures and ledger first, then every amount against the customer's bill. */
import { formats } from '@kept/connectors/all.ts'
import { NotPlain } from '@kept/connectors/plain/not-plain.ts'
import type { Statement } from '@kept/domain/statement.ts'
import { firstDisagreement } from '@kept/engine/savings/statement/check-amounts.ts'
import { firstIssue } from '@kept/engine/savings/statement/check-papers.ts'
import { setupOf } from '@kept/engine/savings/statement/statement-draft.ts'
import { hoursOfMonth, toHour } from '@kept/foundation/calendar/hour.ts'
import { verifyEd25519 } from '../../platform/verify-ed25519.ts'
import type { Settled } from './calculate-by-engine.ts'
import { calculateWithoutEngine } from './calculate-without-engine.ts'
import { hasSearch } from './has-search.ts'
import { openPlainly } from './open-plainly.ts'
import type { ReadBill } from './read-into-engine.ts'
import { sha256 } from './statement-file.ts'
import { tidyMemory } from './tidy-memory.ts'
import type { VerifyRequest } from './verify-request.ts'

/** How many baselines were recalculated from older bills, and which bills are missing. */
interface BaselinesAgain {
  reproduced: number
  not_given: number
  missing: { from: string; to: string } | null
}

/** How many replacements the statement has, and which bills are missing for a complete search. */
interface ReplacementsAgain {
  stated: number
  missing: { from: string; to: string } | null
}

export type VerificationResult =
  | { agrees: true; rows: number; skipped: number; replacements?: ReplacementsAgain; baselines?: BaselinesAgain }
  | { agrees: false; sentence: string }

const noSearchStated = 'The statement does not name the bills that were searched for replacements.'

export async function verifyStatement(request: VerifyRequest): Promise<VerificationResult> {
  const { statement, trustedKey, checkpoints } = request
  tidyMemory()
  const issue = firstIssue(statement, { sha256, verify: verifyEd25519, trustedKey, checkpoints })
  if (issue) return { agrees: false, sentence: issue }
  const isSearched = request.replacements !== false && hasSearch(statement)
  if (isSearched && !statement.substitution?.search) return { agrees: false, sentence: noSearchStated }
  const { calculated, rows, passedOver } = await recalculate(request)
  const sentence = firstDisagreement(statement, calculated, sha256)
  if (sentence !== null) return { agrees: false, sentence }
  const result: VerificationResult = { agrees: true, rows, skipped: passedOver }
  return isSearched || request.baselines ? checkInEngine(request, result, isSearched) : result
}

/** Checks replacements and baselines in the warehouse, because they reach beyond the month. */
async function checkInEngine(
  request: VerifyRequest,
  result: VerificationResult & { agrees: true },
  isSearched: boolean,
): Promise<VerificationResult> {
  const { readIntoEngine } = await import('./read-into-engine.ts')
  const { statement } = request
  const month = hoursOfMonth(statement.period)
  const starts = request.baselines ? statement.baselines.map((baseline) => toHour(baseline.from)) : []
  const span = { from: Math.min(month.from, ...starts), to: month.to }
  return readIntoEngine({ ...request, span }, async (bill): Promise<VerificationResult> => {
    const replacements = isSearched ? await searchAgain(bill, statement) : undefined
    if (replacements?.disagreement) return { agrees: false, sentence: replacements.disagreement }
    const baselines = request.baselines ? await makeAgain(bill, statement) : undefined
    if (baselines?.disagreement) return { agrees: false, sentence: baselines.disagreement }
    return {
      ...result,
      ...(replacements && { replacements: { stated: replacements.stated, missing: replacements.missing } }),
      ...(baselines && {
        baselines: { reproduced: baselines.reproduced, not_given: baselines.notGiven, missing: baselines.missing },
      }),
    }
  })
}

async function searchAgain(bill: ReadBill, statement: Statement) {
  const { checkReplacements } = await import('./check-replacements.ts')
  return checkReplacements(bill, statement)
}

async function makeAgain(bill: ReadBill, statement: Statement) {
  const { checkBaselines } = await import('./check-baselines.ts')
  return checkBaselines(bill, statement)
}

/** Calculates the month without the warehouse if the bill is plain CSV, otherwise with it. */
async function recalculate(request: VerifyRequest): Promise<Settled> {
  const { statement, bills, signal } = request
  try {
    const files = await openPlainly(bills, formats)
    const done = await calculateWithoutEngine(files, setupOf(statement, sha256), signal)
    if (done.rows > 0) return done
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error
  }
  const { calculateByEngine } = await import('./calculate-by-engine.ts')
  return calculateByEngine(request)
}

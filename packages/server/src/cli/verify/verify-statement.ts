/** A statement against the customer's own bill: papers first, then every amount worked out again. Offline, nothing kept. */
import { formats } from '@kept/connectors/all.ts'
import { NotPlain } from '@kept/connectors/plain/not-plain.ts'
import { hoursOfMonth, toHour } from '@kept/domain/hour.ts'
import type { Statement } from '@kept/domain/statement.ts'
import { firstDisagreement } from '@kept/engine/savings/statement/check-amounts.ts'
import { firstFault } from '@kept/engine/savings/statement/check-papers.ts'
import { setupOf } from '@kept/engine/savings/statement/statement-draft.ts'
import { hasSearch } from './has-search.ts'
import { openPlainly } from './open-plainly.ts'
import type { ReadBill } from './read-into-engine.ts'
import type { Settled } from './settle-by-engine.ts'
import { settlePlainly } from './settle-plainly.ts'
import { sha256, verifyEd25519 } from './statement-file.ts'
import { tidyMemory } from './tidy-memory.ts'
import type { VerifyRequest } from './verify-request.ts'

/** The baselines that were made again from older bills, and those whose weeks were not among them. */
export interface BaselinesAgain {
  again: number
  not_given: number
  missing: { from: string; to: string } | null
}

/** What replaced the removed capacity, searched again: in all that was searched, or in the bills that were given. */
export interface ReplacementsAgain {
  stated: number
  missing: { from: string; to: string } | null
}

export type Verdict =
  | { agrees: true; rows: number; passed_over: number; replacements?: ReplacementsAgain; baselines?: BaselinesAgain }
  | { agrees: false; sentence: string }

const noSearchStated = 'The statement does not say which bill was searched for what replaced the removed capacity.'

export async function verifyStatement(request: VerifyRequest): Promise<Verdict> {
  const { statement, trustedKey, checkpoints } = request
  tidyMemory()
  const fault = firstFault(statement, { sha256, verify: verifyEd25519, trustedKey, checkpoints })
  if (fault) return { agrees: false, sentence: fault }
  const isSearched = request.replacements !== false && hasSearch(statement)
  if (isSearched && !statement.substitution?.search) return { agrees: false, sentence: noSearchStated }
  const { settled, rows, passedOver } = await settleAgain(request)
  const sentence = firstDisagreement(statement, settled, sha256)
  if (sentence !== null) return { agrees: false, sentence }
  const verdict: Verdict = { agrees: true, rows, passed_over: passedOver }
  return isSearched || request.baselines ? checkInEngine(request, verdict, isSearched) : verdict
}

/** All bills at once are read by the engine, whoever read the month's: what is searched in them reaches beyond it. */
async function checkInEngine(
  request: VerifyRequest,
  verdict: Verdict & { agrees: true },
  isSearched: boolean,
): Promise<Verdict> {
  const { readIntoEngine } = await import('./read-into-engine.ts')
  const { statement } = request
  const month = hoursOfMonth(statement.period)
  const starts = request.baselines ? statement.baselines.map((baseline) => toHour(baseline.from)) : []
  const span = { from: Math.min(month.from, ...starts), to: month.to }
  return readIntoEngine({ ...request, span }, async (bill): Promise<Verdict> => {
    const replacements = isSearched ? await searchAgain(bill, statement) : undefined
    if (replacements?.fault) return { agrees: false, sentence: replacements.fault }
    const baselines = request.baselines ? await makeAgain(bill, statement) : undefined
    if (baselines?.fault) return { agrees: false, sentence: baselines.fault }
    return {
      ...verdict,
      ...(replacements && { replacements: { stated: replacements.stated, missing: replacements.missing } }),
      ...(baselines && {
        baselines: { again: baselines.again, not_given: baselines.notGiven, missing: baselines.missing },
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

/** A bill that is written plainly needs no engine; of any other the engine is the one that knows how to read it. */
async function settleAgain(request: VerifyRequest): Promise<Settled> {
  const { statement, bills, signal } = request
  try {
    const files = await openPlainly(bills, formats)
    const done = await settlePlainly(files, setupOf(statement, sha256), signal)
    if (done.rows > 0) return done
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error
  }
  const { settleByEngine } = await import('./settle-by-engine.ts')
  return settleByEngine(request)
}

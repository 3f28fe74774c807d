/** A statement against the customer's own bill: papers first, then every amount worked out again. Offline, nothing kept. */
import { formats } from '@kept/connectors/all.ts'
import { NotPlain } from '@kept/connectors/plain/not-plain.ts'
import { hoursOfMonth, toHour } from '@kept/domain/hour.ts'
import { firstDisagreement } from '@kept/engine/savings/statement/check-amounts.ts'
import { firstFault } from '@kept/engine/savings/statement/check-papers.ts'
import { setupOf } from '@kept/engine/savings/statement/statement-draft.ts'
import { openPlainly } from './open-plainly.ts'
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

export type Verdict =
  | { agrees: true; rows: number; passed_over: number; baselines?: BaselinesAgain }
  | { agrees: false; sentence: string }

export async function verifyStatement(request: VerifyRequest): Promise<Verdict> {
  const { statement, trustedKey, checkpoints } = request
  tidyMemory()
  const fault = firstFault(statement, { sha256, verify: verifyEd25519, trustedKey, checkpoints })
  if (fault) return { agrees: false, sentence: fault }
  const { settled, rows, passedOver } = await settleAgain(request)
  const sentence = firstDisagreement(statement, settled, sha256)
  if (sentence !== null) return { agrees: false, sentence }
  return request.baselines ? withBaselines(request, rows, passedOver) : { agrees: true, rows, passed_over: passedOver }
}

/** Older bills are read by the engine, whoever read the month's: it is asked for seldom, and of any length of time. */
async function withBaselines(request: VerifyRequest, rows: number, passed_over: number): Promise<Verdict> {
  const { readIntoEngine } = await import('./read-into-engine.ts')
  const { checkBaselines } = await import('./check-baselines.ts')
  const { statement } = request
  const month = hoursOfMonth(statement.period)
  const from = Math.min(month.from, ...statement.baselines.map((baseline) => toHour(baseline.from)))
  const made = await readIntoEngine({ ...request, span: { from, to: month.to } }, (bill) =>
    checkBaselines(bill, request.statement),
  )
  const { fault, again, notGiven: not_given, missing } = made
  return fault === null
    ? { agrees: true, rows, passed_over, baselines: { again, not_given, missing } }
    : { agrees: false, sentence: fault }
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

/** The query of a fact: one statement over the lines or roll-ups, whose rows are the fact's rows. */
import type { LedgerFactName, LedgerFacts } from '@kept/domain/facts.ts'

export interface FactQuery<Name extends LedgerFactName> {
  /** With `{from:Date}`, `{to:Date}`, `{history:Date}` and the parameters of scope and loads unbound. */
  sql: string
  /** Completes a row of the engine to a row of the fact. */
  finish?(row: LedgerFacts[Name][number] & Record<string, unknown>): LedgerFacts[Name][number]
}

/** How a fact is asked: one statement over the lines or roll-ups, whose rows are the fact's rows. */
import type { LedgerFactName, LedgerFacts } from '@kept/domain/facts.ts'

export interface FactQuery<Name extends LedgerFactName> {
  /** With `{from:Date}`, `{to:Date}`, `{history:Date}` and the scope's and loads' own parameters open. */
  sql: string
  /** What a row of the engine still lacks to be a row of the fact. */
  finish?(row: LedgerFacts[Name][number] & Record<string, unknown>): LedgerFacts[Name][number]
}

/**
 * An unclosed quote takes the rest of the file into one field, and the engine reports nothing: half a bill would be one
 * row. Checked only when a row ends early or its last field has line breaks.
 */
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { findBrokenQuote } from './broken-quote.ts'
import { querySource } from './query-source.ts'
import { cannotSplit } from './reading-error.ts'
import type { BillSource } from './source.ts'

export async function refuseUnclosedQuote(
  warehouse: Warehouse,
  scope: Scope,
  source: BillSource,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (source.lines && !(await hasOddQuotes(warehouse, scope, source, source.lines, signal))) return
  // An odd quote may be in a field without quotes (5" disk): only a scan from the start decides.
  const broken = source.content
    ? await findBrokenQuote(source.content(), source.delimiter ?? ',')
    : ({ kind: 'never_closed' } as const)
  if (broken?.kind === 'never_closed') throw cannotSplit(source, broken)
}

/** Quotes come in pairs, however they are used. The engine counts them as fast as it reads. */
async function hasOddQuotes(
  warehouse: Warehouse,
  scope: Scope,
  source: BillSource,
  lines: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const [counted] = await querySource(warehouse, {
    scope,
    source,
    select: { quotes: `sum(countSubstrings(line, '"'))` },
    from: lines,
    signal,
  })
  return Number(counted?.quotes ?? 0) % 2 === 1
}

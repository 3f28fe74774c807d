/**
 * Whether an invoice or credit note follows from the signed statements it names: every share billed as stated, then tax
 * and totals. It shares no code with what makes invoices.
 */
import type { InvoiceDocument, InvoiceLine } from '@kept/domain/billing/invoice-document.ts'
import { minorDigits } from '@kept/domain/currency.ts'
import type { Statement } from '@kept/domain/statement.ts'
import {
  add,
  compare,
  divide,
  isNegative,
  isZero,
  multiply,
  negate,
  subtract,
  sum,
  toPlaces,
} from '@kept/foundation/decimal.ts'
import { nanoText } from '../savings/exact.ts'

interface SignedStatement {
  readonly statement: Statement
  /** Of the signed text, byte for byte. */
  readonly sha256: string
}

/** The first thing wrong, as a sentence; null when the document is right to the smallest unit of its currency. */
export function findInvoiceError(
  document: InvoiceDocument,
  statements: ReadonlyMap<string, SignedStatement>,
): string | null {
  const digits = minorDigits(document.currency)
  if (digits === undefined) return `"${document.currency}" is not an ISO 4217 currency, so nothing can be owed in it.`
  return (
    findStatementError(document, statements) ??
    findLineError(document, statements) ??
    findRepetition(document) ??
    findTaxError(document, digits) ??
    findTotalError(document, digits)
  )
}

/** Actions that the statements charge for and the document leaves out: disputed lines, or parts billed elsewhere. */
export function countUnbilledActions(
  { lines }: InvoiceDocument,
  statements: ReadonlyMap<string, SignedStatement>,
): number {
  const billed = new Set(
    lines.flatMap(({ statement_id, actions }) => actions.map((action) => keyOf(statement_id, action.action_id))),
  )
  return [...statements].reduce(
    (count, [id, { statement }]) =>
      count +
      statement.commission.shares.filter(({ action, fee }) => !isZero(fee) && !billed.has(keyOf(id, action))).length,
    0,
  )
}

const keyOf = (statementId: string, actionId: string) => `${statementId} ${actionId}`

function findStatementError(
  { statements: named, currency, organization_id }: InvoiceDocument,
  statements: ReadonlyMap<string, SignedStatement>,
): string | null {
  const ids = named.map(({ id }) => id)
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  if (repeated) return `The invoice names statement ${repeated} twice.`
  for (const { id, period, sha256, ledger_head, fee } of named) {
    const signed = statements.get(id)
    if (!signed) return `The signed statement ${id} of ${period} is not attached.`
    const { statement } = signed
    if (signed.sha256 !== sha256)
      return `The attached statement of ${period} is not the one the invoice was made from: its SHA-256 is ${signed.sha256}, not ${sha256}.`
    if (statement.period !== period)
      return `The invoice dates statement ${id} ${period}, but it is of ${statement.period}.`
    if (statement.currency !== currency)
      return `The invoice is in ${currency}, but the statement of ${period} is in ${statement.currency}.`
    if (statement.organization_id !== organization_id)
      return `The statement of ${period} is of organization ${statement.organization_id}, not of ${organization_id}.`
    if (statement.head.hash !== ledger_head)
      return `The ledger head of ${period} is ${statement.head.hash}, not ${ledger_head}.`
    if (compare(statement.commission.fee, fee) !== 0)
      return `The invoice says that the statement of ${period} charges ${fee} ${currency}, but it charges ${statement.commission.fee} ${currency}.`
  }
  return null
}

function findLineError(document: InvoiceDocument, statements: ReadonlyMap<string, SignedStatement>): string | null {
  for (const [index, line] of document.lines.entries()) {
    const name = `Line ${line.position} ("${line.description}")`
    if (line.position !== index + 1) return `${name} stands at position ${index + 1}.`
    const signed = statements.get(line.statement_id)
    if (!signed) return `${name} rests on statement ${line.statement_id}, which is not attached.`
    if (line.period !== signed.statement.period)
      return `${name} is about ${line.period}, but its statement is about ${signed.statement.period}.`
    const issue = findActionError(line, document, signed.statement) ?? findSumError(line, document.currency)
    if (issue) return `${name} ${issue}`
  }
  return null
}

function findActionError(line: InvoiceLine, { kind, currency }: InvoiceDocument, statement: Statement): string | null {
  const saved = savedByAction(statement)
  for (const action of line.actions) {
    const id = action.action_id
    const share = statement.commission.shares.find((entry) => entry.action === id)
    if (!share) return `charges for action "${id}", but the statement of ${statement.period} does not.`
    const { group } = line
    const actionKind = statement.actions.find((entry) => entry.id === id)?.kind
    if (group !== 'true_up' && actionKind !== group) return `bills action "${id}" as ${group}, but it is ${actionKind}.`
    const turned = (amount: string) => (kind === 'credit_note' ? negate(amount) : amount)
    // A credit note for an accepted dispute gives back what a statement charged, so its amounts keep the sign.
    const gives = kind === 'credit_note' && !isNegative(share.fee) && !isNegative(action.fee)
    const [fee, savings] = gives ? [share.fee, saved.get(id) ?? '0'] : [turned(share.fee), turned(saved.get(id) ?? '0')]
    const isPart = gives && compare(action.fee, fee) < 0
    if (!isPart && compare(action.fee, fee) !== 0)
      return `charges ${action.fee} ${currency} for action "${id}", but the statement of ${statement.period} gives ${fee} ${currency}.`
    if (!isPart && compare(action.saved, savings) !== 0)
      return `states ${action.saved} ${currency} saved by action "${id}", but the statement of ${statement.period} gives ${savings} ${currency}.`
  }
  return null
}

function findSumError({ actions, fee, saved, fee_exact }: InvoiceLine, currency: string): string | null {
  const fees = sum(actions.map((action) => action.fee))
  if (compare(fee, fees) !== 0) return `charges ${fee} ${currency}, but its actions add up to ${fees} ${currency}.`
  const savings = sum(actions.map((action) => action.saved))
  if (compare(saved, savings) !== 0)
    return `states ${saved} ${currency} saved, but its actions add up to ${savings} ${currency}.`
  return isNegative(fee_exact) !== isNegative(fee) && !isZero(fee) && !isZero(fee_exact)
    ? `charges ${fee} ${currency}, but its exact fee is ${fee_exact} ${currency}.`
    : null
}

/** What the entries that the fee rests on book for each action. */
function savedByAction({ commission, entries }: Statement): Map<string, string> {
  const counted = new Set(commission.entries)
  const saved = new Map<string, bigint>()
  for (const { hash, action, amount } of entries)
    if (counted.has(hash)) saved.set(action, (saved.get(action) ?? 0n) + BigInt(amount))
  return new Map([...saved].map(([action, nano]) => [action, nanoText(nano)]))
}

/** An action is billed once for each statement. */
function findRepetition({ lines }: InvoiceDocument): string | null {
  const seen = new Set<string>()
  for (const { statement_id, position, description, actions } of lines)
    for (const { action_id } of actions) {
      const key = keyOf(statement_id, action_id)
      if (seen.has(key)) return `Line ${position} ("${description}") bills action "${action_id}" a second time.`
      seen.add(key)
    }
  return null
}

function findTaxError({ lines, tax, currency }: InvoiceDocument, digits: number): string | null {
  const groups = Map.groupBy(lines, ({ tax_category, tax_percent }) => `${tax_category} ${tax_percent}`)
  for (const { category, percent, base, tax: amount } of tax) {
    const name = `Tax ${category} ${percent}%`
    const taxed = groups.get(`${category} ${percent}`) ?? []
    groups.delete(`${category} ${percent}`)
    const expectedBase = toPlaces(sum(taxed.map(({ fee }) => fee)), digits)
    if (base !== expectedBase)
      return `${name} is of ${base} ${currency}, but its lines add up to ${expectedBase} ${currency}.`
    const expected = toPlaces(divide(multiply(base, percent), '100', digits), digits)
    if (amount !== expected)
      return `${name} is ${amount} ${currency}, but ${percent}% of ${base} is ${expected} ${currency}.`
    if (category !== 'S' && !isZero(percent)) return `${name} charges tax in a category without tax.`
  }
  const [untaxed] = groups.keys()
  return untaxed === undefined ? null : `The lines of tax category and rate "${untaxed}" are missing from the tax.`
}

function findTotalError({ lines, tax, totals, currency, kind }: InvoiceDocument, digits: number): string | null {
  const net = sum(lines.map(({ fee }) => fee))
  const taxSum = sum(tax.map((part) => part.tax))
  const gross = add(net, taxSum)
  const expected = [
    ['The net amount', totals.net, net],
    ['The tax', totals.tax, taxSum],
    ['The total', totals.gross, gross],
    ['The amount due', totals.due, subtract(gross, totals.credit_applied)],
  ] as const
  for (const [name, stated, exact] of expected) {
    const text = toPlaces(exact, digits)
    if (stated !== text) return `${name} is ${stated} ${currency}, but the lines give ${text} ${currency}.`
  }
  if (isNegative(totals.credit_applied) || compare(totals.credit_applied, gross) > 0)
    return `The credit used is ${totals.credit_applied} ${currency}, but the total is ${totals.gross} ${currency}.`
  return kind === 'credit_note' && !isZero(totals.credit_applied) ? 'A credit note uses no credit.' : null
}

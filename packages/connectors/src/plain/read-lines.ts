/**
 * Reads the usage lines that savings are calculated from in one pass, without a database: for a customer who verifies a
 * statement and has only the bill. Its result equals the warehouse's, or it rejects the file (`NotPlain`); a test
 * compares the two.
 */
import type { Mapping } from '@kept/domain/mapping.ts'
import type { CommitmentHour, PriceSeen } from '@kept/domain/saving.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import { isFilled, noPosition, refuseOddAmount, type ValuePosition } from './cells.ts'
import { NotPlain } from './not-plain.ts'
import { emptyLine, type PackedLine } from './packed-lines.ts'
import { openCommitmentHours, openCoverage, openPrices, type RequestedLines } from './requested-lines.ts'
import { openRows, type Row, type RowReader } from './rows.ts'
import { type Find, plainRules } from './rules.ts'
import { openDictionary } from './text-dictionary.ts'

export interface PlainBill {
  readonly header: readonly string[]
  readonly delimiter: string
  readonly mapping: Mapping
}

export interface LineCollection {
  /** A file of the bill: its bytes, including the header, are written to the returned sink. */
  read(bill: PlainBill): RowReader
  /** All rows so far. */
  readonly rows: number
  /** Rows of other months that an import could not read: they change no amount of this one. */
  readonly passedOver: number
  prices(): PriceSeen[]
  commitmentHours(): CommitmentHour[]
  isCovered(hour: Hour): boolean
}

/** `keep` receives every line of a requested resource; the line object is reused. */
export function collectLines(requested: RequestedLines, onLine: (line: PackedLine) => void): LineCollection {
  const dictionaryOf = (texts: readonly string[]) => {
    const dictionary = openDictionary()
    for (const text of texts) dictionary.add(text)
    return dictionary
  }
  const resources = dictionaryOf(requested.resources)
  const skus = dictionaryOf(requested.skus)
  const commitments = dictionaryOf(requested.commitments)
  const numbers = openDictionary(decimal)
  const textDictionary = openDictionary()
  const currencies = openDictionary((code) => code.toUpperCase())
  const prices = openPrices(requested)
  const hoursOf = openCommitmentHours(requested)
  const coverage = openCoverage(requested)
  const line = emptyLine()
  let rows = 0
  let passedOver = 0

  function read({ header, delimiter, mapping }: PlainBill): RowReader {
    const rules = plainRules(header)
    const find = finders(mapping, rules)
    const isComplete = wholeness(mapping, rules)
    let isHeader = true

    function onRow(row: Row): void {
      if (isHeader) {
        isHeader = false
        return
      }
      rows += 1
      try {
        isComplete(row)
        if (find.end(row) < find.start(row)) throw new NotPlain('a charge ends before it starts')
      } catch (error) {
        if (!(error instanceof NotPlain) || !isOfAnotherMonth(row)) throw error
        passedOver += 1
        return
      }
      const category = rules.read(textDictionary, row, find.category(row))
      if (category !== 'Usage' && category !== 'Purchase') return
      if ((rules.read(currencies, row, find.currency(row)) || noCurrency) !== requested.currency) return
      const hour = Math.floor(find.start(row) / 3600)
      if (!(hour >= requested.from && hour < requested.to)) return
      const hours = Math.floor(find.end(row) / 3600) - hour
      if (!(hours >= 0 && hours <= 65_535)) throw new NotPlain('a line ends before it begins')
      if (category === 'Purchase') {
        countUnusedPurchase(row, hour, hours)
        return
      }
      coverage.mark(hour, hours)
      count(row, hour, hours)
    }

    /** A fee row counts only for the unused part of its commitment. */
    function countUnusedPurchase(row: Row, hour: Hour, hours: number): void {
      const commitment = find.commitment(row)
      if (commitment === noPosition || statusOf(rules.read(textDictionary, row, find.status(row))) !== 'Unused') return
      const commitmentIndex = wordOf(commitments, row, commitment)
      if (commitmentIndex < 0) return
      const effective = rules.read(numbers, row, find.effective(row)) || '0'
      hoursOf.add(commitmentIndex, { hour, hours }, false, { contracted: '0', effective })
    }

    /** By its start alone, which must be written plainly. */
    function isOfAnotherMonth(row: Row): boolean {
      const hour = Math.floor(find.start(row) / 3600)
      return hour < requested.from || hour >= requested.to
    }

    function count(row: Row, hour: Hour, hours: number): void {
      const sku = find.sku(row)
      const quantity = find.quantity(row)
      const price = find.price(row)
      const effective = find.effective(row)
      const contractedPosition = find.contracted(row)
      const contracted = contractedPosition === noPosition ? effective : contractedPosition
      const isCorrection = rules.read(textDictionary, row, find.chargeClass(row)) === 'Correction'
      const number = (position: ValuePosition) => rules.read(numbers, row, position) || '0'

      const commitment = find.commitment(row)
      const status = statusOf(rules.read(textDictionary, row, find.status(row)))
      // Neither a correction nor an unused commitment is an offer.
      const knownSku = isCorrection || status === 'Unused' ? -1 : wordOf(skus, row, sku)
      // The effective cost of covered usage is the price of its commitment, not its price without it.
      const hasCost = contractedPosition !== noPosition || (status !== 'Used' && effective !== noPosition)
      if (knownSku >= 0) {
        if (price !== noPosition) prices.see(knownSku, hour, number(price))
        else if (hasCost && number(quantity) !== '0')
          prices.derive(knownSku, hour, number(contracted), number(quantity))
      }
      const knownCommitment = status === null || commitment === noPosition ? -1 : wordOf(commitments, row, commitment)
      if (knownCommitment >= 0) {
        const amounts = { contracted: number(contracted), effective: number(effective) }
        hoursOf.add(knownCommitment, { hour, hours }, status === 'Used', amounts)
      }

      const resource = wordOf(resources, row, find.resource(row))
      if (resource < 0) return
      line.resource = resource
      line.hour = hour
      line.hours = hours
      line.status = status
      line.correction = isCorrection
      lend(0, row, sku)
      lend(1, row, quantity)
      lend(2, row, price)
      lend(3, row, contracted)
      lend(4, row, effective)
      lend(5, row, commitment)
      onLine(line)
    }

    function wordOf(among: typeof skus, { bytes, start, end }: Row, position: ValuePosition): number {
      if (position >= 0) return among.find(bytes, start[position] ?? 0, end[position] ?? 0)
      if (position === noPosition) return -1
      const literal = rules.literal(position)
      return among.find(literal, 0, literal.length)
    }

    function lend(text: number, { bytes, start, end }: Row, position: ValuePosition): void {
      if (position >= 0) {
        line.bytes[text] = bytes
        line.start[text] = start[position] ?? 0
        line.end[text] = end[position] ?? 0
        return
      }
      const literal = rules.literal(position)
      line.bytes[text] = literal
      line.start[text] = 0
      line.end[text] = literal.length
    }

    return openRows(delimiter, header.length, onRow)
  }

  return {
    read,
    get rows() {
      return rows
    },
    get passedOver() {
      return passedOver
    },
    prices: prices.list,
    commitmentHours: hoursOf.list,
    isCovered: coverage.has,
  }
}

/** The ISO 4217 code for no currency, used by the ledger for bills without a currency. */
const noCurrency = 'XXX'

function statusOf(text: string): 'Used' | 'Unused' | null {
  if (text === '') return null
  if (text === 'Used' || text === 'Unused') return text
  throw new NotPlain('a commitment is neither used nor unused')
}

type Rules = ReturnType<typeof plainRules>
const costPlaces = 30
const quantityPlaces = 18

function finders({ columns }: Mapping, rules: Rules) {
  const text = (name: string): Find => {
    const mapped = columns[name]
    return mapped?.as === 'text' ? rules.text(mapped.rule) : () => noPosition
  }
  const number = (name: string, scale: number): Find => {
    const mapped = columns[name]
    return mapped?.as === 'amount' ? rules.amount(mapped.rule, scale) : () => noPosition
  }
  const instant = (name: string) => {
    const mapped = columns[name]
    return mapped?.as === 'time' ? rules.time(mapped.rule) : () => Number.NaN
  }
  const first =
    (preferred: Find, other: Find): Find =>
    (row) => {
      const position = preferred(row)
      return position === noPosition ? other(row) : position
    }
  return {
    category: text('ChargeCategory'),
    chargeClass: text('ChargeClass'),
    currency: text('BillingCurrency'),
    resource: text('ResourceId'),
    sku: first(text('SkuPriceId'), text('SkuId')),
    commitment: text('CommitmentDiscountId'),
    status: text('CommitmentDiscountStatus'),
    quantity: first(number('PricingQuantity', quantityPlaces), number('ConsumedQuantity', quantityPlaces)),
    price: number('ContractedUnitPrice', quantityPlaces),
    contracted: number('ContractedCost', costPlaces),
    effective: number('EffectiveCost', costPlaces),
    start: instant('ChargePeriodStart'),
    end: instant('ChargePeriodEnd'),
  }
}

/** Rejects a row that an import would reject, whatever it is about: a statement requires a complete bill. */
function wholeness({ columns, needed }: Mapping, rules: Rules): (row: Row) => void {
  if (!needed) throw new NotPlain('its mapping does not say what a row needs')
  const isThere = Object.entries(columns).flatMap(([name, mapped]) => {
    if (mapped?.as !== 'amount' && mapped?.as !== 'time') return []
    const find =
      mapped.as === 'time'
        ? rules.time(mapped.rule)
        : rules.amount(mapped.rule, name.endsWith('Cost') ? costPlaces : quantityPlaces)
    return needed.includes(name) ? [mapped.as === 'time' ? find : (row: Row) => find(row) - noPosition] : []
  })
  const amounts = Int32Array.from(rules.amounts.keys())
  const scales = Int32Array.from(rules.amounts.values(), (scale) => Math.min(scale, 1000))
  const times = Int32Array.from(rules.times)
  return (row) => {
    for (let index = 0; index < amounts.length; index += 1) {
      const column = amounts[index] ?? 0
      if (isFilled(row, column)) refuseOddAmount(row, column, scales[index] ?? 0)
    }
    for (let index = 0; index < times.length; index += 1) {
      const column = times[index] ?? 0
      if (isFilled(row, column)) rules.seconds(row, column)
    }
    // NaN is a missing time, zero a missing position.
    for (const find of isThere) if (!find(row)) throw new NotPlain('a row lacks what every row needs')
  }
}

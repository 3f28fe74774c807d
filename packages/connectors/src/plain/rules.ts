/**
 * A mapping's rules over the bytes of a row. Most rules only choose a cell or a literal, so a value is where it stands;
 * nothing is decoded to be compared. A rule that works something out is left to the warehouse's reader when it is met.
 */
import { type AmountRule, type Condition, columnKey, type TextRule, type TimeRule } from '@kept/domain/mapping.ts'
import { isFilled, isNonZero, nowhere, type Place, refuseOddText } from './cells.ts'
import { openClock } from './clock.ts'
import { NotPlain } from './not-plain.ts'
import type { Row } from './rows.ts'
import { openWords, type Words } from './words.ts'

export type Find = (row: Row) => Place

export interface PlainRules {
  text(rule: TextRule): Find
  /** `places` is how many decimals the ledger keeps of it. */
  amount(rule: AmountRule, places: number): Find
  /** Seconds since 1970, NaN where nothing is written. */
  time(rule: TimeRule): (row: Row) => number
  /** Seconds since 1970 of a cell. */
  seconds(row: Row, column: number): number
  /** The text of a place, decoded once. */
  read(words: Words, row: Row, place: Place): string
  /** The bytes of a literal. */
  literal(place: Place): Uint8Array
  /** Columns that some rule reads as an amount, each with the fewest decimals it is kept with, and as a time. */
  readonly amounts: ReadonlyMap<number, number>
  readonly times: ReadonlySet<number>
}

export function plainRules(header: readonly string[]): PlainRules {
  const columns = new Map<string, number>()
  for (const [index, name] of header.entries()) {
    const key = columnKey(name)
    if (!columns.has(key)) columns.set(key, index)
  }
  const literals: string[] = []
  const literalBytes: Uint8Array[] = []
  const amounts = new Map<number, number>()
  const times = new Set<number>()
  const clock = openClock(header.length)

  function literal(value: string): Place {
    if (value === '') return nowhere
    const known = literals.indexOf(value)
    if (known >= 0) return -1 - known
    literalBytes.push(new TextEncoder().encode(value))
    return -literals.push(value)
  }

  function text(rule: TextRule): Find {
    switch (rule.from) {
      case 'column': {
        const column = columns.get(columnKey(rule.name))
        if (column === undefined) return () => nowhere
        return (row) => {
          if (!isFilled(row, column)) return nowhere
          refuseOddText(row, column)
          return column
        }
      }
      case 'literal': {
        const place = literal(rule.value)
        return () => place
      }
      case 'first':
        return firstOf(rule.of.map(text))
      case 'when':
        return branch(rule, text)
      case 'lookup': {
        const key = text(rule.key)
        const otherwise = text(rule.otherwise)
        const entries = new Map(Object.entries(rule.entries).map(([word, use]) => [word.toLowerCase(), literal(use)]))
        const words = openWords((word) => word.toLowerCase())
        return (row) => entries.get(read(words, row, key(row))) ?? otherwise(row)
      }
      default:
        throw new NotPlain(`its mapping has a rule "${rule.from}"`)
    }
  }

  function amount(rule: AmountRule, places: number): Find {
    switch (rule.from) {
      case 'amount': {
        for (const column of columnsIn(rule.text)) amounts.set(column, Math.min(places, amounts.get(column) ?? places))
        return text(rule.text)
      }
      case 'first_amount':
        return firstOf(rule.of.map((one) => amount(one, places)))
      case 'when_amount':
        return branch(rule, (use) => amount(use, places))
      case 'sum':
      case 'product':
        for (const one of rule.of) amount(one, places)
        return workedOut
      case 'difference':
        amount(rule.of, places)
        amount(rule.less, places)
        return workedOut
      case 'quotient':
        amount(rule.of, places)
        amount(rule.by, places)
        return workedOut
      case 'sum_of_list':
        throw new NotPlain('its mapping has a rule "sum_of_list"')
    }
  }

  function time(rule: TimeRule): (row: Row) => number {
    switch (rule.from) {
      case 'time': {
        for (const column of columnsIn(rule.text)) times.add(column)
        const find = text(rule.text)
        return (row) => {
          const place = find(row)
          if (place === nowhere) return Number.NaN
          if (place < 0) throw new NotPlain('its mapping has a date of its own')
          return clock.at(row, place)
        }
      }
      case 'first_time': {
        const parts = rule.of.map(time)
        return (row) => {
          for (const part of parts) {
            const seconds = part(row)
            if (!Number.isNaN(seconds)) return seconds
          }
          return Number.NaN
        }
      }
      case 'start_of_month':
        return monthStart(time(rule.time), 0)
      case 'start_of_next_month':
        return monthStart(time(rule.time), 1)
      case 'exclusive_end':
        return exclusiveEnd(time(rule.time), rule.days)
      case 'later': {
        const of = time(rule.time)
        const by = { second: 1, hour: 3600, day: 86_400 }[rule.by]
        return (row) => of(row) + by
      }
      case 'when_time':
        return branch(rule, time)
    }
  }

  function branch<Rule, Found>(
    rule: { cases: { if: Condition; use: Rule }[]; otherwise: Rule },
    compile: (rule: Rule) => (row: Row) => Found,
  ): (row: Row) => Found {
    const cases = rule.cases.map((one) => ({ holds: condition(one.if), use: compile(one.use) }))
    const otherwise = compile(rule.otherwise)
    return (row) => {
      for (const { holds, use } of cases) if (holds(row)) return use(row)
      return otherwise(row)
    }
  }

  function condition(rule: Condition): (row: Row) => boolean {
    switch (rule.is) {
      case 'one_of': {
        const find = text(rule.text)
        const values = new Set(rule.values)
        const words = openWords()
        return (row) => values.has(read(words, row, find(row)))
      }
      case 'filled': {
        const find = text(rule.text)
        return (row) => find(row) !== nowhere
      }
      case 'present': {
        const isThere = columns.has(columnKey(rule.column))
        return () => isThere
      }
      case 'non_zero': {
        // Compared with nothing, an amount may have as many decimals as it likes.
        const find = amount(rule.amount, Number.MAX_SAFE_INTEGER)
        return (row) => {
          const place = find(row)
          if (place === nowhere) return false
          return place >= 0 ? isNonZero(row, place) : /[1-9]/.test(literals[-1 - place] ?? '')
        }
      }
      case 'not': {
        const holds = condition(rule.condition)
        return (row) => !holds(row)
      }
      case 'all': {
        const parts = rule.conditions.map(condition)
        return (row) => parts.every((holds) => holds(row))
      }
      case 'any': {
        const parts = rule.conditions.map(condition)
        return (row) => parts.some((holds) => holds(row))
      }
      case 'matching':
        throw new NotPlain('its mapping has a rule "matching"')
    }
  }

  function columnsIn(rule: TextRule): number[] {
    switch (rule.from) {
      case 'column':
        return [columns.get(columnKey(rule.name)) ?? []].flat()
      case 'first':
        return rule.of.flatMap(columnsIn)
      case 'when':
        return [...rule.cases.map(({ use }) => use), rule.otherwise].flatMap(columnsIn)
      case 'literal':
        return []
      default:
        throw new NotPlain(`its mapping has a rule "${rule.from}"`)
    }
  }

  function read(words: Words, { bytes, start, end }: Row, place: Place): string {
    if (place >= 0) return words.text(bytes, start[place] ?? 0, end[place] ?? 0)
    return place === nowhere ? '' : (literals[-1 - place] ?? '')
  }

  return {
    ...{ text, amount, time, read, seconds: clock.at },
    literal: (place) => literalBytes[-1 - place] ?? noBytes,
    ...{ amounts, times },
  }
}

const noBytes = new Uint8Array()

function firstOf(parts: Find[]): Find {
  const [only] = parts
  if (only && parts.length === 1) return only
  return (row) => {
    for (const part of parts) {
      const place = part(row)
      if (place !== nowhere) return place
    }
    return nowhere
  }
}

function workedOut(): Place {
  throw new NotPlain('an amount of a row is worked out from others')
}

const day = 86_400

function monthStart(of: (row: Row) => number, months: number): (row: Row) => number {
  return (row) => {
    const seconds = of(row)
    if (Number.isNaN(seconds)) return seconds
    const date = new Date(seconds * 1000)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / 1000
  }
}

function exclusiveEnd(
  of: (row: Row) => number,
  days: (TimeRule & { from: 'exclusive_end' })['days'],
): (row: Row) => number {
  const dayOfMonth = (seconds: number) => new Date(seconds * 1000).getUTCDate()
  return (row) => {
    const end = of(row)
    if (end % 3600 === 3599) return end + 1
    if (days === undefined || end % day !== 0) return end
    const isLast = days === 'of_month' ? dayOfMonth(end + day) === 1 : dayOfMonth(end) !== 1
    return isLast ? end + day : end
  }
}

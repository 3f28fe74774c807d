/**
 * A mapping's rules over the bytes of a row. Most rules only select a cell or a literal, so a value is a position;
 * nothing is decoded for a comparison. A rule that calculates something is left to the warehouse's reader.
 */
import { type AmountRule, type Condition, columnKey, type TextRule, type TimeRule } from '@kept/domain/mapping.ts'
import { isFilled, isNonZero, noPosition, refuseOddText, type ValuePosition } from './cells.ts'
import { openClock } from './clock.ts'
import { NotPlain } from './not-plain.ts'
import type { Row } from './rows.ts'
import { openDictionary, type TextDictionary } from './text-dictionary.ts'

export type Find = (row: Row) => ValuePosition

interface PlainRules {
  text(rule: TextRule): Find
  /** `places` is the number of decimals the ledger stores. */
  amount(rule: AmountRule, scale: number): Find
  /** Seconds since 1970, NaN for a missing value. */
  time(rule: TimeRule): (row: Row) => number
  /** Seconds since 1970 of a cell. */
  seconds(row: Row, column: number): number
  /** The text at a position, decoded once. */
  read(dictionary: TextDictionary, row: Row, position: ValuePosition): string
  /** The bytes of a literal. */
  literal(position: ValuePosition): Uint8Array
  /** Columns that some rule reads as an amount, each with the fewest decimals it is stored with, and as a time. */
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

  function literal(value: string): ValuePosition {
    if (value === '') return noPosition
    const existingIndex = literals.indexOf(value)
    if (existingIndex >= 0) return -1 - existingIndex
    literalBytes.push(new TextEncoder().encode(value))
    return -literals.push(value)
  }

  function text(rule: TextRule): Find {
    switch (rule.from) {
      case 'column': {
        const column = columns.get(columnKey(rule.name))
        if (column === undefined) return () => noPosition
        return (row) => {
          if (!isFilled(row, column)) return noPosition
          refuseOddText(row, column)
          return column
        }
      }
      case 'literal': {
        const position = literal(rule.value)
        return () => position
      }
      case 'first':
        return firstOf(rule.rules.map(text))
      case 'when':
        return branch(rule, text)
      case 'lookup': {
        const key = text(rule.key)
        const fallback = text(rule.fallback)
        const entries = new Map(Object.entries(rule.entries).map(([value, use]) => [value.toLowerCase(), literal(use)]))
        const dictionary = openDictionary((value) => value.toLowerCase())
        return (row) => entries.get(read(dictionary, row, key(row))) ?? fallback(row)
      }
      default:
        throw new NotPlain(`its mapping has a rule "${rule.from}"`)
    }
  }

  function amount(rule: AmountRule, scale: number): Find {
    switch (rule.from) {
      case 'amount': {
        for (const column of columnsIn(rule.text)) amounts.set(column, Math.min(scale, amounts.get(column) ?? scale))
        return text(rule.text)
      }
      case 'first_amount':
        return firstOf(rule.rules.map((part) => amount(part, scale)))
      case 'when_amount':
        return branch(rule, (use) => amount(use, scale))
      case 'sum':
      case 'product':
        for (const part of rule.rules) amount(part, scale)
        return workedOut
      case 'difference':
        amount(rule.minuend, scale)
        amount(rule.subtrahend, scale)
        return workedOut
      case 'quotient':
        amount(rule.dividend, scale)
        amount(rule.divisor, scale)
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
          const position = find(row)
          if (position === noPosition) return Number.NaN
          if (position < 0) throw new NotPlain('its mapping has a date of its own')
          return clock.secondsOf(row, position)
        }
      }
      case 'first_time': {
        const parts = rule.rules.map(time)
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
        const readTime = time(rule.time)
        const offsetSeconds = { second: 1, hour: 3600, day: 86_400 }[rule.unit]
        return (row) => readTime(row) + offsetSeconds
      }
    }
  }

  function branch<Rule, Found>(
    rule: { cases: { if: Condition; use: Rule }[]; fallback: Rule },
    compile: (rule: Rule) => (row: Row) => Found,
  ): (row: Row) => Found {
    const cases = rule.cases.map((branchCase) => ({ matches: condition(branchCase.if), use: compile(branchCase.use) }))
    const fallback = compile(rule.fallback)
    return (row) => {
      for (const { matches, use } of cases) if (matches(row)) return use(row)
      return fallback(row)
    }
  }

  function condition(rule: Condition): (row: Row) => boolean {
    switch (rule.is) {
      case 'one_of': {
        const find = text(rule.text)
        const values = new Set(rule.values)
        const dictionary = openDictionary()
        return (row) => values.has(read(dictionary, row, find(row)))
      }
      case 'filled': {
        const find = text(rule.text)
        return (row) => find(row) !== noPosition
      }
      case 'non_zero': {
        // Compared with nothing, an amount may have any number of decimals.
        const find = amount(rule.amount, Number.MAX_SAFE_INTEGER)
        return (row) => {
          const position = find(row)
          if (position === noPosition) return false
          return position >= 0 ? isNonZero(row, position) : /[1-9]/.test(literals[-1 - position] ?? '')
        }
      }
      case 'not': {
        const matches = condition(rule.condition)
        return (row) => !matches(row)
      }
      case 'all': {
        const parts = rule.conditions.map(condition)
        return (row) => parts.every((matches) => matches(row))
      }
      case 'any': {
        const parts = rule.conditions.map(condition)
        return (row) => parts.some((matches) => matches(row))
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
        return rule.rules.flatMap(columnsIn)
      case 'when':
        return [...rule.cases.map(({ use }) => use), rule.fallback].flatMap(columnsIn)
      case 'literal':
        return []
      default:
        throw new NotPlain(`its mapping has a rule "${rule.from}"`)
    }
  }

  function read(dictionary: TextDictionary, { bytes, start, end }: Row, position: ValuePosition): string {
    if (position >= 0) return dictionary.text(bytes, start[position] ?? 0, end[position] ?? 0)
    return position === noPosition ? '' : (literals[-1 - position] ?? '')
  }

  return {
    ...{ text, amount, time, read, seconds: clock.secondsOf },
    literal: (position) => literalBytes[-1 - position] ?? noBytes,
    ...{ amounts, times },
  }
}

const noBytes = new Uint8Array()

function firstOf(parts: Find[]): Find {
  const [onlyPart] = parts
  if (onlyPart && parts.length === 1) return onlyPart
  return (row) => {
    for (const part of parts) {
      const position = part(row)
      if (position !== noPosition) return position
    }
    return noPosition
  }
}

function workedOut(): ValuePosition {
  throw new NotPlain('an amount of a row is worked out from others')
}

const day = 86_400

function monthStart(readTime: (row: Row) => number, months: number): (row: Row) => number {
  return (row) => {
    const seconds = readTime(row)
    if (Number.isNaN(seconds)) return seconds
    const date = new Date(seconds * 1000)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / 1000
  }
}

function exclusiveEnd(
  readTime: (row: Row) => number,
  days: (TimeRule & { from: 'exclusive_end' })['days'],
): (row: Row) => number {
  const dayOfMonth = (seconds: number) => new Date(seconds * 1000).getUTCDate()
  return (row) => {
    const end = readTime(row)
    if (end % 3600 === 3599) return end + 1
    if (days === undefined || end % day !== 0) return end
    const isLast = days === 'of_month' ? dayOfMonth(end + day) === 1 : dayOfMonth(end) !== 1
    return isLast ? end + day : end
  }
}

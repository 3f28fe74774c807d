/** Time rules as SQL: instants in UTC, and NULL where the time is unknown. */
import type { TimeRule } from '@kept/domain/mapping.ts'
import { firstInstant, inRange, lastInstant, parseTime } from './parse-sql.ts'
import type { RuleCompiler } from './rule-compiler.ts'

const instant = "Nullable(DateTime(\\'UTC\\'))"
export const unknownTime = `CAST(NULL, '${instant}')`

export function timeSql(compiler: RuleCompiler, rule: TimeRule): string {
  const { time } = compiler
  switch (rule.from) {
    case 'time':
      return writtenTime(compiler, rule)
    case 'first_time': {
      const parts = rule.rules.map(time).filter((sql) => sql !== unknownTime)
      return parts.length < 2 ? (parts[0] ?? unknownTime) : `coalesce(${parts.join(', ')})`
    }
    case 'start_of_month':
      return `CAST(toStartOfMonth(${time(rule.time)}), '${instant}')`
    case 'start_of_next_month':
      return `CAST(addMonths(toStartOfMonth(${time(rule.time)}), 1), '${instant}')`
    case 'later':
      return `(${time(rule.time)} + INTERVAL 1 ${rule.unit.toUpperCase()})`
    case 'exclusive_end': {
      const end = time(rule.time)
      const midnight = `toUnixTimestamp(${end}) % 86400 = 0`
      const lastDay =
        rule.days === 'of_month'
          ? `${midnight} AND toDayOfMonth(${end} + INTERVAL 1 DAY) = 1, ${end} + INTERVAL 1 DAY, `
          : // The first of a month is already an exclusive end: no period ends with its first day.
            rule.days === 'of_period'
            ? `${midnight} AND toDayOfMonth(${end}) != 1, ${end} + INTERVAL 1 DAY, `
            : ''
      return `multiIf(toSecond(${end}) = 59 AND toMinute(${end}) = 59, ${end} + INTERVAL 1 SECOND, ${lastDay}${end})`
    }
  }
}

function writtenTime(compiler: RuleCompiler, { text }: TimeRule & { from: 'time' }): string {
  const direct = text.from === 'column' ? compiler.find(text.name) : undefined
  if (direct && /^(?:Nullable\()?Date/.test(direct.type)) {
    const value = `toDateTime64(${direct.sql}, 3, 'UTC')`
    compiler.note(
      text,
      `ifNull(toString(${direct.sql}), '')`,
      `ifNull(${value} NOT BETWEEN ${firstInstant} AND ${lastInstant}, false)`,
      'this is not a date between 1990 and 2100',
    )
    return `CAST(${inRange(value)}, '${instant}')`
  }
  const expression = compiler.text(text)
  if (expression === "''") return unknownTime
  const rawText = compiler.memoize(expression)
  const value = compiler.memoize(parseTime(rawText, compiler.columns.dialect))
  compiler.note(text, rawText, `isNull(${value}) AND ${rawText} != ''`, 'this is not a date')
  return value
}

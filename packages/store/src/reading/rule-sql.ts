/**
 * Mapping rules as SQL. The SQL of each rule kind is in text-sql, amount-sql, time-sql and tags-sql; the rules of a
 * format are data in the connectors package.
 *
 * While rules are compiled, every text that is read as an amount or a time is recorded, so that rows in which such a
 * text is neither empty nor readable can be rejected with the column's name and its text.
 */
import { amountSql } from './amount-sql.ts'
import { columnOf, type ReadCheck, type RuleCompiler } from './rule-compiler.ts'
import type { SourceColumns } from './source-columns.ts'
import { tagsSql } from './tags-sql.ts'
import { conditionSql, textSql } from './text-sql.ts'
import { timeSql } from './time-sql.ts'

/** `prefix` names the parsed texts, so that two compilations can be in one statement. */
export function ruleCompiler(columns: SourceColumns, prefix = 'parsed'): RuleCompiler {
  const checks = new Map<string, ReadCheck>()
  const used = new Set<string>()
  const tracked = new Set<string>()
  const parsed = new Map<string, string>()
  const aliases = new Set<string>()
  let isTracking = true

  const compiler: RuleCompiler = {
    columns,
    text: (rule) => textSql(compiler, rule),
    condition: (rule) => compiler.untracked(() => conditionSql(compiler, rule)),
    amount: (rule, decimals) => amountSql(compiler, rule, decimals),
    time: (rule) => timeSql(compiler, rule),
    tags: (rule) => tagsSql(compiler, rule),
    find(name) {
      const column = columns.find(name)
      return column && compiler.use(column)
    },
    use(column) {
      used.add(column.name)
      if (isTracking) tracked.add(column.name)
      return column
    },
    untracked(work) {
      const before = isTracking
      isTracking = false
      try {
        return work()
      } finally {
        isTracking = before
      }
    },
    memoize(sql) {
      if (aliases.has(sql)) return sql
      const alias = parsed.get(sql) ?? `${prefix}_${parsed.size + 1}`
      parsed.set(sql, alias)
      aliases.add(alias)
      return alias
    },
    note(rule, text, unreadable, reason) {
      if (!checks.has(text)) checks.set(text, { column: columnOf(rule, columns), text, unreadable, reason })
    },
    get checks() {
      return [...checks.values()]
    },
    get parsed() {
      return [...parsed].map(([sql, alias]) => ({ alias, sql }))
    },
    used,
    tracked,
  }
  return compiler
}

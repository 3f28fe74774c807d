/**
 * Mapping rules as SQL. What each rule kind says in the engine's dialect stands in text-sql, amount-sql, time-sql and
 * tags-sql; what the rules of a format say is data in the connectors room.
 *
 * While rules are compiled, every text that is read as an amount or a time is noted, so that rows in which such a
 * text is neither empty nor readable can be set aside with the column's name and its words.
 */
import { amountSql } from './amount-sql.ts'
import { columnOf, type ReadCheck, type RuleCompiler } from './rule-compiler.ts'
import type { SourceColumns } from './source-columns.ts'
import { tagsSql } from './tags-sql.ts'
import { conditionSql, textSql } from './text-sql.ts'
import { timeSql } from './time-sql.ts'

/** `prefix` names the parsed texts, so that two compilations can stand in one statement. */
export function ruleCompiler(columns: SourceColumns, prefix = 'parsed'): RuleCompiler {
  const checks = new Map<string, ReadCheck>()
  const used = new Set<string>()
  const told = new Set<string>()
  const parsed = new Map<string, string>()
  const named = new Set<string>()
  let telling = true

  const compiler: RuleCompiler = {
    columns,
    text: (rule) => textSql(compiler, rule),
    condition: (rule) => compiler.aside(() => conditionSql(compiler, rule)),
    amount: (rule, places) => amountSql(compiler, rule, places),
    time: (rule) => timeSql(compiler, rule),
    tags: (rule) => tagsSql(compiler, rule),
    find(name) {
      const found = columns.find(name)
      return found && compiler.take(found)
    },
    take(column) {
      used.add(column.name)
      if (telling) told.add(column.name)
      return column
    },
    aside(work) {
      const before = telling
      telling = false
      try {
        return work()
      } finally {
        telling = before
      }
    },
    once(sql) {
      if (named.has(sql)) return sql
      const alias = parsed.get(sql) ?? `${prefix}_${parsed.size + 1}`
      parsed.set(sql, alias)
      named.add(alias)
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
    told,
  }
  return compiler
}

/** Text rules and conditions as SQL. Each rule kind is one case here and nowhere else. */
import type { Condition, TextRule } from '@kept/domain/mapping.ts'
import { asText, braced } from './parse-sql.ts'
import type { RuleCompiler } from './rule-compiler.ts'
import { quote } from './source.ts'

const emptySql = "''"

export function textSql(compiler: RuleCompiler, rule: TextRule): string {
  const { text, condition, find, untracked } = compiler
  switch (rule.from) {
    case 'column': {
      const column = find(rule.name)
      return column ? compiler.memoize(asText(column)) : emptySql
    }
    case 'literal':
      return quote(rule.value)
    case 'first': {
      const parts = rule.rules.map(text).filter((sql) => sql !== emptySql)
      const last = parts.at(-1) ?? emptySql
      const branches = parts.slice(0, -1)
      return branches.length === 0
        ? last
        : `multiIf(${branches.map((sql) => `${sql} != '', ${sql}`).join(', ')}, ${last})`
    }
    case 'when': {
      const cases = rule.cases.map((branch) => `${condition(branch.if)}, ${text(branch.use)}`)
      return `multiIf(${cases.join(', ')}, ${text(rule.fallback)})`
    }
    case 'lookup': {
      const key = untracked(() => text(rule.key))
      if (key === emptySql) return text(rule.fallback)
      const entries = Object.entries(rule.entries)
      const from = `[${entries.map(([entry]) => quote(entry.toLowerCase())).join(', ')}]`
      const to = `[${entries.map(([, meaning]) => quote(meaning)).join(', ')}]`
      // Once per row, whatever depends on it: some tables have hundreds of entries.
      return compiler.memoize(`transform(lower(${key}), ${from}, ${to}, ${text(rule.fallback)})`)
    }
    case 'join':
      return untracked(
        () =>
          `arrayStringConcat(arrayFilter(part -> part != '', [${rule.parts.map(text).join(', ')}]), ${quote(rule.separator)})`,
      )
    case 'extract': {
      const source = untracked(() => text(rule.text))
      return source === emptySql ? emptySql : `extract(${source}, ${quote(rule.pattern)})`
    }
    case 'replace': {
      const source = untracked(() => text(rule.text))
      return source === emptySql
        ? emptySql
        : `replaceRegexpAll(${source}, ${quote(rule.pattern)}, ${quote(rule.replacement)})`
    }
    case 'json': {
      const source = untracked(() => text(rule.text))
      return source === emptySql ? emptySql : `JSONExtractString(${braced(source)}, ${quote(rule.key)})`
    }
    case 'member': {
      const column = untracked(() => find(rule.column))
      if (!column) return emptySql
      if (column.type.startsWith('Map(')) return `ifNull(toString(${column.sql}[${quote(rule.key)}]), '')`
      return `JSONExtractString(${asText(column)}, ${quote(rule.key)})`
    }
    case 'tag':
      return `${untracked(() => compiler.tags(rule.tags))}[${quote(rule.key)}]`
    case 'object': {
      const members = Object.entries(rule.members)
        .map(([name, memberRule]) => [name, untracked(() => text(memberRule))] as const)
        .filter(([, sql]) => sql !== emptySql)
      if (members.length === 0) return emptySql
      const keys = members.map(([name]) => quote(name)).join(', ')
      const values = members.map(([, sql]) => sql).join(', ')
      const filled = `mapFilter((k, v) -> v != '', mapFromArrays([${keys}], [${values}]))`
      return `if(length(${filled}) = 0, '', toJSONString(${filled}))`
    }
    case 'code': {
      const source = text(rule.text)
      return source === emptySql ? emptySql : compiler.memoize(`upper(trimBoth(${source}))`)
    }
    case 'lower':
      return untracked(() => `lower(${text(rule.text)})`)
  }
}

export function conditionSql(compiler: RuleCompiler, rule: Condition): string {
  const { text, amount, condition } = compiler
  switch (rule.is) {
    case 'one_of':
      return `${text(rule.text)} IN (${rule.values.map(quote).join(', ')})`
    case 'filled': {
      const source = text(rule.text)
      return source === emptySql ? 'false' : `${source} != ''`
    }
    case 'matching': {
      const source = text(rule.text)
      return source === emptySql ? 'false' : `match(${source}, ${quote(rule.pattern)})`
    }
    case 'non_zero':
      return `ifNull(${amount(rule.amount)} != 0, false)`
    case 'not':
      return `NOT (${condition(rule.condition)})`
    case 'all':
      return `(${rule.conditions.map(condition).join(' AND ') || 'true'})`
    case 'any':
      return `(${rule.conditions.map(condition).join(' OR ') || 'false'})`
  }
}

/** Text rules and conditions as SQL. Each rule kind is one case here and nowhere else. */
import type { Condition, TextRule } from '@kept/domain/mapping.ts'
import { asText, braced } from './parse-sql.ts'
import type { RuleCompiler } from './rule-compiler.ts'
import { quote } from './source.ts'

export const nothing = "''"

export function textSql(compiler: RuleCompiler, rule: TextRule): string {
  const { text, condition, find, aside } = compiler
  switch (rule.from) {
    case 'column': {
      const found = find(rule.name)
      return found ? compiler.once(asText(found)) : nothing
    }
    case 'literal':
      return quote(rule.value)
    case 'first': {
      const parts = rule.of.map(text).filter((sql) => sql !== nothing)
      const last = parts.at(-1) ?? nothing
      const earlier = parts.slice(0, -1)
      return earlier.length === 0
        ? last
        : `multiIf(${earlier.map((sql) => `${sql} != '', ${sql}`).join(', ')}, ${last})`
    }
    case 'when': {
      const cases = rule.cases.map((branch) => `${condition(branch.if)}, ${text(branch.use)}`)
      return `multiIf(${cases.join(', ')}, ${text(rule.otherwise)})`
    }
    case 'lookup': {
      const key = aside(() => text(rule.key))
      if (key === nothing) return text(rule.otherwise)
      const entries = Object.entries(rule.entries)
      const from = `[${entries.map(([word]) => quote(word.toLowerCase())).join(', ')}]`
      const to = `[${entries.map(([, meaning]) => quote(meaning)).join(', ')}]`
      // Once for every row, whatever leans on it: some tables have hundreds of entries.
      return compiler.once(`transform(lower(${key}), ${from}, ${to}, ${text(rule.otherwise)})`)
    }
    case 'join':
      return aside(
        () =>
          `arrayStringConcat(arrayFilter(part -> part != '', [${rule.parts.map(text).join(', ')}]), ${quote(rule.separator)})`,
      )
    case 'extract': {
      const of = aside(() => text(rule.text))
      return of === nothing ? nothing : `extract(${of}, ${quote(rule.pattern)})`
    }
    case 'replace': {
      const of = aside(() => text(rule.text))
      return of === nothing ? nothing : `replaceRegexpAll(${of}, ${quote(rule.pattern)}, ${quote(rule.by)})`
    }
    case 'json': {
      const of = aside(() => text(rule.text))
      return of === nothing ? nothing : `JSONExtractString(${braced(of)}, ${quote(rule.key)})`
    }
    case 'member': {
      const found = aside(() => find(rule.column))
      if (!found) return nothing
      if (found.type.startsWith('Map(')) return `ifNull(toString(${found.sql}[${quote(rule.key)}]), '')`
      return `JSONExtractString(${asText(found)}, ${quote(rule.key)})`
    }
    case 'tag':
      return `${aside(() => compiler.tags(rule.of))}[${quote(rule.key)}]`
    case 'object': {
      const members = Object.entries(rule.members)
        .map(([name, of]) => [name, aside(() => text(of))] as const)
        .filter(([, sql]) => sql !== nothing)
      if (members.length === 0) return nothing
      const keys = members.map(([name]) => quote(name)).join(', ')
      const values = members.map(([, sql]) => sql).join(', ')
      const filled = `mapFilter((k, v) -> v != '', mapFromArrays([${keys}], [${values}]))`
      return `if(length(${filled}) = 0, '', toJSONString(${filled}))`
    }
    case 'code': {
      const of = text(rule.text)
      return of === nothing ? nothing : compiler.once(`upper(trimBoth(${of}))`)
    }
    case 'lower':
      return aside(() => `lower(${text(rule.text)})`)
  }
}

export function conditionSql(compiler: RuleCompiler, rule: Condition): string {
  const { text, amount, condition } = compiler
  switch (rule.is) {
    case 'one_of':
      return `${text(rule.text)} IN (${rule.values.map(quote).join(', ')})`
    case 'filled': {
      const of = text(rule.text)
      return of === nothing ? 'false' : `${of} != ''`
    }
    case 'present':
      return compiler.columns.find(rule.column) ? 'true' : 'false'
    case 'matching': {
      const of = text(rule.text)
      return of === nothing ? 'false' : `match(${of}, ${quote(rule.pattern)})`
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

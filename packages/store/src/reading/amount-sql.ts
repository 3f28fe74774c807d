/** Amount rules as SQL: exact decimals, and NULL where the amount is unknown. */
import type { AmountRule } from '@kept/domain/mapping.ts'
import { asText, isFloat, parseAmount } from './parse-sql.ts'
import { amountPlaces, type RuleCompiler } from './rule-compiler.ts'
import { quote } from './source.ts'

export function amountSql(compiler: RuleCompiler, rule: AmountRule, decimals = amountPlaces): string {
  const { condition, find, untracked } = compiler
  const amount = (operand: AmountRule, scale = decimals) => compiler.amount(operand, scale)
  const unknown = unknownAmount(decimals)
  switch (rule.from) {
    case 'amount':
      return writtenAmount(compiler, rule, decimals)
    case 'first_amount': {
      const parts = rule.rules.map((part) => amount(part)).filter((sql) => sql !== unknown)
      // Branches, because the engine evaluates only the matching one; `coalesce` would evaluate all.
      const last = parts.at(-1) ?? unknown
      const branches = parts.slice(0, -1).map((sql) => `isNotNull(${sql}), ${sql}`)
      return branches.length === 0 ? last : `multiIf(${branches.join(', ')}, ${last})`
    }
    case 'when_amount': {
      const cases = rule.cases.map((branch) => `${condition(branch.if)}, ${amount(branch.use)}`)
      return `multiIf(${cases.join(', ')}, ${amount(rule.fallback)})`
    }
    case 'sum': {
      const parts = untracked(() => rule.rules.map((part) => amount(part)).filter((sql) => sql !== unknown))
      if (parts.length < 2) return parts[0] ?? unknown
      const isKnown = parts.map((sql) => `isNotNull(${sql})`).join(' OR ')
      const total = parts.map((sql) => `ifNull(${sql}, toDecimal256(0, ${decimals}))`).join(' + ')
      return `if(${isKnown}, CAST(${total}, '${typeOf(decimals)}'), NULL)`
    }
    case 'difference': {
      const minuend = untracked(() => amount(rule.minuend))
      const subtrahend = untracked(() => amount(rule.subtrahend))
      return subtrahend === unknown ? minuend : `(${minuend} - ifNull(${subtrahend}, toDecimal256(0, ${decimals})))`
    }
    case 'product': {
      const [head, ...tail] = rule.rules
      if (!head) return unknown
      return untracked(() =>
        tail.reduce(
          (sql, factor) => `CAST(${asFactor(sql)} * ${asFactor(amount(factor, factorPlaces))}, '${typeOf(decimals)}')`,
          amount(head),
        ),
      )
    }
    case 'quotient':
      return untracked(() => {
        const dividend = `CAST(${amount(rule.dividend)}, '${typeOf(2 * factorPlaces)}')`
        return `CAST(${dividend} / nullIf(${asFactor(amount(rule.divisor, factorPlaces))}, 0), '${typeOf(decimals)}')`
      })
    case 'sum_of_list': {
      const column = untracked(() => find(rule.column))
      if (!column) return unknown
      const member = quote(rule.member)
      if (column.type.startsWith('Array')) {
        const items = `arrayMap(item -> ifNull(toString(tupleElement(item, ${member})), ''), ${column.sql})`
        return sumOfItems(items, decimals)
      }
      // JSON, or the Python spelling of it that some exports carry ('amount': -0.1).
      const text = asText(column)
      const items = `extractAll(${text}, ${quote(`['"]${rule.member}['"]\\s*:\\s*['"]?([-+0-9.eE]+)`)})`
      compiler.note(
        { from: 'column', name: rule.column },
        text,
        `position(${text}, ${member}) > 0 AND length(${items}) = 0`,
        'this is not a list of amounts',
      )
      return sumOfItems(items, decimals)
    }
  }
}

/** The engine adds the decimals of two factors: with eighteen each, integer parts of forty digits still fit. */
const factorPlaces = 18

function asFactor(sql: string): string {
  return `CAST(${sql}, '${typeOf(factorPlaces)}')`
}

function unknownAmount(decimals: number): string {
  return `CAST(NULL, '${typeOf(decimals)}')`
}

function typeOf(decimals: number): string {
  return `Nullable(Decimal(76, ${decimals}))`
}

function writtenAmount(compiler: RuleCompiler, { text }: AmountRule & { from: 'amount' }, decimals: number): string {
  if (text.from === 'literal') {
    return text.value === '' ? unknownAmount(decimals) : `toDecimal256(${quote(text.value)}, ${decimals})`
  }
  const direct = text.from === 'column' ? compiler.find(text.name) : undefined
  if (direct && /^(?:Nullable\()?(?:Decimal|U?Int)/.test(direct.type))
    return `CAST(${direct.sql}, '${typeOf(decimals)}')`
  const textSql = compiler.text(text)
  if (textSql === "''") return unknownAmount(decimals)
  const rawText = compiler.memoize(textSql)
  const value = compiler.memoize(
    direct && isFloat(direct.type)
      ? `toDecimal256OrNull(${rawText}, ${decimals})`
      : parseAmount(rawText, decimals, compiler.columns.dialect),
  )
  compiler.note(text, rawText, `isNull(${value}) AND ${rawText} != ''`, 'this is not an amount')
  return value
}

function sumOfItems(items: string, decimals: number): string {
  return `CAST(arrayReduce('sum', arrayMap(item -> ifNull(toDecimal256OrNull(item, ${decimals}), toDecimal256(0, ${decimals})), ${items})), '${typeOf(decimals)}')`
}

/** Amount rules as SQL: exact decimals, and NULL where nothing is known. */
import type { AmountRule } from '@kept/domain/mapping.ts'
import { asText, isFloat, parseAmount } from './parse-sql.ts'
import { amountPlaces, type RuleCompiler } from './rule-compiler.ts'
import { quote } from './source.ts'

export function amountSql(compiler: RuleCompiler, rule: AmountRule, places = amountPlaces): string {
  const { condition, find, aside } = compiler
  const amount = (of: AmountRule, scale = places) => compiler.amount(of, scale)
  const unknown = unknownAmount(places)
  switch (rule.from) {
    case 'amount':
      return writtenAmount(compiler, rule, places)
    case 'first_amount': {
      const parts = rule.of.map((part) => amount(part)).filter((sql) => sql !== unknown)
      // Branches, because the engine computes only the one it takes; `coalesce` would compute them all.
      const last = parts.at(-1) ?? unknown
      const earlier = parts.slice(0, -1).map((sql) => `isNotNull(${sql}), ${sql}`)
      return earlier.length === 0 ? last : `multiIf(${earlier.join(', ')}, ${last})`
    }
    case 'when_amount': {
      const cases = rule.cases.map((branch) => `${condition(branch.if)}, ${amount(branch.use)}`)
      return `multiIf(${cases.join(', ')}, ${amount(rule.otherwise)})`
    }
    case 'sum': {
      const parts = aside(() => rule.of.map((part) => amount(part)).filter((sql) => sql !== unknown))
      if (parts.length < 2) return parts[0] ?? unknown
      const known = parts.map((sql) => `isNotNull(${sql})`).join(' OR ')
      const total = parts.map((sql) => `ifNull(${sql}, toDecimal256(0, ${places}))`).join(' + ')
      return `if(${known}, CAST(${total}, '${typeOf(places)}'), NULL)`
    }
    case 'difference': {
      const of = aside(() => amount(rule.of))
      const less = aside(() => amount(rule.less))
      return less === unknown ? of : `(${of} - ifNull(${less}, toDecimal256(0, ${places})))`
    }
    case 'product': {
      const [head, ...tail] = rule.of
      if (!head) return unknown
      return aside(() =>
        tail.reduce(
          (sql, factor) => `CAST(${asFactor(sql)} * ${asFactor(amount(factor, factorPlaces))}, '${typeOf(places)}')`,
          amount(head),
        ),
      )
    }
    case 'quotient':
      return aside(() => {
        const of = `CAST(${amount(rule.of)}, '${typeOf(2 * factorPlaces)}')`
        return `CAST(${of} / nullIf(${asFactor(amount(rule.by, factorPlaces))}, 0), '${typeOf(places)}')`
      })
    case 'sum_of_list': {
      const found = aside(() => find(rule.column))
      if (!found) return unknown
      const member = quote(rule.member)
      if (found.type.startsWith('Array')) {
        const items = `arrayMap(item -> ifNull(toString(tupleElement(item, ${member})), ''), ${found.sql})`
        return sumOfItems(items, places)
      }
      // JSON, or the Python spelling of it that some exports carry ('amount': -0.1).
      const text = asText(found)
      const items = `extractAll(${text}, ${quote(`['"]${rule.member}['"]\\s*:\\s*['"]?([-+0-9.eE]+)`)})`
      compiler.note(
        { from: 'column', name: rule.column },
        text,
        `position(${text}, ${member}) > 0 AND length(${items}) = 0`,
        'this is not a list of amounts',
      )
      return sumOfItems(items, places)
    }
  }
}

/** The engine adds the decimals of two factors: with eighteen each, whole parts of forty digits still fit. */
const factorPlaces = 18

function asFactor(sql: string): string {
  return `CAST(${sql}, '${typeOf(factorPlaces)}')`
}

export function unknownAmount(places: number): string {
  return `CAST(NULL, '${typeOf(places)}')`
}

function typeOf(places: number): string {
  return `Nullable(Decimal(76, ${places}))`
}

function writtenAmount(compiler: RuleCompiler, { text }: AmountRule & { from: 'amount' }, places: number): string {
  if (text.from === 'literal') {
    return text.value === '' ? unknownAmount(places) : `toDecimal256(${quote(text.value)}, ${places})`
  }
  const direct = text.from === 'column' ? compiler.find(text.name) : undefined
  if (direct && /^(?:Nullable\()?(?:Decimal|U?Int)/.test(direct.type)) return `CAST(${direct.sql}, '${typeOf(places)}')`
  const found = compiler.text(text)
  if (found === "''") return unknownAmount(places)
  const written = compiler.once(found)
  const value = compiler.once(
    direct && isFloat(direct.type)
      ? `toDecimal256OrNull(${written}, ${places})`
      : parseAmount(written, places, compiler.columns.habits),
  )
  compiler.note(text, written, `isNull(${value}) AND ${written} != ''`, 'this is not an amount')
  return value
}

function sumOfItems(items: string, places: number): string {
  return `CAST(arrayReduce('sum', arrayMap(item -> ifNull(toDecimal256OrNull(item, ${places}), toDecimal256(0, ${places})), ${items})), '${typeOf(places)}')`
}

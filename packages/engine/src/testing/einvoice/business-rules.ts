/**
 * The business rules of EN 16931-1 that concern what Kept's invoices hold, written from the rules' public texts.
 * Rules about parts that Kept never writes (allowances, charges, payees, delivery, cards) are left out.
 */
import {
  add,
  compare,
  divide,
  isDecimal,
  isNegative,
  isZero,
  multiply,
  subtract,
  sum,
} from '@kept/foundation/decimal.ts'
import type { ReadTerms } from './read-terms.ts'

interface Failure {
  rule: string
  detail: string
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** Unions that have a region's code. */
const unions = ['EU', 'EZ', 'UN']

/** BR-CL-14, with the code that the list has for Kosovo. */
function isListed(country: string | undefined): boolean {
  if (country === '1A') return true
  if (!/^[A-Z]{2}$/.test(country ?? '') || unions.includes(country ?? '')) return false
  return regionNames.of(country ?? '') !== undefined
}

/** BR-CO-09, with Greece and Northern Ireland. */
function isPrefixed(vatId: string): boolean {
  const prefix = vatId.slice(0, 2)
  return prefix === 'EL' || prefix === 'XI' || isListed(prefix)
}

/** Failed rules, and how many were evaluated. */
export function checkBusinessRules(terms: ReadTerms): { failed: Failure[]; fired: number } {
  const failed: Failure[] = []
  let fired = 0
  const check = (rule: string, holds: boolean, detail = '') => {
    fired += 1
    if (!holds) failed.push({ rule, detail })
  }
  checkPresence(terms, check)
  checkLines(terms, check)
  checkTotals(terms, check)
  checkTax(terms, check)
  return { failed, fired }
}

type Check = (rule: string, holds: boolean, detail?: string) => void

const has = (text: string | undefined): boolean => text !== undefined && text.trim() !== ''
const amountOf = (text: string | undefined): string => (text !== undefined && isDecimal(text) ? text : '0')
const equal = (a: string | undefined, b: string): boolean => a !== undefined && isDecimal(a) && compare(a, b) === 0
const maxTwoDecimals = (text: string | undefined): boolean => text === undefined || /^-?\d+(\.\d{1,2})?$/.test(text)

function checkPresence(terms: ReadTerms, check: Check): void {
  check('BR-01', has(terms.specification))
  check('BR-02', has(terms.number))
  check('BR-03', /^\d{4}-\d\d-\d\d$/.test(terms.issuedOn ?? ''), terms.issuedOn)
  check('BR-04', ['380', '381'].includes(terms.typeCode ?? ''), terms.typeCode)
  check('BR-05', /^[A-Z]{3}$/.test(terms.currency ?? ''), terms.currency)
  check('BR-06', has(terms.seller.name))
  check('BR-07', has(terms.buyer.name))
  check('BR-08', terms.seller.hasAddress)
  check('BR-09', isListed(terms.seller.country), terms.seller.country)
  check('BR-10', terms.buyer.hasAddress)
  check('BR-11', isListed(terms.buyer.country), terms.buyer.country)
  for (const [rule, amount] of [
    ['BR-12', terms.sumOfLines],
    ['BR-13', terms.net],
    ['BR-14', terms.gross],
    ['BR-15', terms.due],
  ] as const)
    check(rule, has(amount))
  check('BR-16', terms.lines.length > 0)
  check('BR-29', (terms.end ?? '') >= (terms.start ?? ''))
  for (const document of terms.documents) check('BR-52', has(document))
  for (const number of terms.corrects) check('BR-55', has(number))
  if (terms.typeCode === '381') check('credit note names its invoice', terms.corrects.length > 0)
  check('BR-49', has(terms.paymentCode))
  if (['30', '58'].includes(terms.paymentCode ?? '')) check('BR-50/BR-61', has(terms.account))
  check('BR-62', !has(terms.seller.address) || has(terms.seller.addressScheme))
  check('BR-63', !has(terms.buyer.address) || has(terms.buyer.addressScheme))
  for (const id of [terms.seller.vatId, terms.buyer.vatId]) if (id !== undefined) check('BR-CO-09', isPrefixed(id), id)
  const { vatId, legalId } = terms.seller
  check('BR-CO-26', has(vatId) || has(legalId))
  check('BR-CO-25', isZero(amountOf(terms.due)) || has(terms.dueOn) || has(terms.paymentTerms))
}

function checkLines({ lines }: ReadTerms, check: Check): void {
  for (const line of lines) {
    const detail = `line ${line.id}`
    check('BR-21', has(line.id), detail)
    check('BR-22', has(line.quantity), detail)
    check('BR-23', has(line.unit), detail)
    check('BR-24', has(line.amount), detail)
    check('BR-25', has(line.name), detail)
    check('BR-26', has(line.price), detail)
    check('BR-27', !isNegative(amountOf(line.price)), detail)
    check('BR-30', (line.end ?? '') >= (line.start ?? ''), detail)
    check('BR-CO-04', has(line.category), detail)
    check('BR-DEC-23', maxTwoDecimals(line.amount), detail)
    check(
      'line amount is quantity times price',
      equal(line.amount, multiply(amountOf(line.quantity), amountOf(line.price))),
      detail,
    )
  }
}

function checkTotals(terms: ReadTerms, check: Check): void {
  const { sumOfLines, net, taxTotal, gross, prepaid, due, tax, lines } = terms
  for (const [rule, amount] of [
    ['BR-DEC-09', sumOfLines],
    ['BR-DEC-12', net],
    ['BR-DEC-13', taxTotal],
    ['BR-DEC-14', gross],
    ['BR-DEC-16', prepaid],
    ['BR-DEC-18', due],
  ] as const)
    check(rule, maxTwoDecimals(amount), amount)
  check('BR-CO-10', equal(sumOfLines, sum(lines.map(({ amount }) => amountOf(amount)))), sumOfLines)
  check('BR-CO-13', equal(net, amountOf(sumOfLines)), net)
  check('BR-CO-14', equal(taxTotal, sum(tax.map((part) => amountOf(part.tax)))), taxTotal)
  check('BR-CO-15', equal(gross, add(amountOf(net), amountOf(taxTotal))), gross)
  check('BR-CO-16', equal(due, subtract(amountOf(gross), amountOf(prepaid))), due)
  check('BR-CO-18', tax.length > 0)
}

function checkTax(terms: ReadTerms, check: Check): void {
  const { tax, lines, seller, buyer } = terms
  for (const { category = '', percent, base, tax: amount, reason, reasonCode } of tax) {
    check('BR-45', has(base))
    check('BR-46', has(amount))
    check('BR-47', ['S', 'Z', 'AE', 'O'].includes(category), category)
    check('BR-48', has(percent) || category === 'O')
    check('BR-DEC-19', maxTwoDecimals(base), base)
    check('BR-DEC-20', maxTwoDecimals(amount), amount)
    const expected = divide(multiply(amountOf(base), amountOf(percent)), '100', 2)
    // Half-even and half-up differ by a cent at most; the official rule allows the same.
    check('BR-CO-17', compare(subtract(amountOf(amount), expected).replace('-', ''), '0.01') <= 0, amount)
    const sameRate = lines.filter(
      (line) => line.category === category && compare(amountOf(line.percent), amountOf(percent)) === 0,
    )
    check(`BR-${category}-08`, equal(base, sum(sameRate.map((line) => amountOf(line.amount)))), base)
    const isTaxed = category === 'S'
    check(`BR-${category}-09`, isTaxed || isZero(amountOf(amount)), amount)
    const mustExplain = category === 'AE' || category === 'O'
    check(`BR-${category}-10`, mustExplain === (has(reason) || has(reasonCode)), reason)
    if (category === 'O') check('BR-O-11', tax.length === 1)
  }
  for (const { category = '', percent, id } of lines) {
    const detail = `line ${id}`
    check(
      `BR-${category}-01`,
      tax.some((part) => part.category === category),
      detail,
    )
    if (category === 'S') check('BR-S-05', compare(amountOf(percent), '0') > 0, detail)
    else if (category === 'O') check('BR-O-05', percent === undefined, detail)
    else check(`BR-${category}-05`, equal(percent, '0'), detail)
    if (category === 'O') check('BR-O-02', !has(seller.vatId) && !has(buyer.vatId), detail)
    else check(`BR-${category}-02`, has(seller.vatId) || has(seller.taxRegistration), detail)
    if (category === 'AE') check('BR-AE-02', has(buyer.vatId) || has(buyer.legalId), detail)
  }
}

/**
 * What a browser can check of a signed statement without any bill: its signature, the chain of its entries, and that
 * total and fee follow from them. Nothing is sent anywhere. `kept verify` recalculates the savings as well.
 */
import { minorDigits } from '@kept/domain/currency.ts'
import type { Statement } from '@kept/domain/statement.ts'
import { decimal, divideHalfEven } from '@kept/foundation/decimal.ts'
import { firstBreak } from '@kept/foundation/hash/chain.ts'
import { sha256 } from '@kept/foundation/hash/sha256.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'

export interface Check {
  name: 'Signature' | 'Ledger chain' | 'Arithmetic'
  state: 'agrees' | 'disagrees' | 'unavailable'
  detail: string
}

type Nano = bigint
const nanoPlaces = 9

/** `trustedKey`: the installation's public key; a statement signed with another one disagrees. */
export async function checkStatement(statement: Statement, trustedKey: string | undefined): Promise<Check[]> {
  return [
    await checkSignature(statement, trustedKey),
    checkOf('Ledger chain', findChainError(statement), describeChain(statement)),
    checkOf('Arithmetic', findArithmeticError(statement), describeArithmetic(statement)),
  ]
}

function checkOf(name: Check['name'], error: string | null, detail: string): Check {
  return error === null ? { name, state: 'agrees', detail } : { name, state: 'disagrees', detail: error }
}

async function checkSignature(statement: Statement, trustedKey: string | undefined): Promise<Check> {
  const { public_key: publicKey, value } = statement.signature
  const name = 'Signature'
  if (trustedKey !== undefined && trustedKey !== publicKey)
    return { name, state: 'disagrees', detail: 'It is signed with another key than the one of this installation.' }
  try {
    const key = await crypto.subtle.importKey('spki', bytesOf(publicKey), { name: 'Ed25519' }, false, ['verify'])
    const text = new TextEncoder().encode(canonicalJson({ ...statement, signature: undefined }))
    const isValid = await crypto.subtle.verify({ name: 'Ed25519' }, key, bytesOf(value), text)
    return checkOf(
      name,
      isValid ? null : 'It was changed after it was signed.',
      `Ed25519, key ${sha256(bytesOf(publicKey)).slice(0, 16)}`,
    )
  } catch {
    const detail = 'This browser cannot check Ed25519 signatures on this page. Use kept verify instead.'
    return { name, state: 'unavailable', detail }
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

function findChainError({ entries, before, head }: Statement): string | null {
  const broken = firstBreak(entries, before, sha256)
  if (broken !== null) return broken
  const last = entries.at(-1) ?? before
  return last.seq === head.seq && last.hash === head.hash
    ? null
    : `The entries end at ${last.seq}, but the statement says ${head.seq}.`
}

function describeChain({ entries, head }: Statement): string {
  return `${entries.length} entries, ends at ${head.seq} with ${head.hash.slice(0, 8)}`
}

function findArithmeticError(statement: Statement): string | null {
  const { entries, net, billable, carried_before, carried_after, commission, currency } = statement
  const sumOf = (counted: typeof entries) => counted.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const fee = nanoOf(commission.fee)
  const facts: [name: string, stated: Nano, expected: Nano][] = [
    ['total', BigInt(net), sumOf(countedEntries(statement))],
    ['fee entry', sumOf(entries.filter(({ kind }) => kind === 'fee')), fee],
    ['sum of the shares', commission.shares.reduce((sum, share) => sum + nanoOf(share.fee), 0n), fee],
    ['billed amount', BigInt(commission.billable), BigInt(billable)],
    ['billable amount', BigInt(billable), BigInt(net) - BigInt(carried_before) + BigInt(carried_after)],
    ['amount you keep', nanoOf(commission.customer_net), BigInt(billable) - fee],
    ...feeFact(statement),
  ]
  const wrong = facts.find(([, stated, expected]) => stated !== expected)
  if (!wrong) return null
  const [name, stated, expected] = wrong
  return `The ${name} is ${textOf(stated)} ${currency}, but the entries give ${textOf(expected)} ${currency}.`
}

/** What the fee rests on: not what a contract leaves out. */
function countedEntries({ entries, commission }: Statement): Statement['entries'] {
  const counted = new Set(commission.entries)
  return entries.filter(({ hash }) => counted.has(hash))
}

/** Of a capped month the fee is the cap, which only the rule says. */
function feeFact({ commission, currency }: Statement): [string, Nano, Nano][] {
  if (commission.capped) return []
  const ofMonth = commission.tiers.reduce((sum, { amount, rate_ppm }) => sum + BigInt(amount) * BigInt(rate_ppm), 0n)
  const unit = 10n ** BigInt(nanoPlaces - (minorDigits(currency) ?? 2))
  const rounded = divideHalfEven(ofMonth, unit * 1_000_000n) * unit
  return [['fee', nanoOf(commission.fee), rounded - nanoOf(commission.before?.fee ?? '0')]]
}

function describeArithmetic(statement: Statement): string {
  const { net, commission, currency } = statement
  const count = countedEntries(statement).length
  const tiers = commission.tiers.map(
    ({ amount, rate_ppm }) => `${textOf(BigInt(amount))} × ${Number(rate_ppm) / 10_000}%`,
  )
  const before = commission.before ? ` - ${commission.before.fee} charged before` : ''
  const sum = `${count} entries add up to ${textOf(BigInt(net))} ${currency}`
  return commission.capped
    ? `${sum}; the fee of ${commission.fee} is the monthly cap${before}`
    : `${sum}; ${tiers.join(' + ') || '0'}${before} = ${commission.fee} ${currency}`
}

function nanoOf(text: string): Nano {
  return BigInt(decimal(`${text}e${nanoPlaces}`))
}

function textOf(nano: Nano): string {
  return decimal(`${nano}e-${nanoPlaces}`)
}

import type { Statement } from '@kept/domain/statement.ts'
import { appendEntries, emptyChain, headOf } from '@kept/foundation/hash/chain.ts'
import { sha256 } from '@kept/foundation/hash/sha256.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { describe, expect, it } from 'vitest'
import { checkStatement } from './check-statement.ts'

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
const keys = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])) as CryptoKeyPair
const publicKey = base64(await crypto.subtle.exportKey('spki', keys.publicKey))

/** Saved 100.02 by two actions; the fee of 25% is rounded half-even to 25.00. */
async function signed(change: (statement: Record<string, unknown>) => void = () => undefined): Promise<Statement> {
  const entry = { period: '2026-01', currency: 'USD' }
  const savings = appendEntries(
    emptyChain,
    [
      { ...entry, kind: 'accrual', action: 'a', amount: '100000000000' },
      { ...entry, kind: 'accrual', action: 'b', amount: '20000000' },
    ],
    sha256,
  )
  const fee = appendEntries(headOf(savings), [{ ...entry, kind: 'fee', action: '', amount: '25000000000' }], sha256)
  const statement: Record<string, unknown> = {
    ...{ period: '2026-01', currency: 'USD', before: emptyChain, entries: [...savings, ...fee], head: headOf(fee) },
    ...{ net: '100020000000', billable: '100020000000', carried_before: '0', carried_after: '0' },
    commission: {
      ...{ billable: '100020000000', tiers: [{ from: '0', amount: '100020000000', rate_ppm: 250_000 }] },
      ...{ capped: false, fee: '25', customer_net: '75.02', entries: savings.map(({ hash }) => hash) },
      shares: [{ action: 'a', fee: '25' }],
    },
  }
  change(statement)
  const text = new TextEncoder().encode(canonicalJson(statement))
  const value = base64(await crypto.subtle.sign({ name: 'Ed25519' }, keys.privateKey, text))
  return { ...statement, signature: { algorithm: 'Ed25519', public_key: publicKey, value } } as Statement
}

const states = async (statement: Statement, key = publicKey) =>
  (await checkStatement(statement, key)).map(({ state }) => state)

describe('checkStatement', () => {
  it('agrees with what was signed, and shows the arithmetic', async () => {
    const checks = await checkStatement(await signed(), publicKey)
    expect(checks.map(({ state }) => state)).toEqual(['agrees', 'agrees', 'agrees'])
    expect(checks[2]?.detail).toBe('2 entries add up to 100.02 USD; 100.02 × 25% = 25 USD')
  })

  it('names an entry that was changed, and the signature', async () => {
    const statement = await signed()
    const [first] = statement.entries
    if (first) first.amount = '100000000001'
    const checks = await checkStatement(statement, publicKey)
    expect(checks.map(({ state }) => state)).toEqual(['disagrees', 'disagrees', 'disagrees'])
    expect(checks[1]?.detail).toBe('Entry 1 was changed after it was written.')
    expect(checks[2]?.detail).toContain('The total is 100.02 USD, but the entries give 100.020000001 USD.')
  })

  it('names a fee that does not follow, although it is signed', async () => {
    const statement = await signed((draft) => {
      Object.assign(draft.commission as object, { tiers: [{ from: '0', amount: '100020000000', rate_ppm: 240_000 }] })
    })
    const checks = await checkStatement(statement, publicKey)
    expect(checks[2]?.detail).toBe('The fee is 25 USD, but the entries give 24 USD.')
  })

  it('does not agree with another key', async () => {
    expect(await states(await signed(), 'another')).toEqual(['disagrees', 'agrees', 'agrees'])
  })
})

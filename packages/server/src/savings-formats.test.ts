/** The same result in every format: the same machine under the same commitment, however it is billed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Statement } from '@kept/domain/statement.ts'
import { fromHour } from '@kept/foundation/calendar/hour.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calculateByEngine } from './cli/verify/calculate-by-engine.ts'
import { verifyStatement } from './cli/verify/verify-statement.ts'
import { ruleFor } from './commission/public/commission-rule.ts'
import { deliver } from './imports/testing/deliver.ts'
import { savingsDeps } from './savings/create-deps.ts'
import { runSavings } from './savings/run-savings.ts'
import { endHour, type WrittenExample, writeExample } from './savings/testing/covered-machine.ts'
import { openKept } from './testing.ts'

const clock = new Date('2026-10-10T08:00:00Z')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-formats-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** From the upload to the signed statement. */
async function statementFor({ resource, bill }: WrittenExample): Promise<Statement> {
  const kept = await openKept({}, { now: () => clock })
  try {
    const delivered = await deliver(kept, bill)
    expect(delivered.status, JSON.stringify(delivered)).toBe('done')
    await kept.client.savings.record({
      ...{ title: 'Ended', resource_id: resource, kind: 'terminate', not_before: fromHour(endHour - 24), evidence: '' },
    })
    const { database, scope } = kept.world
    await runSavings(
      savingsDeps(kept.server.services, (customer, month, currency) => ruleFor(database, customer, month, currency)),
      scope,
    )
    const { data: statements } = await kept.client.savings.statements({})
    const { data: actions } = await kept.client.savings.actions({})
    expect(statements, JSON.stringify(actions)).toHaveLength(1)
    const url = `${kept.url}/v1/savings/statements/${statements[0]?.id}`
    return (await (await fetch(url, { headers: kept.headers('own') })).json()) as Statement
  } finally {
    await kept.close()
  }
}

const amountsOf = ({ entries, net, billable, commission }: Statement) => ({
  parts: entries.filter(({ kind }) => kind === 'accrual').map(({ part, amount }) => `${part} ${amount}`),
  ...{ net, billable, fee: commission.fee },
})

const expected = {
  0: { parts: ['penalty -50688000000', 'usage 50688000000'], net: '0', billable: '0', fee: '0' },
  240: {
    parts: ['penalty -27648000000', 'usage 50688000000'],
    net: '23040000000',
    billable: '23040000000',
    fee: '5.76',
  },
}

describe.each([
  {
    reused: 0,
    examples: writeExample(0).filter(({ format }) => /legacy, reservation|amortized, savings/.test(format)),
  },
  { reused: 240, examples: writeExample(240) },
] as const)('a terminated machine whose commitment is used for $reused hours more', ({ reused, examples }) => {
  it.each(examples)('is calculated and verified alike from $format', async (example) => {
    const statement = await statementFor(example)
    const amounts = amountsOf(statement)
    expect({ ...amounts, parts: amounts.parts.toSorted() }).toEqual(expected[reused])
    const path = join(folder, `${example.format.replaceAll(/\W/g, '-')}-${reused}.csv`)
    writeFileSync(path, example.bill)
    const request = {
      ...{ statement, bills: [path], trustedKey: undefined, checkpoints: [], environment: {} },
      signal: new AbortController().signal,
    }
    expect(await verifyStatement(request)).toMatchObject({ agrees: true })
    const { calculated: calculatedMonth } = await calculateByEngine(request)
    expect(calculatedMonth.parts.map(({ part, amount }) => `${part} ${amount}`).toSorted()).toEqual(
      expected[reused].parts,
    )
  })
})

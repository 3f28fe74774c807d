/**
 * Random lives of customers against Postgres: statements, true-ups, disputes, credits, transfers, refunds, chargebacks,
 * write-offs and cancellations, with transactions that are killed before they commit and answers that are lost after. The books are
 * checked after every step. `KEPT_BILLING_LIVES` sets how many lives; the default is for every day.
 */
import { openWorld, type World } from '@kept/store/testing/world.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkBooks, checkHandled, checkNumbers, countOutcomes, pickRow } from './testing/check-books.ts'
import { openLife, type Step, stepArbitrary } from './testing/random-life.ts'

const lives = Number(process.env.KEPT_BILLING_LIVES ?? 100)

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const lastStep: Step = { op: 'issue', pick: 0, amount: 1, flag: false, saved: [0n, 0n, 0n], fates: [] }

it('bills every statement once and keeps the books balanced, whatever happens', async () => {
  let notBilled = 0
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 8, maxLength: 25 }), async (steps) => {
      const life = await openLife(world.database)
      for (const step of [...steps, lastStep]) {
        await life.run(step)
        await checkBooks(world.database, life.scope)
      }
      await checkNumbers(world.database)
      notBilled += await checkHandled(world.database, life.scope)
    }),
    { numRuns: lives, endOnFailure: true },
  )
  const outcomes = { ...(await countOutcomes(world.database)), 'not billed after the end of service': notBilled }
  // What happened: shown with the test's output.
  process.stdout.write(`${JSON.stringify({ lives, ...outcomes })}\n`)
  // Lives in which nothing happens prove nothing.
  for (const count of Object.values(outcomes)) expect(count, JSON.stringify(outcomes)).toBeGreaterThan(0)
}, 3_600_000)

it('books each write-off of an invoice that a chargeback opened again', async () => {
  const life = await openLife(world.database)
  const saved = [40n * 10n ** 9n, 0n, 0n]
  const amounts = { close: 1, issue: 1, transfer: 400, writeOff: 1, chargeback: 300 }
  for (const op of ['close', 'issue', 'transfer', 'writeOff', 'chargeback', 'writeOff'] as const) {
    await life.run({ op, pick: 0, amount: amounts[op], flag: true, saved, fates: [] })
    await checkBooks(world.database, life.scope)
  }
  const writtenOff = await pickRow(world.database, life.scope, {
    ...{ table: 'billing_invoice', condition: 'written_off_minor = 900', pick: 0 },
  })
  expect(writtenOff).toMatchObject({ payment_state: 'uncollectible', due_minor: '1000' })
})

it('makes up for what was given back of a draft that is voided', async () => {
  const life = await openLife(world.database)
  const euros = (...amounts: number[]) => amounts.map((amount) => BigInt(amount) * 10n ** 9n)
  const run = async (op: Step['op'], saved: bigint[] = []) => {
    await life.run({ op, pick: 0, amount: 1, flag: false, saved, fates: [] })
    await checkBooks(world.database, life.scope)
  }
  await run('close', euros(400, 400, 400))
  await run('dispute')
  // Takes back more than the two lines that are left on the draft.
  await run('trueUp', euros(100, 100, 40))
  await run('issue')
  await run('answer')
  await run('void')
  const voided = { table: 'billing_invoice', condition: "state = 'voided'", pick: 0 }
  expect(await pickRow(world.database, life.scope, voided)).toBeDefined()
  const restored = {
    table: 'billing_invoice_line',
    condition: "state = 'billed' AND line_group = 'true_up' AND fee_minor > 0",
  }
  expect(await pickRow(world.database, life.scope, { ...restored, pick: 0 })).toMatchObject({ fee_minor: '4000' })
  // What only makes up for that has to be issued.
  await run('void')
  await run('issue')
  expect(await pickRow(world.database, life.scope, { ...voided, pick: 1 })).toMatchObject({ state: 'voided' })
  const issued = { table: 'billing_invoice', condition: "state = 'issued' AND net_minor = 4000", pick: 0 }
  expect(await pickRow(world.database, life.scope, issued)).toBeDefined()
})

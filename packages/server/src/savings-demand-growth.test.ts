/** A machine is halved and a second one starts: a replacement, unless its measured demand has doubled. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Statement } from '@kept/domain/statement.ts'
import { machineLines } from '@kept/engine/testing/savings-bill.ts'
import { fromHour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { savingsBillCsv } from '@kept/scenarios/savings/bill-csv.ts'
import { writePoints } from '@kept/store/metrics/write-points.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyStatement } from './cli/verify/verify-statement.ts'
import { ruleFor } from './commission/public/commission-rule.ts'
import { deliver } from './imports/testing/deliver.ts'
import { savingsDeps } from './savings/create-deps.ts'
import { runSavings } from './savings/run-savings.ts'
import { openKept, type TestKept } from './testing.ts'

const { from, to } = hoursOfMonth('2026-09')
/** 22 days before the end of September: 528 hours. */
const ninth = from + 8 * 24
const start = from - 744

const accounts = ['measured', 'silent']
const lines = accounts.flatMap((account) => [
  ...machineLines({ resource: `i-base-${account}`, from: start, to, sku: 'base' }),
  ...machineLines({ resource: `i-halved-${account}`, from: start, to: ninth, sku: 'large', price: '0.192' }),
  ...machineLines({ resource: `i-halved-${account}`, from: ninth, to, sku: 'medium' }),
  ...machineLines({ resource: `i-second-${account}`, from: ninth + 2, to, sku: 'medium' }),
])
const descriptions = Object.fromEntries(
  accounts.flatMap((account) =>
    ['base', 'halved', 'second'].map((name) => [
      `i-${name}-${account}`,
      {
        ...{ SubAccountId: account, RegionId: 'eu-west-1' },
        Tags: JSON.stringify(name === 'base' ? { project: 'base' } : {}),
      },
    ]),
  ),
)
const bill = [...savingsBillCsv(lines, 'USD', descriptions)].join('')

let kept: TestKept
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-demand-growth-'))
  kept = await openKept({}, { now: () => new Date('2026-10-10T08:00:00Z') })
})
afterAll(async () => {
  await kept.close()
  rmSync(folder, { recursive: true, force: true })
})

it('bills the saving of a halved machine whose group grew with its demand', async () => {
  const { database, warehouse, scope } = kept.world
  const points = Array.from({ length: to - start }, (_, index) => ({
    ...{ resource_id: 'lb', metric: 'requests', unit: 'req/s', at: fromHour(start + index), seconds: 3600 },
    value: start + index < ninth ? 5 : 10,
  }))
  await writePoints(warehouse, scope, points.values(), 1)
  for (const account of accounts) {
    await kept.client.savings.record({
      ...{ title: account, resource_id: `i-halved-${account}`, kind: 'rightsize', evidence: '' },
      not_before: fromHour(ninth - 24),
      ...(account === 'measured' && { demand: { resource_id: 'lb', metric: 'requests' } }),
    })
  }
  await deliver(kept, bill)
  await runSavings(
    savingsDeps(kept.server.services, (customer, month, currency) => ruleFor(database, customer, month, currency)),
    scope,
  )
  const { data: actions } = await kept.client.savings.actions({})
  expect(Object.fromEntries(actions.map(({ title, booked }) => [title, booked]))).toEqual({
    measured: '50.688',
    silent: '0',
  })
  const { data: statements } = await kept.client.savings.statements({})
  const url = `${kept.url}/v1/savings/statements/${statements[0]?.id}`
  const statement = (await (await fetch(url, { headers: kept.headers('own') })).json()) as Statement
  expect(statement.substitution?.search?.demand).toMatchObject([{ before: '18000', after: '36000' }])
  const path = join(folder, 'bill.csv')
  writeFileSync(path, bill)
  const request = { statement, bills: [path], trustedKey: undefined, checkpoints: [], environment: {} }
  expect(await verifyStatement({ ...request, signal: new AbortController().signal })).toMatchObject({
    agrees: true,
    replacements: { stated: 1, missing: null },
  })
})

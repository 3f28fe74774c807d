/** The demo's recorded actions: frozen, counted and signed from its own bill, with results close to the estimates. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scope } from '@kept/domain/scope.ts'
import { demoOptions, northwind } from '@kept/scenarios/northwind.ts'
import { doneIn } from '@kept/scenarios/world/northwind-done.ts'
import { listActions } from '@kept/store/savings/actions.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { captureTerminal } from './cli/testing/capture-terminal.ts'
import { verifyCommand } from './cli/verify/command.ts'
import { openSeededDemo } from './testing/seeded-demo.ts'
import { createTestUser } from './testing/sign-in.ts'
import type { TestKept } from './testing.ts'

const periods = ['2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11']
let kept: TestKept
let scope: Scope
beforeAll(async () => {
  const seeded = await openSeededDemo()
  kept = seeded
  scope = seeded.demo
}, 400_000)
afterAll(() => kept.close())

it('shows verified savings, each from its own hour, in signed statements', async () => {
  const actions = await listActions(kept.world.database, scope, { state: 'counting' })
  const world = northwind({ ...demoOptions, until: '2026-11-20' })
  expect(actions.map(({ action }) => [action?.kind, action?.effective_time]).toSorted()).toEqual(
    doneIn(world)
      .map(({ kind, day }) => [
        kind,
        kind === 'schedule' ? expect.stringContaining('T') : `${world.days[day]?.date}T00:00:00Z`,
      ])
      .toSorted(),
  )
  const { client } = await createTestUser(kept, {
    name: 'viewer',
    in: scope,
    role: 'admin',
    demo: true,
    emailDomain: 'demo.kept.invalid',
  })
  const { data } = await client.savings.summary({})
  const [usd] = data.currencies
  expect(usd?.months.map(({ period, state }) => [period, state])).toEqual(
    periods.map((period) => [period, period === '2026-11' ? 'provisional' : 'final']),
  )
  expect(Number(usd?.verified)).toBeGreaterThan(20_000)
  for (const { rule, estimated, realized } of usd?.rules ?? []) {
    expect(Number(realized) / Number(estimated), rule).toBeGreaterThan(0.8)
    expect(Number(realized) / Number(estimated), rule).toBeLessThan(1.1)
  }
  // People know a resource by its name; its id stands beside it.
  const [{ data: recorded }, { data: entries }] = await Promise.all([
    client.savings.actions({}),
    client.savings.ledger({}),
  ])
  const named = [...recorded, ...entries.filter(({ lineage }) => lineage !== '')]
  expect(named.length).toBeGreaterThan(5)
  for (const { resource_name } of named) expect(resource_name).toMatch(/^[a-z][a-z0-9-]+$/)
  expect(named.map(({ resource_name }) => resource_name).filter((name) => name.startsWith('i-'))).toEqual([])
  const { data: customers } = await client.commission.customers({})
  expect(customers.map(({ slug }) => slug)).toEqual(['demo'])
  await expect(
    client.commission.changeCustomer({ id: scope.organizationId, terms: null, valid_from: '2026-12' }),
  ).rejects.toThrow("The demo can't do this")
})

it('lets a visitor download a statement and its bill, and verify the one with the other', async () => {
  const visitor = await createTestUser(kept, {
    name: 'verifier',
    in: scope,
    demo: true,
    emailDomain: 'demo.kept.invalid',
  })
  const folder = mkdtempSync(join(tmpdir(), 'kept-demo-verify-'))
  const save = async (path: string, name: string) => {
    const response = await fetch(`${kept.url}${path}`, { headers: visitor.headers })
    expect(response.status, path).toBe(200)
    writeFileSync(join(folder, name), Buffer.from(await response.arrayBuffer()))
    return join(folder, name)
  }
  try {
    const { data: statements } = await visitor.client.savings.statements({})
    expect(statements.length).toBeGreaterThan(0)
    const key = await save('/v1/savings/key.pem', 'kept.pem')
    for (const { id, period } of statements.filter(({ period }) => period >= '2026-09')) {
      const statement = await save(`/v1/savings/statements/${id}`, `${period}.json`)
      const bill = await save(`/v1/savings/statements/${id}/bill`, `${period}.focus.csv.gz`)
      const verify = async (bills: string[]) => {
        const { terminal, captured } = captureTerminal(120)
        const args = [statement, '--key', key, '--bill', ...bills]
        await verifyCommand(terminal).exitOverride().parseAsync(args, { from: 'user' })
        return captured.out
      }
      expect(await verify([bill]), period).toMatch(/^Verified\. /)
      // The demo's own files: an unreadable row is planted in October, and affects only October.
      const { folder: data } = kept.server.services
      const uploads = readdirSync(data.uploads).map((name) => join(data.uploads, name))
      if (period === '2026-10') {
        await expect(verify(uploads)).rejects.toThrow('1 row of 2026-10-01 to 2026-10-31 could not be read')
      } else
        expect(await verify(uploads), period).toMatch(/^Verified\. [\s\S]*Skipped 1 unreadable row of other months/)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 300_000)

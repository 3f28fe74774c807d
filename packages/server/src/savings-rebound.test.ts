/**
 * Independent worlds from bill to ledger: where everything that was removed runs again, hardly anything is billed;
 * where something was really saved, it is booked, whatever else grew or was replaced.
 */
import { fullReboundWorlds } from '@kept/scenarios/savings/rebound/full-rebound.ts'
import { realSavingWorlds } from '@kept/scenarios/savings/rebound/real-savings.ts'
import type { ReboundWorld } from '@kept/scenarios/savings/rebound/world.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliver } from './imports/testing/deliver.ts'
import { bookedByAccount } from './savings/testing/measure-worlds.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date('2026-10-10T08:00:00Z') })
})
afterAll(() => kept.close())

interface Measured {
  name: string
  unseen: boolean
  removed: number
  truth: number
  booked: number
}

async function measure(worlds: readonly ReboundWorld[]): Promise<Measured[]> {
  const accountOf = (world: ReboundWorld) => `account ${world.name}`
  const accounts = worlds.map((world) => ({ ...world, account: accountOf(world) }))
  const amounts = await bookedByAccount(kept, accounts, (bill) => deliver(kept, bill))
  return worlds.map((world) => {
    const booked = amounts.get(accountOf(world)) ?? 0
    const { name, isHeldOut: unseen, removed, truth } = world
    return { name, unseen, removed: removed / 1000, truth: truth / 1000, booked }
  })
}

function report(measured: readonly Measured[]): string {
  return measured
    .map(({ name, unseen, removed, truth, booked }) =>
      [unseen ? 'unseen' : 'seen  ', removed.toFixed(2), truth.toFixed(2), booked.toFixed(2), name].join('\t'),
    )
    .join('\n')
}

it('bills at most two percent of what moved, and books real savings', { timeout: 300_000 }, async () => {
  const rebound = fullReboundWorlds()
  const realSavings = realSavingWorlds()
  const measured = await measure([...rebound, ...realSavings])
  const movedWorlds = measured.slice(0, rebound.length)
  const saved = measured.slice(rebound.length)
  const total = (worlds: readonly Measured[], field: 'removed' | 'truth' | 'booked') =>
    worlds.reduce((sum, world) => sum + world[field], 0)
  if (process.env.KEPT_REPORT) process.stdout.write(`${report(measured)}\n`)
  expect(total(movedWorlds, 'booked'), report(movedWorlds)).toBeLessThanOrEqual(total(movedWorlds, 'removed') * 0.02)
  for (const world of saved) expect(world.booked, world.name).toBeLessThanOrEqual(world.truth * 1.02 + 0.01)
  expect(total(saved, 'booked'), report(saved)).toBeGreaterThanOrEqual(total(saved, 'truth') * 0.9)
})

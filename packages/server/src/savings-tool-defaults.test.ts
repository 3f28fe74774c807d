/**
 * Worlds whose resources carry only what clouds and tools write by default, from bill to ledger. Half of the classes
 * were held out while the method was tuned.
 */
import { movedClasses } from '@kept/scenarios/savings/tool-defaults/moved-classes.ts'
import { savedClasses } from '@kept/scenarios/savings/tool-defaults/saved-classes.ts'
import { buildWorlds, type NamedWorld } from '@kept/scenarios/savings/tool-defaults/world.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliver } from './imports/testing/deliver.ts'
import { bookedByAccount } from './savings/testing/measure-worlds.ts'
import { openKept, type TestKept } from './testing.ts'

const worldsOfClass = 1

let kept: TestKept
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date('2026-10-10T08:00:00Z') })
})
afterAll(() => kept.close())

interface ClassRow {
  name: string
  split: NamedWorld['split']
  removed: number
  truth: number
  booked: number
}

function rowsOf(worlds: readonly NamedWorld[], booked: ReadonlyMap<string, number>): ClassRow[] {
  const byName = Map.groupBy(worlds, ({ name }) => name)
  return [...byName].map(([name, classWorlds]) => ({
    ...{ name, split: classWorlds[0]?.split ?? 'tuning' },
    removed: classWorlds.reduce((sum, world) => sum + world.removed, 0) / 1000,
    truth: classWorlds.reduce((sum, world) => sum + world.truth, 0) / 1000,
    booked: classWorlds.reduce((sum, { account }) => sum + (booked.get(account) ?? 0), 0),
  }))
}

function tableOf(rows: readonly ClassRow[]): string {
  return rows
    .map(({ name, split, removed, truth, booked }) => {
      const amounts = [removed, booked, truth, booked - truth].map((amount) => amount.toFixed(2))
      return `| ${[name, split, ...amounts].join(' | ')} |`
    })
    .join('\n')
}

const total = (rows: readonly ClassRow[], field: 'removed' | 'truth' | 'booked') =>
  rows.reduce((sum, row) => sum + row[field], 0)

it('bills at most two percent of what moved and at least 97% of real savings', { timeout: 300_000 }, async () => {
  const split = process.env.KEPT_HALF
  const chosen = <T extends { split: string }>(classes: readonly T[]) =>
    classes.filter((worldClass) => split === undefined || worldClass.split === split)
  const movedWorlds = buildWorlds(chosen(movedClasses), worldsOfClass)
  const saved = buildWorlds(chosen(savedClasses), worldsOfClass)
  const accounts = [...movedWorlds, ...saved].map(({ account, removals, otherResources: others }) => ({
    account,
    resources: [...removals.map(({ resource }) => resource), ...others],
    actions: removals.map(({ resource, at, kind, offHours }) => ({
      ...{ resource: resource.id, at, kind },
      ...(offHours && { offHours }),
    })),
  }))
  const booked = await bookedByAccount(kept, accounts, (bill) => deliver(kept, bill))
  const [movedRows, savedRows] = [rowsOf(movedWorlds, booked), rowsOf(saved, booked)]
  if (process.env.KEPT_REPORT) process.stdout.write(`${tableOf([...movedRows, ...savedRows])}\n`)
  expect(total(movedRows, 'booked'), tableOf(movedRows)).toBeLessThanOrEqual(total(movedRows, 'removed') * 0.02)
  for (const { name, booked: amount, truth } of savedRows) expect(amount, name).toBeLessThanOrEqual(truth + 0.01)
  expect(total(savedRows, 'booked'), tableOf(savedRows)).toBeGreaterThanOrEqual(total(savedRows, 'truth') * 0.97)
})

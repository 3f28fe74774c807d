/** After any sequence of imports, repetitions, undos, kills, runs and sweeps, the total is the model's. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { createImport } from '@kept/store/imports/create.ts'
import { retireLoads } from '@kept/store/loads/retire.ts'
import { sweepWarehouse } from '@kept/store/loads/sweep.ts'
import { undoImport } from '@kept/store/loads/undo.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportMoment } from './deps.ts'
import { runImport } from './run-import.ts'
import { Piles } from './testing/piles.ts'
import { smallBill } from './testing/small-bill.ts'
import { visibleTotals } from './testing/totals.ts'
import { worldDeps } from './testing/world-deps.ts'

let world: World
let folder: string
beforeAll(async () => {
  world = await openWorld()
  folder = mkdtempSync(join(tmpdir(), 'kept-law-'))
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const line = fc.record({
  // Few keys, so that stacks grow high.
  account: fc.constantFrom('1', '1', '1', '2'),
  month: fc.constantFrom('2024-09', '2024-09', '2024-10'),
  cents: fc.integer({ min: -500, max: 500 }),
})
const delivery = fc.array(line, { minLength: 1, maxLength: 3 })
const moments: ImportMoment[] = ['begun', 'proven', 'publishing', 'published']

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('deliver' as const), lines: delivery }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deliver_again' as const), which: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('crash' as const), lines: delivery, at: fc.constantFrom(...moments) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('run_again' as const), which: fc.nat() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('undo' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retire' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Lines = (typeof delivery extends fc.Arbitrary<infer L> ? L : never)[number][]

it('leaves the total equal to the model’s after any sequence', { timeout: 300_000 }, async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12, size: 'max' }), async (steps) => {
      run += 1
      const { id } = await ensureOrganization(world.database, { slug: `law-${run}`, name: 'Law', demo: false })
      await walk({ organizationId: id }, steps)
    }),
    { numRuns: 10, seed: 20_240_901 },
  )
})

async function walk(scope: Scope, steps: Step[]): Promise<void> {
  const piles = new Piles()
  const delivered: { id: string; lines: Lines }[] = []
  const crashed: { id: string; lines: Lines }[] = []
  for (const step of steps) {
    switch (step.do) {
      case 'deliver':
      case 'deliver_again': {
        const lines = step.do === 'deliver' ? step.lines : pick(delivered, step.which)?.lines
        if (!lines) break
        const id = await note(scope, lines)
        await run(scope, id)
        piles.push(id, lines)
        delivered.push({ id, lines })
        break
      }
      case 'crash': {
        const id = await note(scope, step.lines)
        await run(scope, id, step.at)
        if (step.at === 'published') {
          piles.push(id, step.lines)
          delivered.push({ id, lines: step.lines })
        }
        crashed.push({ id, lines: step.lines })
        break
      }
      case 'run_again': {
        const crashedImport = pick(crashed, step.which)
        if (!crashedImport) break
        crashed.splice(crashed.indexOf(crashedImport), 1)
        await run(scope, crashedImport.id)
        if (!delivered.some(({ id }) => id === crashedImport.id)) {
          piles.push(crashedImport.id, crashedImport.lines)
          delivered.push(crashedImport)
        }
        break
      }
      case 'undo': {
        const undone = pick(delivered, step.which)
        if (!undone) break
        await undo(scope, undone.id, piles)
        break
      }
      case 'sweep':
        await sweepWarehouse(world.database, world.warehouse, scope)
        break
      case 'retire':
        await retireLoads(world.database, scope, new Date('2999-01-01'))
        piles.retire()
        break
    }
    expect(await visibleTotals(world, scope)).toEqual(piles.totals())
  }
  // Undone completely, every layer becomes current once.
  for (const { id } of delivered.toReversed()) {
    await undo(scope, id, piles)
    expect(await visibleTotals(world, scope)).toEqual(piles.totals())
  }
}

/** Undone where the model allows it, rejected where not. */
async function undo(scope: Scope, id: string, piles: Piles): Promise<void> {
  const refused = await undoImport(world.database, scope, id, async () => undefined).then(
    () => false,
    (error: unknown) => {
      if (error instanceof KeptError && error.code === 'conflict') return true
      throw error
    },
  )
  expect(refused).toBe(!piles.undo(id))
}

async function note(scope: Scope, lines: Lines): Promise<string> {
  const text = smallBill(lines.map(({ account, month, cents }) => ({ account, month, billed: `${cents}e-2` })))
  const path = join(folder, `${crypto.randomUUID()}.csv`)
  writeFileSync(path, text)
  const newImport = await world.database.scoped(scope, (tx) =>
    createImport(tx, scope, {
      inputs: [{ kind: 'file', path, name: 'bill.csv' }],
      sources: [{ name: 'bill.csv', bytes: text.length }],
      accept_smaller: true,
    }),
  )
  return newImport.id
}

/** Runs an import; a crash stops the process at that moment: nothing after it is done or cleaned up. */
async function run(scope: Scope, id: string, crashAt?: ImportMoment): Promise<void> {
  const stop = new AbortController()
  const deps = worldDeps(world, {
    onMoment: (moment) => {
      if (moment !== crashAt) return
      stop.abort(new Error('crashed'))
      throw new Error('crashed')
    },
  })
  const running = runImport(deps, scope, id, { signal: stop.signal, last: true })
  if (crashAt) await expect(running).rejects.toThrow('crashed')
  else await running
}

function pick<Item>(items: Item[], which: number): Item | undefined {
  return items[which % Math.max(1, items.length)]
}

import { type CostAnswer, type CostQuery, type CostRow, costQuerySchema } from '@kept/domain/cost-query.ts'
import type { Measure } from '@kept/domain/cube.ts'
import { add } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { added, keys, line, query, window } from '../testing/cube-questions.ts'
import { type TestLine, writeLines } from '../testing/lines.ts'
import { queryNaively } from '../testing/naive-cube.ts'
import { openWorld, type World } from '../testing/world.ts'
import { explore, exploreRows } from './explore.ts'
import { rollUpLoads } from './roll-up.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

let loads = 0
async function load(lines: TestLine[]): Promise<string[]> {
  loads += 1
  const ids = [`a-${loads}`, `b-${loads}`]
  const middle = lines.length >> 1
  await writeLines(world.warehouse, world.scope, ids[0] ?? '', lines.slice(0, middle))
  await writeLines(world.warehouse, world.scope, ids[1] ?? '', lines.slice(middle))
  await rollUpLoads(world.warehouse, world.scope, ids)
  return ids
}
const runQuery = (ids: string[], costQuery: CostQuery) => explore(world.warehouse, world.scope, ids, costQuery)

/** Rows in a canonical order; equal amounts may be in any order. */
function comparable({ rows, totals, groups }: Pick<CostAnswer, 'rows' | 'totals' | 'groups'>) {
  const id = (row: CostAnswer['rows'][number]) => JSON.stringify([row.currency, row.period, row.other, row.keys])
  return {
    rows: rows.map((row) => ({ ...row, names: {} })).sort((a, b) => (id(a) < id(b) ? -1 : 1)),
    totals,
    groups,
  }
}

it('returns the same as plain loops over the lines, from every table', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 60 }),
      fc.array(query, { minLength: 12, maxLength: 12 }),
      async (lines, queries) => {
        const ids = await load(lines)
        for (const costQuery of queries) {
          const answer = comparable(await runQuery(ids, costQuery))
          expect(answer).toEqual(comparable(queryNaively(lines, costQuery)))
          const fromLines = costQuerySchema.parse({
            ...costQuery,
            filters: [...costQuery.filters, { dimension: 'description', op: 'is_not', values: ['nothing says this'] }],
          })
          expect(comparable(await runQuery(ids, fromLines))).toEqual(answer)
        }
      },
    ),
    { numRuns: 6, seed: 20240229, endOnFailure: true },
  )
})

it('adds rows up to totals, makes "other" the rest, and partitions the total by filters', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 5, maxLength: 60 }),
      fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: 3 }),
      window,
      async (lines, group_by, span) => {
        const ids = await load(lines)
        const base = { measures: [...added], group_by, start_date: span.from, end_date: span.to }
        const ungrouped = await runQuery(ids, costQuerySchema.parse({ ...base, group_by: [] }))
        for (const more of [{}, { top: 1 }, { top: 2, grain: 'week' }, { grain: 'billing_month' }]) {
          const answer = await runQuery(ids, costQuerySchema.parse({ ...base, ...more }))
          expect(answer.totals).toEqual(ungrouped.totals)
          expect(addUp(answer.rows)).toEqual(addUp(ungrouped.totals))
        }
        const dimension = group_by[0] ?? 'service'
        const parted = ['is', 'is_not'].map((op) =>
          runQuery(
            ids,
            costQuerySchema.parse({
              ...base,
              group_by: [],
              filters: [{ dimension, op, values: ['AWS', 'Compute', '1', ''] }],
            }),
          ),
        )
        expect(addUp((await Promise.all(parted)).flatMap(({ totals }) => totals))).toEqual(addUp(ungrouped.totals))
      },
    ),
    { numRuns: 4, seed: 7, endOnFailure: true },
  )
})

it('returns every row once over all pages and as a file, in one order, with the overall totals', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 5, maxLength: 60 }),
      fc.array(query, { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 1, max: 7 }),
      async (lines, queries, page_size) => {
        const ids = await load(lines)
        for (const costQuery of queries) {
          const complete = await runQuery(ids, costQuery)
          expect(complete.page).toMatchObject({ number: 1, rows: complete.rows.length })
          const rows: CostRow[] = []
          for (let page = 1; rows.length < complete.rows.length; page += 1) {
            const answer = await runQuery(ids, { ...costQuery, page, page_size, version: complete.page.version })
            expect(answer.rows.length).toBeGreaterThan(0)
            expect(answer.rows.length).toBeLessThanOrEqual(page_size)
            expect([answer.totals, answer.page.rows, answer.groups.total]).toEqual([
              complete.totals,
              complete.rows.length,
              complete.groups.total,
            ])
            rows.push(...answer.rows)
          }
          expect(rows).toEqual(complete.rows)
          const file = await exploreRows(world.warehouse, world.scope, ids, costQuery)
          expect(await Array.fromAsync(file.rows)).toEqual(complete.rows)
          expect([file.from, file.to]).toEqual([complete.start_date, complete.end_date])
        }
      },
    ),
    { numRuns: 3, seed: 5, endOnFailure: true },
  )
})

it('compares with exactly the window before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 5, maxLength: 60 }),
      fc.oneof(
        window,
        fc.constantFrom({ from: '2024-03-01', to: '2024-04-01' }, { from: '2024-02-29', to: '2024-03-30' }),
      ),
      fc.constantFrom('hour', 'day', 'week', 'month', undefined),
      fc.constantFrom(undefined, 1),
      async (lines, span, grain, top) => {
        const ids = await load(lines)
        const base = { measures: [...added], group_by: ['service'], start_date: span.from, end_date: span.to }
        const compared = await runQuery(ids, costQuerySchema.parse({ ...base, compare: 'previous_period', grain, top }))
        const past = { from: compared.previous_start_date ?? '', to: compared.previous_end_date ?? '' }
        const plainQuery = costQuerySchema.parse({ ...base, grain, top })
        expect(comparable(compared)).toEqual(
          comparable(queryNaively(lines, plainQuery, { ...past, move: moveInto(span) })),
        )
        expect(past.to).toBe(span.from)
        const now = await runQuery(ids, costQuerySchema.parse({ ...base, group_by: [] }))
        const before = await runQuery(
          ids,
          costQuerySchema.parse({ ...base, group_by: [], start_date: past.from, end_date: past.to }),
        )
        const side = (totals: CostAnswer['totals'], field: 'values' | 'previous') =>
          addUp(totals.map((total) => ({ ...total, values: total[field] ?? {} })))
        expect(side(compared.totals, 'values')).toEqual(side(now.totals, 'values'))
        expect(side(compared.totals, 'previous')).toEqual(side(before.totals, 'values'))
        expect(addUp(compared.rows.map((row) => ({ ...row, values: row.previous ?? {} })))).toEqual(
          side(before.totals, 'values'),
        )
        for (const row of compared.rows)
          if (row.period && grain === 'day') expect(row.period >= span.from && row.period < span.to).toBe(true)
      },
    ),
    { numRuns: 6, seed: 11, endOnFailure: true },
  )
})

/** Calendar months move by months, everything else by days. */
function moveInto({ from, to }: { from: string; to: string }): (day: string) => string {
  const [start, end] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)]
  if (start.day !== 1 || end.day !== 1) return (date) => Temporal.PlainDate.from(date).add(start.until(end)).toString()
  return (date) => {
    const shifted = Temporal.PlainDate.from(date).add({ months: start.until(end, { largestUnit: 'month' }).months })
    return Temporal.PlainDate.compare(shifted, end) < 0 ? shifted.toString() : end.subtract({ days: 1 }).toString()
  }
}

/** Per currency and measure; a measure without values is left out, so that zero and unknown stay distinct. */
function addUp(rows: { currency: string; values: Partial<Record<Measure, string | null>> }[]): Record<string, string> {
  const sums: Record<string, string> = {}
  for (const { currency, values } of rows) {
    for (const [measure, value] of Object.entries(values)) {
      if (value === null) continue
      const id = `${currency} ${measure}`
      sums[id] = add(sums[id] ?? '0', value)
    }
  }
  return sums
}

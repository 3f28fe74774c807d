/**
 * Kills at random moments of imports, of the whole Kept and of its engines, and deliveries of the same month over and
 * over: after each, what is visible must be exactly the old total or the new one, and in the end the new one.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Import } from '@kept/domain/ingest.ts'
import { type Benchmark, median, percentile } from './benchmark.ts'
import { type KeptProcess, kill, startKept } from './kept-process.ts'
import { type KnownBill, knownBill, seededRandom } from './kill-bills.ts'

const rows = Number(process.env.BENCH_ROWS ?? 60_000)
const keptKills = Number(process.env.BENCH_KILLS ?? 25)
const engineKills = Math.ceil(keptKills / 4)
const organization = 'kills'
const accounts = ['111111111111', '222222222222']
const months = ['2026-03', '2026-04']

/** What was killed: Kept alone, Kept with both engines, or one engine under a living Kept. */
type Victim = 'kept' | 'everything' | 'warehouse' | 'postgres'

interface Tally {
  kills: Record<Victim, number>
  /** What was visible, asked from the kill on until the import was over. */
  seen: { old: number; new: number; neither: number }
  lost: number
  wrong: number
  readyMs: number[]
  recoveredMs: number[]
}

export const killsBenchmark: Benchmark = {
  name: 'kills',
  title: `Kills: ${keptKills} of Kept and ${engineKills} of its engines during imports`,
  async run({ scratch, say }) {
    const random = seededRandom(20_261_120)
    const folder = join(scratch, 'data')
    const tally: Tally = {
      kills: { kept: 0, everything: 0, warehouse: 0, postgres: 0 },
      seen: { old: 0, new: 0, neither: 0 },
      lost: 0,
      wrong: 0,
      readyMs: [],
      recoveredMs: [],
    }
    let kept = await startKept(folder, organization)
    const expected = new Map<string, string>()
    const acknowledged: string[] = []
    try {
      const usual = await usualImportMs(kept, scratch, random, expected, acknowledged)
      say(`an import of ${rows} rows takes ${Math.round(usual)} ms`)
      for (let round = 0; round < keptKills + engineKills; round += 1) {
        const victim = victimOf(round)
        const bill = knownBill(pick(accounts, random), pick(months, random), rows, random)
        const before = new Map(expected)
        const after = new Map(expected).set(placeOf(bill), bill.billed)
        const id = await deliver(kept, scratch, bill)
        acknowledged.push(id)
        await wait(random() * usual * 1.1)
        const killedAt = performance.now()
        kept = await strike(kept, victim, folder, tally)
        tally.kills[victim] += 1
        const look = async () => {
          const seen = await readTotals(kept)
          const state = same(seen, before) ? 'old' : same(seen, after) ? 'new' : 'neither'
          tally.seen[state] += 1
          return state
        }
        const state = await look()
        const finished = await untilOver(kept, id, look)
        tally.recoveredMs.push(performance.now() - killedAt)
        expected.set(placeOf(bill), bill.billed)
        const right =
          finished.status === 'done' && finished.reconciliation?.ok && same(await readTotals(kept), expected)
        if (!right) tally.wrong += 1
        const what = { kept: 'Kept', everything: 'Kept and engines', warehouse: 'warehouse', postgres: 'Postgres' }[
          victim
        ]
        say(
          `${round + 1}: ${what} killed; saw the ${state} total; ${finished.status}, ${right ? 'exact' : `WRONG ${finished.error}`}`,
        )
      }
      tally.lost = await countLost(kept, acknowledged)
      const identical = await deliverTenTimes(kept, scratch, random, expected)
      return section(tally, acknowledged.length, identical)
    } finally {
      const engines = await kept.engines().catch(() => undefined)
      await stop(kept)
      if (engines) endQuietly(engines.database)
    }
  },
}

function victimOf(round: number): Victim {
  if (round >= keptKills) return round % 2 === 0 ? 'warehouse' : 'postgres'
  return round % 5 === 4 ? 'everything' : 'kept'
}

async function strike(kept: KeptProcess, victim: Victim, folder: string, tally: Tally): Promise<KeptProcess> {
  if (victim === 'warehouse' || victim === 'postgres') {
    const { warehouse, database } = await kept.engines()
    process.kill(victim === 'warehouse' ? warehouse : database, 'SIGKILL')
    return kept
  }
  const engines = victim === 'everything' ? await kept.engines() : undefined
  await kill(kept.process)
  if (engines) for (const pid of [engines.database, engines.warehouse]) endQuietly(pid)
  const next = await startKept(folder, organization)
  tally.readyMs.push(next.readyMs)
  return next
}

async function usualImportMs(
  kept: KeptProcess,
  scratch: string,
  random: () => number,
  expected: Map<string, string>,
  acknowledged: string[],
): Promise<number> {
  const times: number[] = []
  for (const account of accounts) {
    for (const month of months) {
      const bill = knownBill(account, month, rows, random)
      const started = performance.now()
      const id = await deliver(kept, scratch, bill)
      await untilOver(kept, id)
      times.push(performance.now() - started)
      acknowledged.push(id)
      expected.set(placeOf(bill), bill.billed)
    }
  }
  return median(times)
}

async function deliver(kept: KeptProcess, scratch: string, bill: KnownBill): Promise<string> {
  const path = join(scratch, `${bill.account}-${bill.month}-${crypto.randomUUID()}.csv`)
  writeFileSync(path, bill.text)
  const answer = await kept.operator('/v1/operator/imports', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ organization, paths: [path] }),
  })
  const body = (await answer.json()) as { data: { import: Import } }
  if (!answer.ok) throw new Error(`The delivery was refused: ${JSON.stringify(body)}`)
  return body.data.import.id
}

/** Asks again while an engine is being started: "try again" is an answer too. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + 120_000
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if ((error as { code?: string }).code !== 'unavailable' || performance.now() > deadline) throw error
      await wait(50)
    }
  }
}

async function untilOver(kept: KeptProcess, id: string, look?: () => Promise<unknown>): Promise<Import> {
  for (;;) {
    await look?.()
    const { data } = await patiently(() => kept.client.imports.get({ id }))
    if (data.status === 'failed' || (data.status === 'done' && data.progress.stage === 'done')) return data
    await wait(50)
  }
}

/** "account month" to billed cost, as anybody would ask it. */
async function readTotals(kept: KeptProcess): Promise<Map<string, string>> {
  const { data } = await patiently(() =>
    kept.client.costs.query({ measures: ['billed'], group_by: ['billing_account'], grain: 'billing_month' }),
  )
  return new Map(
    data.rows.map((row) => [`${row.keys.billing_account} ${row.period?.slice(0, 7)}`, row.values.billed ?? 'unknown']),
  )
}

async function countLost(kept: KeptProcess, acknowledged: string[]): Promise<number> {
  let lost = 0
  for (const id of acknowledged) {
    const status = await kept.client.imports.get({ id }).then(
      ({ data }) => data.status,
      () => 'lost',
    )
    if (status !== 'done') lost += 1
  }
  return lost
}

/** One month delivered ten times: how often the totals were identical to the first. */
async function deliverTenTimes(
  kept: KeptProcess,
  scratch: string,
  random: () => number,
  expected: Map<string, string>,
): Promise<number> {
  const bill = knownBill(accounts[0] ?? '', months[0] ?? '', rows, random)
  const wanted = new Map(expected).set(placeOf(bill), bill.billed)
  let identical = 0
  for (let time = 0; time < 10; time += 1) {
    await untilOver(kept, await deliver(kept, scratch, bill))
    if (same(await readTotals(kept), wanted)) identical += 1
  }
  return identical
}

function section(tally: Tally, acknowledged: number, identical: number) {
  const { kills, seen, readyMs, recoveredMs } = tally
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)
  return {
    words: `Deliveries of ${rows.toLocaleString('en-US')} rows to two accounts and two months, each with other amounts; SIGKILL at a random moment of each import (seeded). From each kill until the import is over the totals are asked over the API again and again: they must be the old ones or the new ones.`,
    head: ['what', 'figure'],
    rows: [
      ['kills of Kept alone / of Kept and both engines', `${kills.kept} / ${kills.everything}`],
      ['kills of the warehouse / of Postgres under a living Kept', `${kills.warehouse} / ${kills.postgres}`],
      ['totals asked from kill to end: old / new / neither', `${seen.old} / ${seen.new} / ${seen.neither}`],
      ['in the end not exact', String(tally.wrong)],
      ['acknowledged imports / lost', `${acknowledged} / ${tally.lost}`],
      ['the same month ten times: identical totals', `${identical} of 10`],
      [
        'start after a kill to ready, median / slowest, s',
        `${seconds(median(readyMs))} / ${seconds(Math.max(...readyMs))}`,
      ],
      [
        'kill to import done, median / 95th percentile, s',
        `${seconds(median(recoveredMs))} / ${seconds(percentile(recoveredMs, 0.95))}`,
      ],
    ],
    notes: ['To reach: no load half-visible, totals exact, identical after ten deliveries.'],
  }
}

async function stop({ process: child }: KeptProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await Promise.race([gone, wait(20_000)])
  await kill(child)
}

function endQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended already
  }
}

function same(one: Map<string, string>, other: Map<string, string>): boolean {
  return one.size === other.size && [...one].every(([place, billed]) => other.get(place) === billed)
}

function placeOf({ account, month }: KnownBill): string {
  return `${account} ${month}`
}

function pick<Item>(items: Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item
}

/**
 * Kills at random moments of imports, of the whole Kept and of its engines, and deliveries of the same month over and
 * over: after each, what is visible must be exactly the old total or the new one, and in the end the new one.
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Benchmark, median, percentile } from './benchmark.ts'
import { type KeptProcess, kill, startKept } from './kept-process.ts'
import { knownBill, seededRandom } from './kill-bills.ts'
import {
  accountMonthOf,
  accounts,
  countLost,
  deliver,
  endQuietly,
  haveSameTotals,
  months,
  organization,
  pick,
  readTotals,
  stop,
  untilOver,
} from './kill-imports.ts'

const rows = Number(process.env.BENCH_ROWS ?? 60_000)
const killCount = Number(process.env.BENCH_KILLS ?? 25)
const engineKills = Math.ceil(killCount / 4)

/** What was killed: Kept alone, Kept with both engines, or one engine under a living Kept. */
type Victim = 'kept' | 'everything' | 'warehouse' | 'postgres'

interface Tally {
  kills: Record<Victim, number>
  /** What was visible, asked from the kill on until the import was over. */
  visible: { old: number; new: number; neither: number }
  lostImports: number
  wrongTotals: number
  readyMs: number[]
  recoveredMs: number[]
}

export const killsBenchmark: Benchmark = {
  name: 'kills',
  title: `Kills: ${killCount} of Kept and ${engineKills} of its engines during imports`,
  async run({ scratch, print }) {
    const random = seededRandom(20_261_120)
    const folder = join(scratch, 'data')
    const tally: Tally = {
      kills: { kept: 0, everything: 0, warehouse: 0, postgres: 0 },
      visible: { old: 0, new: 0, neither: 0 },
      lostImports: 0,
      wrongTotals: 0,
      readyMs: [],
      recoveredMs: [],
    }
    let keptProcess = await startKept(folder, organization)
    const expected = new Map<string, string>()
    const acknowledged: string[] = []
    try {
      const typicalMs = await typicalImportMs(keptProcess, scratch, random, expected, acknowledged)
      print(`an import of ${rows} rows takes ${Math.round(typicalMs)} ms`)
      for (let round = 0; round < killCount + engineKills; round += 1) {
        const victim = victimOf(round)
        const bill = knownBill(pick(accounts, random), pick(months, random), rows, random)
        const before = new Map(expected)
        const after = new Map(expected).set(accountMonthOf(bill), bill.billed)
        const id = await deliver(keptProcess, scratch, bill)
        acknowledged.push(id)
        await wait(random() * typicalMs * 1.1)
        const killedAt = performance.now()
        keptProcess = await strike(keptProcess, victim, folder, tally)
        tally.kills[victim] += 1
        const checkTotals = async () => {
          const totals = await readTotals(keptProcess)
          const state = haveSameTotals(totals, before) ? 'old' : haveSameTotals(totals, after) ? 'new' : 'neither'
          tally.visible[state] += 1
          return state
        }
        const state = await checkTotals()
        const finished = await untilOver(keptProcess, id, checkTotals)
        tally.recoveredMs.push(performance.now() - killedAt)
        expected.set(accountMonthOf(bill), bill.billed)
        const isExact =
          finished.status === 'done' &&
          finished.reconciliation?.ok &&
          haveSameTotals(await readTotals(keptProcess), expected)
        if (!isExact) tally.wrongTotals += 1
        const victimName = {
          kept: 'Kept',
          everything: 'Kept and engines',
          warehouse: 'warehouse',
          postgres: 'Postgres',
        }[victim]
        print(
          `${round + 1}: ${victimName} killed; saw the ${state} total; ${finished.status}, ${isExact ? 'exact' : `WRONG ${finished.error}`}`,
        )
      }
      tally.lostImports = await countLost(keptProcess, acknowledged)
      const identical = await deliverTenTimes(keptProcess, scratch, random, expected)
      return section(tally, acknowledged.length, identical)
    } finally {
      const engines = await keptProcess.engines().catch(() => undefined)
      await stop(keptProcess)
      if (engines) endQuietly(engines.database)
    }
  },
}

function victimOf(round: number): Victim {
  if (round >= killCount) return round % 2 === 0 ? 'warehouse' : 'postgres'
  return round % 5 === 4 ? 'everything' : 'kept'
}

async function strike(keptProcess: KeptProcess, victim: Victim, folder: string, tally: Tally): Promise<KeptProcess> {
  if (victim === 'warehouse' || victim === 'postgres') {
    const { warehouse, database } = await keptProcess.engines()
    process.kill(victim === 'warehouse' ? warehouse : database, 'SIGKILL')
    return keptProcess
  }
  const engines = victim === 'everything' ? await keptProcess.engines() : undefined
  await kill(keptProcess.process)
  if (engines) for (const pid of [engines.database, engines.warehouse]) endQuietly(pid)
  const next = await startKept(folder, organization)
  tally.readyMs.push(next.readyMs)
  return next
}

async function typicalImportMs(
  keptProcess: KeptProcess,
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
      const id = await deliver(keptProcess, scratch, bill)
      await untilOver(keptProcess, id)
      times.push(performance.now() - started)
      acknowledged.push(id)
      expected.set(accountMonthOf(bill), bill.billed)
    }
  }
  return median(times)
}

/** One month delivered ten times: how often the totals were identical to the first. */
async function deliverTenTimes(
  keptProcess: KeptProcess,
  scratch: string,
  random: () => number,
  expected: Map<string, string>,
): Promise<number> {
  const bill = knownBill(accounts[0] ?? '', months[0] ?? '', rows, random)
  const expectedTotals = new Map(expected).set(accountMonthOf(bill), bill.billed)
  let identical = 0
  for (let time = 0; time < 10; time += 1) {
    await untilOver(keptProcess, await deliver(keptProcess, scratch, bill))
    if (haveSameTotals(await readTotals(keptProcess), expectedTotals)) identical += 1
  }
  return identical
}

function section(tally: Tally, acknowledged: number, identical: number) {
  const { kills, visible, readyMs, recoveredMs } = tally
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)
  return {
    description: `Deliveries of ${rows.toLocaleString('en-US')} rows to two accounts and two months, each with other amounts; SIGKILL at a random moment of each import (seeded). From each kill until the import is over the totals are asked over the API again and again: they must be the old ones or the new ones.`,
    head: ['what', 'figure'],
    rows: [
      ['kills of Kept alone / of Kept and both engines', `${kills.kept} / ${kills.everything}`],
      ['kills of the warehouse / of Postgres under a living Kept', `${kills.warehouse} / ${kills.postgres}`],
      ['totals asked from kill to end: old / new / neither', `${visible.old} / ${visible.new} / ${visible.neither}`],
      ['in the end not exact', String(tally.wrongTotals)],
      ['acknowledged imports / lost', `${acknowledged} / ${tally.lostImports}`],
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

/**
 * Kills at random moments of imports into a warehouse of two shards: of either shard, of both, and of Kept. Whatever is
 * visible is exactly the old total or the new one, or an error, and in the end the new one.
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startCluster, type TestCluster } from '@kept/store/testing/cluster.ts'
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

const rows = Number(process.env.BENCH_ROWS ?? 20_000)
const killCount = Number(process.env.BENCH_KILLS ?? 20)
const victims = ['first shard', 'second shard', 'both shards', 'Kept'] as const
type Victim = (typeof victims)[number]

export const killsOfShardsBenchmark: Benchmark = {
  name: 'kills-shards',
  title: `Kills: ${killCount} of shards and of Kept during imports into a cluster`,
  async run({ scratch, print }) {
    const random = seededRandom(20_261_126)
    const cluster = await startCluster(2, { folder: join(scratch, 'shards'), memoryBytes: 1024 ** 3 })
    const folder = join(scratch, 'data')
    const start = () => startKept(folder, organization, { settings: settingsOf(cluster) })
    let keptProcess = await start()
    const expected = new Map<string, string>()
    const acknowledged: string[] = []
    const tally = { visible: { old: 0, new: 0, neither: 0 }, wrong: 0, recoveredMs: [] as number[] }
    const kills: Record<Victim, number> = { 'first shard': 0, 'second shard': 0, 'both shards': 0, Kept: 0 }
    try {
      let typicalMs = 0
      for (let round = -accounts.length * months.length; round < killCount; round += 1) {
        const turn = round + accounts.length * months.length
        // The first rounds fill every month and are timed; nothing is killed there.
        const isFirst = round < 0
        const account = isFirst ? (accounts[turn % 2] ?? '') : pick(accounts, random)
        const month = isFirst ? (months[turn >> 1] ?? '') : pick(months, random)
        const bill = knownBill(account, month, rows, random)
        const [before, after] = [new Map(expected), new Map(expected).set(accountMonthOf(bill), bill.billed)]
        const started = performance.now()
        const id = await deliver(keptProcess, scratch, bill)
        acknowledged.push(id)
        const victim = victims[round % victims.length] as Victim
        if (!isFirst) {
          await wait(random() * typicalMs * 1.1)
          keptProcess = await strike(victim, cluster, keptProcess, start)
          kills[victim] += 1
        }
        const killedAt = performance.now()
        const finished = await untilOver(keptProcess, id, async () => {
          if (isFirst) return
          const totals = await readTotals(keptProcess)
          tally.visible[haveSameTotals(totals, before) ? 'old' : haveSameTotals(totals, after) ? 'new' : 'neither'] += 1
        })
        expected.set(accountMonthOf(bill), bill.billed)
        if (isFirst) typicalMs = performance.now() - started
        else tally.recoveredMs.push(performance.now() - killedAt)
        const isExact =
          finished.status === 'done' &&
          finished.reconciliation?.ok &&
          haveSameTotals(await readTotals(keptProcess), expected)
        if (!isExact) tally.wrong += 1
        if (!isFirst)
          print(`${round + 1}: ${victim} killed; ${finished.status}, ${isExact ? 'exact' : `WRONG ${finished.error}`}`)
      }
      const lost = await countLost(keptProcess, acknowledged)
      return section(kills, tally, { acknowledged: acknowledged.length, lost })
    } finally {
      const engines = await keptProcess.engines().catch(() => undefined)
      await stop(keptProcess)
      if (engines) endQuietly(engines.database)
      await cluster.stop()
    }
  },
}

function settingsOf({ address, cluster }: TestCluster): Record<string, string> {
  const url = Object.assign(new URL('/kept', address.url), { username: address.username, password: address.password })
  return {
    CLICKHOUSE_URL: url.href,
    CLICKHOUSE_CLUSTER: cluster.name,
    CLICKHOUSE_SHARD_URLS: (cluster.shardUrls ?? []).join(','),
  }
}

async function strike(
  victim: Victim,
  { engines }: TestCluster,
  keptProcess: KeptProcess,
  start: () => Promise<KeptProcess>,
): Promise<KeptProcess> {
  if (victim === 'Kept') {
    await kill(keptProcess.process)
    return start()
  }
  const [first, second] = engines.map(({ pid }) => pid ?? 0)
  if (victim !== 'second shard' && first) process.kill(first, 'SIGKILL')
  if (victim !== 'first shard' && second) process.kill(second, 'SIGKILL')
  return keptProcess
}

function section(
  kills: Record<Victim, number>,
  { visible, wrong, recoveredMs }: { visible: Record<string, number>; wrong: number; recoveredMs: number[] },
  { acknowledged, lost }: { acknowledged: number; lost: number },
) {
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)
  return {
    description: `Deliveries of ${rows.toLocaleString('en-US')} rows to two accounts and two months of a warehouse of two shards; SIGKILL at a random moment of each import (seeded). From each kill until the import is over the totals are asked over the API again and again.`,
    head: ['what', 'figure'],
    rows: [
      ['kills: first shard / second shard / both / Kept', victims.map((victim) => kills[victim]).join(' / ')],
      ['totals asked from kill to end: old / new / neither', `${visible.old} / ${visible.new} / ${visible.neither}`],
      ['in the end not exact', String(wrong)],
      ['acknowledged imports / lost', `${acknowledged} / ${lost}`],
      [
        'kill to import done, median / 95th percentile, s',
        `${seconds(median(recoveredMs))} / ${seconds(percentile(recoveredMs, 0.95))}`,
      ],
    ],
    notes: ['To reach: no load half-visible, totals exact, no acknowledged import lost.'],
  }
}

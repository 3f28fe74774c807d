/**
 * Kills at random moments of restores, with everything they started. A folder whose restore was killed is refused by
 * every command until it is restored again; one whose restore ended has everything.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { holdDataFolder } from '@kept/server/platform/data-folder.ts'
import type { Benchmark } from './benchmark.ts'
import { startKept } from './kept-process.ts'
import { knownBill, seededRandom } from './kill-bills.ts'
import {
  accountMonthOf,
  accounts,
  deliver,
  endQuietly,
  months,
  organization,
  readTotals,
  stop,
  untilOver,
} from './kill-imports.ts'

const rows = Number(process.env.BENCH_ROWS ?? 60_000)
const killCount = Number(process.env.BENCH_KILLS ?? 20)

export const killsOfRestoresBenchmark: Benchmark = {
  name: 'kills-restore',
  title: `Kills: ${killCount} of restores`,
  async run({ scratch, print }) {
    const random = seededRandom(20_261_127)
    const backups = join(scratch, 'backups')
    const expected = await backUp(scratch, backups, random)
    const id =
      readdirSync(backups)
        .find((name) => name.endsWith('.backup.json'))
        ?.replace('.backup.json', '') ?? ''
    const complete = join(scratch, 'complete')
    const started = performance.now()
    await runRestore(id, backups, complete)
    const typicalMs = performance.now() - started
    const tally = { refused: 0, untouched: 0, ended: 0, open: 0 }
    for (let round = 0; round < killCount; round += 1) {
      const into = join(scratch, `killed-${round}`)
      const restore = spawnRestore(id, backups, into)
      const exited = once(restore, 'exit')
      await wait(random() * typicalMs * 1.05)
      restore.kill('SIGKILL')
      await exited
      await endEngines(into)
      let state = stateOf(into, restore.exitCode)
      // Killed while the engines of a restore that had ended were stopped, it has everything.
      if (state === 'open' && (await opensWith(into, expected))) state = 'ended'
      tally[state] += 1
      print(`${round + 1}: ${state}`)
      rmSync(into, { recursive: true, force: true, maxRetries: 20 })
    }
    const exact = await opensWith(complete, expected)
    return {
      description: `A backup of ${(rows * 4).toLocaleString('en-US')} lines is restored with the command line into a new folder; SIGKILL at a random moment of each (seeded), and of the engines it started.`,
      head: ['what', 'figure'],
      rows: [
        [
          'killed: folder refused / not begun / restored with the same totals / opened half-restored',
          `${tally.refused} / ${tally.untouched} / ${tally.ended} / ${tally.open}`,
        ],
        ['an undisturbed restore, s', (typicalMs / 1000).toFixed(1)],
        ['Kept on it has the same totals', exact ? 'yes' : 'NO'],
      ],
      notes: ['To reach: none opened half-restored.'],
    }
  },
}

/** Four imported months, backed up; returns their totals. */
async function backUp(scratch: string, backups: string, random: () => number): Promise<Map<string, string>> {
  const expected = new Map<string, string>()
  const settings = { KEPT_BACKUP_FOLDER: backups }
  const keptProcess = await startKept(join(scratch, 'data'), organization, { settings })
  try {
    for (const account of accounts) {
      for (const month of months) {
        const bill = knownBill(account, month, rows, random)
        await untilOver(keptProcess, await deliver(keptProcess, scratch, bill))
        expected.set(accountMonthOf(bill), bill.billed)
      }
    }
    await keptProcess.operator('/v1/operator/backups', { method: 'POST' })
    while (!existsSync(backups) || !readdirSync(backups).some((name) => name.endsWith('.backup.json'))) await wait(100)
  } finally {
    await stop(keptProcess)
  }
  return expected
}

function spawnRestore(id: string, backups: string, into: string) {
  return spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      'packages/server/src/cli/kept.ts',
      'restore',
      id,
      '--folder',
      backups,
      '--into',
      into,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
}

async function runRestore(id: string, backups: string, into: string): Promise<void> {
  const [code] = await once(spawnRestore(id, backups, into), 'exit')
  if (code !== 0) throw new Error(`The restore ended with ${code}`)
}

function stateOf(into: string, exitCode: number | null): 'refused' | 'untouched' | 'ended' | 'open' {
  if (exitCode === 0) return 'ended'
  if (!existsSync(into) || readdirSync(into).length === 0) return 'untouched'
  try {
    holdDataFolder(into).release()
    return existsSync(join(into, 'postgres')) ? 'open' : 'untouched'
  } catch {
    return 'refused'
  }
}

/** The engines that a killed restore left behind: processes that name its folder. */
async function endEngines(folder: string): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    for (const pid of readdirSync('/proc').map(Number)) {
      if (Number.isInteger(pid) && pid !== process.pid && commandOf(pid).includes(folder)) endQuietly(pid)
    }
    await wait(100)
  }
}

/** A process may be gone between being listed and being read. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

async function opensWith(folder: string, expected: Map<string, string>): Promise<boolean> {
  const keptProcess = await startKept(folder, organization)
  try {
    const totals = await readTotals(keptProcess)
    return totals.size === expected.size && [...totals].every(([key, billed]) => expected.get(key) === billed)
  } finally {
    await stop(keptProcess)
  }
}

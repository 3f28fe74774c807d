/** A first start with the demo, and its renewal a day later, killed again and again until one ends: it has one whole demo. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { codeOf } from '@kept/foundation/thrown.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openWitness, type Witness } from './testing/acknowledged/witness.ts'
import { programEnvironment } from './testing/program-environment.ts'

const script = fileURLToPath(new URL('./main.ts', import.meta.url))
let folder: string
let started: ChildProcess | undefined
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-demo-killed-'))
})
afterEach(() => killAll())
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))

const dayMs = 86_400_000
/** Every start is at noon, so no midnight renews the demo while the test runs. */
const daysToNoon = ((1.5 * dayMs - (Date.now() % dayMs)) % dayMs) / dayMs

/** Resolves when its output has this text. The process takes today for a day that lies as many days ahead. */
async function startUntil(text: string, daysAhead = 0): Promise<void> {
  const settings = { KEPT_DATA: join(folder, 'data'), KEPT_PORT: '0', KEPT_DEMO: 'on', KEPT_LOG_LEVEL: 'info' }
  const clock = ['--import', clockAhead(daysAhead + daysToNoon)]
  const child = spawn(process.execPath, [...clock, '--disable-warning=ExperimentalWarning', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...programEnvironment(), ...settings },
  })
  started = child
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  for (const deadline = performance.now() + 300_000; !output.includes(text); await wait(2)) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`no "${text}" in ${output}`)
  }
}

/** A module that moves the process's clock, as if it had been started on another day. */
function clockAhead(days: number): string {
  const source = `const moved = ${Math.round(days * dayMs)}
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...parts) { parts.length ? super(...parts) : super(Real.now() + moved) }
      static now() { return Real.now() + moved }
    }`
  return `data:text/javascript,${encodeURIComponent(source)}`
}

/** Kept and its engines: every process that was started for the folder. */
async function killAll(): Promise<void> {
  const exited = started && started.exitCode === null ? once(started, 'exit') : undefined
  for (const pid of processes()) killIfAlive(pid)
  await exited
  started = undefined
  await vi.waitFor(() => expect(processes()).toEqual([]), { timeout: 60_000 })
}

/** An engine may end by itself as soon as Kept is gone. */
function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      const files = ['cmdline', 'environ'].map((part) => () => readFileSync(`/proc/${name}/${part}`, 'utf8'))
      return [...files, () => readlinkSync(`/proc/${name}/cwd`)].some((read) => textOf(read).includes(folder))
    })
    .map(Number)
}

/** The process may have ended meanwhile. */
function textOf(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

const tables = ['import', 'budget', 'loop_incident', 'savings_action', 'membership', 'invitation', 'behavior_schedule']

async function counts({ rowsOf }: Witness): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const table of tables) counted[table] = (await rowsOf(table)).length
  return counted
}

it('has one whole demo after kills at every stage', { timeout: 900_000 }, async () => {
  for (const text of [
    // The import is recorded, but not begun.
    'importing the demo bill',
    // Rows are visible, what follows from them is not there.
    '"event":"recommendations.evaluated"',
    '"event":"demo.loops_seeded"',
  ]) {
    await startUntil(text)
    await killAll()
  }
  await startUntil('Kept is ready')
  const witness = await openWitness(join(folder, 'data'))
  try {
    const expected = { import: 1, budget: 2, savings_action: 5, membership: 7, invitation: 1 }
    // The activity is analyzed by a job. Of the loops nine are of the past and two suspected; one goes on.
    await vi.waitFor(
      async () => expect(await counts(witness)).toEqual({ ...expected, loop_incident: 12, behavior_schedule: 17 }),
      { timeout: 120_000, interval: 500 },
    )
    // The notification of a continuing loop takes the place of an older one within a minute.
    const readUnread = () => witness.query('SELECT kind FROM notification WHERE read_at IS NULL ORDER BY kind')
    await vi.waitFor(
      async () =>
        expect(await readUnread()).toEqual([{ kind: 'anomaly' }, { kind: 'loop' }, { kind: 'recommendations' }]),
      { timeout: 120_000, interval: 500 },
    )
  } finally {
    await witness.close()
  }
})

/** Current loads by month, with their rows and last day. */
async function currentLoads({ query }: Witness) {
  const loads = await query(
    `SELECT billing_account_id AS account, to_char(billing_period, 'YYYY-MM') AS month, rows::int AS rows,
       last_charge_on::text AS until
     FROM cost_load WHERE status = 'current' ORDER BY 1, 2`,
  )
  return {
    loads,
    lastDay:
      loads
        .map(({ until }) => String(until))
        .toSorted()
        .at(-1) ?? '',
  }
}

async function readLoads() {
  const witness = await openWitness(join(folder, 'data'))
  try {
    return await currentLoads(witness)
  } finally {
    await witness.close()
  }
}

it('is renewed once a day later, and no month is doubled, after kills at every stage of the renewal', {
  timeout: 900_000,
}, async () => {
  await startUntil('Kept is ready')
  const before = await readLoads()
  await killAll()
  for (const text of [
    '"job":"demo-renew"',
    // The bill of the new day is queued; what it replaces is visible still.
    '"event":"demo.renewed"',
    '"event":"recommendations.evaluated"',
  ]) {
    await startUntil(text, 1)
    await killAll()
  }
  await startUntil('Kept is ready', 1)
  const witness = await openWitness(join(folder, 'data'))
  try {
    await vi.waitFor(
      async () => {
        expect(await witness.query(`SELECT 1 FROM import WHERE status IN ('queued', 'running')`)).toEqual([])
        expect((await currentLoads(witness)).lastDay > before.lastDay).toBe(true)
      },
      { timeout: 240_000, interval: 500 },
    )
    const after = await currentLoads(witness)
    // One current load for each account and month, as before; the new day adds to its month, or begins one.
    const keyOf = ({ account, month }: Record<string, unknown>) => `${account} ${month}`
    expect(new Set(after.loads.map(keyOf)).size).toBe(after.loads.length)
    for (const load of before.loads) {
      const renewed = after.loads.find((candidate) => keyOf(candidate) === keyOf(load))
      const growth = Number(renewed?.rows) / Number(load.rows)
      // A new day changes a few of the last weeks' lines; of the running month it is a part.
      expect(growth, keyOf(load)).toBeGreaterThan(0.99)
      expect(growth, keyOf(load)).toBeLessThan(load.month === before.lastDay.slice(0, 7) ? 2.5 : 1.01)
    }
    expect(await witness.query(`SELECT status FROM import WHERE status = 'failed'`)).toEqual([])
    expect(await witness.query(`SELECT status FROM cost_load WHERE status = 'writing'`)).toEqual([])
  } finally {
    await witness.close()
  }
})

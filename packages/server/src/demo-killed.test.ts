/** A first start with the demo that is killed, again and again, until one start ends: it has one whole demo. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openWitness, type Witness } from './testing/acknowledged/witness.ts'

const script = fileURLToPath(new URL('./main.ts', import.meta.url))
let folder: string
let started: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-demo-killed-'))
})
afterEach(async () => {
  await killAll()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** Resolves when its output has this text. */
async function startUntil(text: string): Promise<void> {
  const settings = { KEPT_DATA: join(folder, 'data'), KEPT_PORT: '0', KEPT_DEMO: 'on', KEPT_LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...settings },
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

/** Kept and its engines: every process that was started for the folder. */
async function killAll(): Promise<void> {
  const exited = started && started.exitCode === null ? once(started, 'exit') : undefined
  for (const pid of processes()) process.kill(pid, 'SIGKILL')
  await exited
  started = undefined
  await vi.waitFor(() => expect(processes()).toEqual([]), { timeout: 60_000 })
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
    const expected = { import: 1, budget: 2, savings_action: 3, membership: 7, invitation: 1 }
    // The activity is analyzed by a job.
    await vi.waitFor(
      async () => expect(await counts(witness)).toEqual({ ...expected, loop_incident: 6, behavior_schedule: 17 }),
      { timeout: 120_000, interval: 500 },
    )
    const unread = await witness.query('SELECT kind FROM notification WHERE read_at IS NULL ORDER BY kind')
    expect(unread).toEqual([{ kind: 'anomaly' }, { kind: 'loop' }, { kind: 'recommendations' }])
  } finally {
    await witness.close()
  }
})

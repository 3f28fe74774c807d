/** Stopping `npm start`: a signal for npm alone or for its process group, once or twice, at every stage. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const limit = { timeout: 240_000 }
/** Longer than any stop takes on a slow machine: what is not over by then hangs. */
const stopsWithinMs = 60_000

let folder: string
let started: ChildProcess | undefined
afterEach(() => {
  if (started?.pid && started.exitCode === null) killIfRunning(-started.pid, 'SIGKILL')
  for (const pid of remaining()) killIfRunning(pid, 'SIGKILL')
})

type Stage = 'making the cluster' | 'ready' | 'seeding' | 'importing'

function start(demo: 'on' | 'off'): { process: ChildProcess; output: () => string } {
  const child = spawn('npm', ['start'], {
    cwd: root,
    // A process group of its own, as a shell creates for its commands.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      KEPT_DATA: join(folder, 'data'),
      KEPT_PORT: '0',
      KEPT_DEMO: demo,
    },
  })
  started = child
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  return { process: child, output: () => output }
}

async function reach(stage: Stage, { process: child, output }: ReturnType<typeof start>): Promise<void> {
  const reached: Record<Stage, () => boolean> = {
    'making the cluster': () =>
      existsSync(join(folder, 'data/postgres')) &&
      readdirSync(join(folder, 'data/postgres')).some((name) => name.startsWith('cluster.new-')),
    ready: () => output().includes('Kept is ready'),
    seeding: () =>
      existsSync(join(folder, 'data/files/uploads')) && readdirSync(join(folder, 'data/files/uploads')).length > 0,
    // Also one that an earlier start began.
    importing: () => output().includes('"job":"import"'),
  }
  for (const deadline = performance.now() + 120_000; !reached[stage](); await wait(5)) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline)
      throw new Error(`Kept did not come to ${stage}: ${output()}`)
  }
}

/** Every process that works in our folder or was started for it. */
function remaining(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      const texts = ['cmdline', 'environ'].map((part) => readOrEmpty(`/proc/${name}/${part}`))
      return [...texts, linkOrEmpty(`/proc/${name}/cwd`)].some((text) => text.includes(folder))
    })
    .map(Number)
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function linkOrEmpty(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    return ''
  }
}

async function endsWithNothingLeft(kept: ReturnType<typeof start>, kill: (pid: number) => Promise<void>) {
  const exited = once(kept.process, 'exit')
  await kill(kept.process.pid ?? 0)
  await exited
  await vi.waitFor(() => expect(remaining()).toEqual([]), { interval: 50, timeout: stopsWithinMs })
}

const once15 = async (pid: number) => void process.kill(pid, 'SIGTERM')
const groupOnce = async (pid: number) => void process.kill(-pid, 'SIGTERM')
const groupTwice = (signal: NodeJS.Signals) => async (pid: number) => {
  process.kill(-pid, signal)
  await wait(300)
  killIfRunning(-pid, signal)
}
const hurried = async (pid: number) => {
  process.kill(-pid, 'SIGINT')
  await wait(1_200)
  killIfRunning(-pid, 'SIGINT')
}

// A fast machine has ended everything before the second signal, and what remains may end by itself meanwhile.
function killIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

type Stop = [stage: Stage, how: string, kill: (pid: number) => Promise<void>]

/** Each begins in a new folder, and every stop after the first shows that Kept starts again after the one before. */
const lives: [name: string, stops: Stop[]][] = [
  [
    'without a demo',
    [
      ['making the cluster', 'a TERM for npm alone', once15],
      ['ready', 'a TERM for npm alone', once15],
      ['ready', 'a TERM for the whole group', groupOnce],
      ['ready', 'two TERMs', groupTwice('SIGTERM')],
      ['ready', 'Ctrl-C twice', groupTwice('SIGINT')],
      ['ready', 'Ctrl-C, and another in a hurry', hurried],
      ['ready', 'a TERM for npm alone', once15],
    ],
  ],
  [
    'with a demo',
    [
      ['making the cluster', 'two TERMs', groupTwice('SIGTERM')],
      ['seeding', 'a TERM for npm alone', once15],
      ['importing', 'a TERM for the whole group', groupOnce],
      ['importing', 'Ctrl-C, and another in a hurry', hurried],
      ['ready', 'a TERM for the whole group', groupOnce],
    ],
  ],
]

describe.runIf(process.platform === 'linux').each(lives)('npm start %s', (_name, stops) => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kept-stop-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))

  it.each(stops)('when %s, ends on %s and leaves no process', limit, async (stage, _how, kill) => {
    const kept = start(stage === 'seeding' || stage === 'importing' ? 'on' : 'off')
    await reach(stage, kept)
    await endsWithNothingLeft(kept, kill)
  })
})

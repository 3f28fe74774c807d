/** A running Kept for the journeys: its own process, its own folder, a free port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openWitness } from '@kept/server/testing/acknowledged/witness.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface RunningKept {
  url: string
  /** The data folder. */
  data: string
  /** The folder of sent emails. */
  mail: string
  /** The one-time link that creates the first admin, from the log; empty when there is one already. */
  setupLink: string
  stop(): Promise<void>
}

/**
 * Resolves when it responds; rejects with its output when it exits before. `env` adds to its configuration. A data folder
 * that is given stays when it is stopped.
 */
export async function startKept(env: Record<string, string> = {}, folder?: string): Promise<RunningKept> {
  const data = folder ?? mkdtempSync(join(tmpdir(), 'kept-journeys-'))
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'packages/server/src/main.ts')],
    {
      env: {
        ...process.env,
        KEPT_DATA: data,
        KEPT_PORT: '0',
        KEPT_LOG_LEVEL: 'warn',
        KEPT_WAREHOUSE_MEMORY_MB: '1536',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const clean = () => {
    if (folder === undefined) rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const { url, setupLink } = await addressOf(child)
    return { url, data, setupLink, mail: join(data, 'mail'), stop: () => stopProcess(child).then(clean) }
  } catch (error) {
    await stopProcess(child)
    clean()
    throw error
  }
}

/** The same with its demo organization complete, so that every screen has something to show. */
export async function startSeededKept(folder?: string): Promise<RunningKept> {
  const server = await startKept({}, folder)
  try {
    await waitUntilSeeded(server.url)
    await keepDemo(server.data)
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Makes a data folder with the demo, of a Kept that was stopped: its copies take seconds to start, and no minute. */
export async function seedDemoFolder(folder: string): Promise<void> {
  mkdirSync(folder)
  const server = await startSeededKept(folder)
  try {
    await waitForJobs(folder)
  } finally {
    await server.stop()
  }
}

/** At midnight the demo would be renewed, and what a journey has done in it erased. */
async function keepDemo(data: string): Promise<void> {
  const witness = await openWitness(data)
  await witness.query("DELETE FROM jobs.schedule WHERE name = 'demo-renew'")
  await witness.close()
}

/** Resolves when no job is due: what follows from the bills of the demo is there too. */
async function waitForJobs(data: string): Promise<void> {
  const witness = await openWitness(data)
  try {
    for (const deadline = performance.now() + 300_000; performance.now() < deadline; await setTimeout(250)) {
      const due = await witness.query(
        "SELECT name FROM jobs.job WHERE state IN ('created', 'retry', 'active') AND start_after <= now()",
      )
      if (due.length === 0) return
    }
    throw new Error('The jobs of the demo were not done within five minutes.')
  } finally {
    await witness.close()
  }
}

/** The demo's bills are imported and evaluated after the server listens; resolves when that is done. */
async function waitUntilSeeded(url: string): Promise<void> {
  const deadline = performance.now() + 600_000
  const headers = await demoHeaders(url)
  while (performance.now() < deadline) {
    const answer = await fetch(`${url}/v1/cost-optimization/recommendations`, { headers })
    const { meta } = (await answer.json()) as { meta?: { evaluated_at: string | null } }
    if (meta && meta.evaluated_at !== null) return
    await setTimeout(250)
  }
  throw new Error('The demo was not seeded within ten minutes; see its import on /integrations and the log.')
}

/** A visitor of the demo, as a program would be one. */
async function demoHeaders(url: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>()
  const request = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${url}${path}`, { ...init, headers: { ...init.headers, cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const { csrfToken } = (await (await request('/api/auth/csrf-token')).json()) as { csrfToken: string }
  await request('/api/auth/demo', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
    body: JSON.stringify({ as: 'demo-client' }),
  })
  return { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
}

/** Waits for the log line with the address; the link for the first admin is logged before it. */
function addressOf(child: ChildProcess): Promise<{ url: string; setupLink: string }> {
  return new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /https?:\/\/[\d.]+:\d+/.exec(output)?.[0]
      const setupLink = /https?:\/\/[^"\s]+\/auth\/setup\?token=[^"\s]+/.exec(output)?.[0] ?? ''
      if (url && output.includes('ready')) resolve({ url, setupLink })
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code) =>
      reject(new Error(`Kept ended with ${code} before it was ready:\n${output.slice(-2000)}`)),
    )
  })
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}

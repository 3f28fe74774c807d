/** A whole Kept as a process of its own, to be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { KeptClient } from '@kept/contract/contract.ts'
import { createKeptClient } from '@kept/contract/testing/client.ts'
import { organizationHeader } from '@kept/server/operator/public/operator.ts'
import { findRunningKept } from '@kept/server/platform/data-folder.ts'
import { memorySettings, serverOptions } from '../tools/server-process.mjs'

export interface KeptProcess {
  process: ChildProcess
  /** From the start of the process to its first ready answer. */
  readyMs: number
  client: KeptClient
  /** Sends a request of the operator's. */
  operator(path: string, init?: RequestInit): Promise<Response>
  /** Pids of its engines now. */
  engines(): Promise<{ database: number; warehouse: number }>
}

export async function startKept(
  folder: string,
  organization: string,
  { demo = false, settings = {} }: { demo?: boolean; settings?: Record<string, string> } = {},
): Promise<KeptProcess> {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--no-deprecation', ...serverOptions, 'packages/server/src/main.ts'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...memorySettings,
        ...process.env,
        KEPT_DATA: folder,
        KEPT_PORT: '0',
        KEPT_DEMO: demo ? 'on' : 'off',
        KEPT_LOG_LEVEL: 'fatal',
        ...settings,
      },
    },
  )
  await ready(child)
  const running = findRunningKept(folder)
  if (!running) throw new Error('Kept said it was ready, but its data folder does not know it.')
  const headers = { authorization: `Bearer ${running.operatorToken}`, [organizationHeader]: organization }
  const operator = (path: string, init: RequestInit = {}) =>
    fetch(`${running.url}${path}`, { ...init, headers: { ...headers, ...init.headers } })
  await operator(`/v1/operator/organizations/${organization}`, { method: 'PUT' })
  const answer = await operator('/ready')
  if (!answer.ok) throw new Error(`Kept is not ready: ${await answer.text()}`)
  const readyMs = performance.now() - started
  const client = createKeptClient({ url: running.url, headers: () => headers })
  return {
    process: child,
    readyMs,
    client,
    operator,
    async engines() {
      const { data } = await client.health.admin({})
      const pid = (name: string) =>
        Number(/pid (\d+)/.exec(data.parts.find((part) => part.name === name)?.detail ?? '')?.[1])
      return { database: pid('database'), warehouse: pid('warehouse') }
    },
  }
}

async function ready(child: ChildProcess): Promise<void> {
  let output = ''
  for await (const chunk of child.stdout ?? []) {
    output += chunk
    if (output.includes('Kept is ready')) return void child.stdout?.resume()
  }
  throw new Error(`Kept ended while starting: ${output}`)
}

/** SIGKILL, and gone when this returns. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

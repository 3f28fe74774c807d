/** For tests: a whole Kept with its own engines in a process of its own, which can be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { KeptClient } from '@kept/contract/contract.ts'
import { createKeptClient } from '@kept/contract/testing/client.ts'
import { isAlive } from '@kept/store/database/postmaster.ts'
import { expect, vi } from 'vitest'
import { organizationHeader } from '../../operator/public/operator.ts'
import { findRunningKept } from '../../platform/data-folder.ts'
import { programEnvironment } from '../program-environment.ts'

export interface SpawnedKept {
  process: ChildProcess
  url: string
  /** What it wrote to its standard output until it was ready. */
  output: string
  /** Acts as the operator for the organization "own". */
  client: KeptClient
  headers: Record<string, string>
  enginePids(): Promise<number[]>
}

/** `folder`/data is the data folder. `starter` is a command that starts the one behind it. */
export async function spawnKept(
  folder: string,
  settings: Record<string, string> = {},
  starter: readonly string[] = [],
): Promise<SpawnedKept> {
  const data = join(folder, 'data')
  const script = fileURLToPath(new URL('../../main.ts', import.meta.url))
  const fixed = { KEPT_DATA: data, KEPT_PORT: '0', KEPT_DEMO: 'off', KEPT_LOG_LEVEL: 'fatal' }
  const [command = '', ...args] = [...starter, process.execPath, '--disable-warning=ExperimentalWarning', script]
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...programEnvironment(), ...fixed, ...settings },
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('Kept is ready')) break
  }
  const running = findRunningKept(data)
  if (!running) throw new Error(`Kept did not start: ${output}`)
  const headers = { authorization: `Bearer ${running.operatorToken}`, [organizationHeader]: 'own' }
  const created = await fetch(`${running.url}/v1/operator/organizations/own`, { method: 'PUT', headers })
  expect(created.ok).toBe(true)
  const client = createKeptClient({ url: running.url, headers: () => headers })
  return {
    process: child,
    url: running.url,
    output,
    client,
    headers,
    async enginePids() {
      const { data: health } = await client.health.admin({})
      return health.parts.flatMap(({ detail }) => /pid (\d+)/.exec(detail)?.[1] ?? []).map(Number)
    },
  }
}

/** Kills Kept and its engines at once. `engines` is requested before, so that nothing delays the kill. */
export async function killKept(kept: SpawnedKept, engines: readonly number[]): Promise<void> {
  const { exitCode, signalCode } = kept.process
  // A test may have killed it already; its exit is not announced again.
  const exited = exitCode === null && signalCode === null ? once(kept.process, 'exit') : undefined
  kept.process.kill('SIGKILL')
  for (const pid of engines) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  await exited
  await vi.waitFor(() => expect(engines.filter(isAlive)).toEqual([]), { timeout: 60_000 })
}

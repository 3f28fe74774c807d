/** For tests of a killed Kept: another process that runs an engine. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

interface Holder {
  process: ChildProcess
  /** The engine it started. */
  enginePid: number
}

const script = fileURLToPath(new URL('./holder.ts', import.meta.url))

export function launchHolder(kind: 'postgres' | 'warehouse', folder: string): ChildProcess {
  const holder = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, kind, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A test that fails before it kills the holder must not leave it running.
  onTestFinished(() => void holder.kill('SIGKILL'))
  return holder
}

export async function holdEngine(kind: 'postgres' | 'warehouse', folder: string): Promise<Holder> {
  const holder = launchHolder(kind, folder)
  const [line] = (await once(holder.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  const { pid } = JSON.parse(line.toString()) as { pid: number }
  return { process: holder, enginePid: pid }
}

/** Kills it with SIGKILL and waits until it is gone. */
export async function killHard(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

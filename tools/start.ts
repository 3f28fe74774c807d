/** `npm start`: builds the dashboard and the site when their sources have changed, then becomes the server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { KeptError } from '@kept/domain/errors.ts'
import { readConfig } from '@kept/server/platform/config.ts'
import { refuseHeldFolder } from '@kept/server/platform/data-folder.ts'

refuseSecondStart()
await build()
await import('@kept/server/main.ts')

/** Before the build, which would replace files that the running Kept serves. */
function refuseSecondStart(): void {
  try {
    const { dataFolder } = readConfig(process.env)
    if (existsSync(dataFolder)) refuseHeldFolder(dataFolder)
  } catch (error) {
    if (!(error instanceof KeptError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

/** In a process of its own: what a build needs in memory is given back when it ends. */
async function build(): Promise<void> {
  const script = fileURLToPath(new URL('./build.ts', import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const forward = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of signals) process.on(signal, forward)
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  for (const name of signals) process.off(name, forward)
  if (code !== 0) process.exit(code ?? (signal === 'SIGINT' ? 130 : 143))
}

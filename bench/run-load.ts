/** Runs the load generator as a process, so that it does not wait for the server it measures. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { LoadJob, LoadResult } from './load-generator.ts'

const generator = fileURLToPath(new URL('load-generator.ts', import.meta.url))

export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', generator], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(job))
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`the load generator ended with ${code}`)
  return JSON.parse(output) as LoadResult
}

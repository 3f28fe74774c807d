/** Once for all journeys: the dashboard built, a real Kept started on an empty folder, its people signed in, all of it handed to the tests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildSite } from '../tools/build-site.ts'
import { buildWeb, dist } from '../tools/build-web.ts'
import { checkBudgets } from '../tools/web-budgets.ts'
import { openBrowser } from './browser.ts'
import { startSeededKept } from './kept.ts'
import { saveSessions } from './sessions.ts'
import { signInVisitors } from './visitors.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    url: string
    mail: string
    /** Where the sessions of the visitors stand; see sessions.ts. */
    sessions: string
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await buildWeb({ log: (text) => console.log(text) })
  checkBudgets(dist)
  await buildSite({ log: (text) => console.log(text) })
  const server = await startSeededKept()
  const scratch = mkdtempSync(join(tmpdir(), 'kept-journeys-'))
  const browser = await openBrowser()
  try {
    provide('url', server.url)
    provide('mail', server.mail)
    const file = join(scratch, 'sessions.json')
    saveSessions(file, await signInVisitors(browser, server))
    provide('sessions', file)
  } catch (error) {
    await server.stop()
    throw error
  } finally {
    await browser.close()
  }
  return async () => {
    await server.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

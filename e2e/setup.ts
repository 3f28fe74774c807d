/** Once for all journeys: the dashboard built, a Kept started on a copy of one demo for each worker, its people signed in, all of it handed to the tests. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildSite } from '../tools/build-site.ts'
import { buildWeb, dist } from '../tools/build-web.ts'
import { checkBudgets } from '../tools/web-budgets.ts'
import { openBrowser } from './browser.ts'
import { type RunningKept, seedDemoFolder, startSeededKept } from './kept.ts'
import { type ServedKept, workers } from './served.ts'
import { saveSessions } from './sessions.ts'
import { signInVisitors } from './visitors.ts'

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const scratch = mkdtempSync(join(tmpdir(), 'kept-journeys-'))
  const servers: RunningKept[] = []
  const end = async () => {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(scratch, { recursive: true, force: true })
  }
  try {
    const folders = Array.from({ length: workers }, (_, index) => join(scratch, `kept-${index}`))
    const [demo = '', ...copies] = folders
    await waitForAll([buildPages(), seedDemoFolder(demo)])
    for (const copy of copies) cpSync(demo, copy, { recursive: true, verbatimSymlinks: true })
    await waitForAll(folders.map(async (folder) => void servers.push(await startSeededKept(folder))))
    provide('kepts', await signInToEach(servers, scratch))
    return end
  } catch (error) {
    await end()
    throw error
  }
}

/** Seeding needs none of them; the servers that the journeys visit start when they are built. */
async function buildPages(): Promise<void> {
  await buildWeb({ log: (text) => console.log(text) })
  checkBudgets(dist)
  await buildSite({ log: (text) => console.log(text) })
}

/** Also when one has failed: what another is starting cannot be stopped before it has started. */
async function waitForAll(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work)
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

async function signInToEach(servers: RunningKept[], scratch: string): Promise<ServedKept[]> {
  const browser = await openBrowser()
  try {
    const kepts: ServedKept[] = []
    for (const [index, server] of servers.entries()) {
      const sessions = join(scratch, `sessions-${index}.json`)
      saveSessions(sessions, await signInVisitors(browser, server))
      kepts.push({ url: server.url, mail: server.mail, sessions })
    }
    return kepts
  } finally {
    await browser.close()
  }
}

/** For a journey of connections: a Kept behind https without the demo, clouds of our own, and the page of its first admin. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { pageTimeoutMs } from '../browser.ts'
import { desktop, printPages } from '../visit.ts'
import { signInAdmin } from '../visitors.ts'
import { getData } from './browser-request.ts'
import { bucketObjects } from './bucket.ts'
import { useEndpoints } from './connect-cloud.ts'
import { type HttpsKept, startHttpsKept } from './https-kept.ts'
import { type SmallClouds, startSmallClouds } from './small-clouds.ts'

/** They exist while the tests of the file run. */
interface Connections {
  readonly clouds: SmallClouds
  readonly kept: HttpsKept
  /** The only one of the file: its session is signed in once. */
  readonly page: Page
  /** In a browser of its own, signed in to nothing. */
  newPage(): Promise<Page>
  get<Data>(path: string): Promise<Data>
}

/** To be called at the top of a test file. `env` adds to the configuration of Kept. */
export function useConnections(env: Record<string, string> = {}): Connections {
  const connections = {} as { -readonly [Key in keyof Connections]: Connections[Key] }
  connections.newPage = async () => {
    const { url: baseURL, browser } = connections.kept
    const look: BrowserContextOptions = { viewport: desktop, locale: 'en-US', reducedMotion: 'reduce' }
    const context = await browser.newContext({ baseURL, ...look })
    context.setDefaultTimeout(pageTimeoutMs)
    return context.newPage()
  }
  connections.get = (path) => getData(connections.page, path)
  beforeAll(async () => {
    const clouds = await startSmallClouds(bucketObjects())
    connections.clouds = clouds
    const endpoints = Object.values(clouds.endpoints).join(',')
    const kept = await startHttpsKept({ KEPT_STORAGE_ENDPOINTS: endpoints, ...env })
    connections.kept = kept
    clouds.setKeys(await kept.publishedKeys())
    connections.page = await connections.newPage()
    await connections.page.context().addCookies(await signInAdmin(kept.browser, kept))
    await useEndpoints(connections.page, clouds)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    for (const context of connections.kept.browser.contexts()) await printPages(task.name, context)
  })
  afterAll(async () => {
    await connections.kept?.stop()
    await connections.clouds?.close()
  })
  return connections
}

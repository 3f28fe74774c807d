/** Once for all journeys: the dashboard built, a real Kept started on an empty folder, its people signed in, all of it handed to the tests. */
import type { TestProject } from 'vitest/node'
import { buildSite } from '../tools/build-site.ts'
import { buildWeb, dist } from '../tools/build-web.ts'
import { checkBudgets } from '../tools/web-budgets.ts'
import { openBrowser } from './browser.ts'
import { startSeededKept } from './kept.ts'
import { type Sessions, signEverybodyIn } from './people.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    url: string
    mail: string
    sessions: Sessions
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await buildWeb({ say: (words) => console.log(words) })
  checkBudgets(dist)
  await buildSite({ say: (words) => console.log(words) })
  const kept = await startSeededKept()
  const browser = await openBrowser()
  try {
    provide('url', kept.url)
    provide('mail', kept.mail)
    provide('sessions', await signEverybodyIn(browser, kept))
  } catch (error) {
    await kept.stop()
    throw error
  } finally {
    await browser.close()
  }
  return () => kept.stop()
}

/**
 * The pictures of the site: real screens of the demo organization, light and dark, in two widths, into
 * packages/site/pictures. By hand, when a screen has changed: `node tools/site-pictures.ts [--url http://127.0.0.1:4480]`
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { openBrowser } from '../e2e/browser.ts'
import { startSeededKept } from '../e2e/kept.ts'
import { signInToDemo } from '../e2e/visitors.ts'
import { waitUntilIdle } from '../e2e/wait-until-idle.ts'
import { buildWeb } from './build-web.ts'

const folder = fileURLToPath(new URL('../packages/site/pictures/', import.meta.url))
/** The address of each picture, and what is opened on it. */
const screens: Record<string, { path: string; open?: (page: Page) => Promise<void> }> = {
  dashboard: { path: '/dashboard' },
  savings: { path: '/savings' },
  loops: { path: '/loops' },
  costs: { path: '/costs' },
  behavior: { path: '/behavior' },
  integrations: { path: '/integrations' },
  statement: {
    path: '/savings?tab=statements',
    open: (page) => page.getByRole('heading', { level: 2 }).getByRole('link').first().click(),
  },
}
const viewport = { width: 1440, height: 900 }
/** Widths in pixels of the files; the page's `srcset` chooses. */
const widths = [1600, 800]

const { values } = parseArgs({ options: { url: { type: 'string' }, only: { type: 'string', multiple: true } } })
mkdirSync(folder, { recursive: true })
if (!values.url) await buildWeb({ log: (message) => console.log(message) })
const server = values.url ? undefined : await startSeededKept()
const browser = await openBrowser()
try {
  const url = server?.url ?? values.url ?? ''
  const cookies = await signInToDemo(browser, url, 'demo-client')
  for (const theme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce', baseURL: url })
    // A busy machine draws slowly, and nothing here measures how fast.
    context.setDefaultTimeout(120_000)
    await context.addCookies(cookies)
    const page = await context.newPage()
    for (const [name, { path, open }] of Object.entries(screens)) {
      if (values.only && !values.only.includes(name)) continue
      await page.goto(path)
      await waitUntilIdle(page)
      if (open) {
        await open(page)
        await page.waitForLoadState('networkidle')
        await waitUntilIdle(page)
      }
      // Some lists say in words that they are under way.
      await page
        .getByText(/^Loading /)
        .first()
        .waitFor({ state: 'detached' })
      await capture(page, `${name}-${theme}`)
    }
    await context.close()
  }
} finally {
  await browser.close()
  await server?.stop()
}

/** The page in each width; it is drawn once. */
async function capture(page: Page, name: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  for (const width of widths) {
    const clip = { x: 0, y: 0, ...viewport, scale: width / viewport.width }
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 78, clip })
    writeFileSync(join(folder, `${name}-${width}.webp`), Buffer.from(data, 'base64'))
    console.log(`${name}-${width}.webp`)
  }
  await devtools.detach()
}

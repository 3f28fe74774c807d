/**
 * The pictures of the site: real screens of the demo organization, light and dark, in two widths, into
 * packages/site/pictures. By hand, when a screen has changed: `node tools/site-pictures.ts [--url http://127.0.0.1:4480]`
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openBrowser } from '../e2e/browser.ts'
import { startSeededKept } from '../e2e/kept.ts'
import { signInVisitors } from '../e2e/visitors.ts'
import { waitUntilIdle } from '../e2e/wait-until-idle.ts'
import { buildWeb } from './build-web.ts'

const folder = fileURLToPath(new URL('../packages/site/pictures/', import.meta.url))
const screens = {
  dashboard: '/dashboard',
  savings: '/savings',
  loops: '/loops',
  costs: '/costs',
  behavior: '/behavior',
}
const viewport = { width: 1280, height: 800 }
/** Widths in pixels of the files; the page's `srcset` chooses. */
const widths = [1600, 800]

const { values } = parseArgs({ options: { url: { type: 'string' }, only: { type: 'string', multiple: true } } })
mkdirSync(folder, { recursive: true })
if (!values.url) await buildWeb({ log: (message) => console.log(message) })
const server = values.url ? undefined : await startSeededKept()
const browser = await openBrowser()
try {
  const url = server?.url ?? values.url ?? ''
  const sessions = await signInVisitors(browser, { url, setupLink: server?.setupLink ?? '' })
  for (const theme of ['light', 'dark'] as const) {
    for (const width of widths) {
      const context = await browser.newContext({
        viewport,
        colorScheme: theme,
        reducedMotion: 'reduce',
        baseURL: url,
      })
      await context.addCookies(sessions['demo-client'])
      const page = await context.newPage()
      for (const [name, path] of Object.entries(screens)) {
        if (values.only && !values.only.includes(name)) continue
        await page.goto(path)
        await waitUntilIdle(page)
        // Some lists say in words that they are under way.
        await page
          .getByText(/^Loading /)
          .first()
          .waitFor({ state: 'detached' })
        const devtools = await context.newCDPSession(page)
        const clip = { x: 0, y: 0, ...viewport, scale: width / viewport.width }
        const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 78, clip })
        writeFileSync(join(folder, `${name}-${theme}-${width}.webp`), Buffer.from(data, 'base64'))
        console.log(`${name}-${theme}-${width}.webp`)
      }
      await context.close()
    }
  }
} finally {
  await browser.close()
  await server?.stop()
}

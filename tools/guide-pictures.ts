/**
 * The pictures of the guides that connect a cloud: the real screens, connected to clouds of our own, step by step, light
 * and dark, into packages/site/pictures/connect. By hand, when a screen has changed, which the journey
 * `e2e/connections.test.ts` notices: `node tools/guide-pictures.ts`
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { bucketObjects } from '../e2e/connect/bucket.ts'
import { useEndpoints } from '../e2e/connect/connect-cloud.ts'
import { takeGuideSteps } from '../e2e/connect/guide-steps.ts'
import { startHttpsKept } from '../e2e/connect/https-kept.ts'
import { textOf, writePicturedTexts } from '../e2e/connect/pictured-text.ts'
import { startSmallClouds } from '../e2e/connect/small-clouds.ts'
import { signInAdmin } from '../e2e/visitors.ts'
import { buildWeb } from './build-web.ts'

const folder = fileURLToPath(new URL('../packages/site/pictures/connect/', import.meta.url))

/** CSS pixels. All of a page is in sight, so that nothing scrolls below the bar at its top. Of long lists, the first lines show what they are. */
const screens = {
  desktop: { width: 820, height: 3600, scale: 1.25, listHeight: 600, suffix: '' },
  phone: { width: 390, height: 5200, scale: 1.5, listHeight: 640, suffix: '-phone' },
} as const
const margin = 16
/** The cloud that most people connect: the others look alike on a phone. */
const alsoOnPhone = /^aws-(name|grant|access|permissions|units)$/

await buildWeb({ log: (message) => console.log(message) })
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const clouds = await startSmallClouds(bucketObjects())
const kept = await startHttpsKept({ KEPT_STORAGE_ENDPOINTS: Object.values(clouds.endpoints).join(',') })
const texts: Record<string, string> = {}
try {
  clouds.setKeys(await kept.publishedKeys())
  const cookies = await signInAdmin(kept.browser, kept)
  const { width, height } = screens.desktop
  const options = { baseURL: kept.url, viewport: { width, height }, locale: 'en-US' }
  const context = await kept.browser.newContext({ ...options, reducedMotion: 'reduce', colorScheme: 'light' })
  context.setDefaultTimeout(120_000)
  await context.addCookies(cookies)
  const page = await context.newPage()
  await useEndpoints(page, clouds)
  await takeGuideSteps(page, clouds, async (picture, part) => {
    texts[picture] = await textOf(part)
    await capture(page, picture, part)
  })
  writePicturedTexts(texts)
} finally {
  await kept.stop()
  await clouds.close()
}

async function capture(page: Page, picture: string, part: Locator): Promise<void> {
  await page.mouse.move(0, 0)
  await page.locator('[data-toast]').first().waitFor({ state: 'detached' })
  for (const screen of alsoOnPhone.test(picture) ? [screens.desktop, screens.phone] : [screens.desktop]) {
    const { width, height, suffix } = screen
    await page.setViewportSize({ width, height })
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' })
      await write(page, `${picture}${suffix}-${theme}.webp`, part, screen)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: screens.desktop.width, height: screens.desktop.height })
}

async function write(
  page: Page,
  name: string,
  part: Locator,
  { width, scale, listHeight }: { width: number; scale: number; listHeight: number },
): Promise<void> {
  const box = await part.boundingBox()
  if (!box) throw new Error(`${name} is not on the screen.`)
  const x = Math.max(0, box.x - margin)
  const clip = {
    ...{ x, y: Math.max(0, box.y - margin) },
    width: Math.min(width - x, box.width + 2 * margin),
    height: Math.min(name.includes('permissions') ? listHeight : Infinity, box.height + 2 * margin),
  }
  const devtools = await page.context().newCDPSession(page)
  const shot = { format: 'webp', quality: 50, clip: { ...clip, scale } } as const
  const { data } = await devtools.send('Page.captureScreenshot', shot)
  await devtools.detach()
  const bytes = Buffer.from(data, 'base64')
  writeFileSync(join(folder, name), bytes)
  console.log(`${name} ${bytes.length}`)
}

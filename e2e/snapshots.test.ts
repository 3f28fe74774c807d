/**
 * Pictures of key screens, held against those in e2e/snapshots. After a change that is meant:
 * `npm run snapshots:update`, and look at what it changed. Theirs is the fonts of the application itself.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildGallery, serveGallery } from '../tools/gallery.ts'
import { openBrowser, pageTimeoutMs } from './browser.ts'
import { comparePictures } from './compare-pictures.ts'
import { freezeDashboard } from './frozen-dashboard.ts'
import { servedKept } from './served.ts'
import { sessionOf } from './sessions.ts'
import type { Visitor } from './visitors.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const folder = fileURLToPath(new URL('./snapshots/', import.meta.url))
/** Folder for pictures that differ from their snapshot; not in the repository. */
const differing = fileURLToPath(new URL('./screenshots/', import.meta.url))
const updates = process.env.SNAPSHOTS === 'update'
/** Of the pixels of a picture, as a share: a line of text that moved is ten times as much. */
const tolerance = 0.0005

let browser: Browser
let gallery: Awaited<ReturnType<typeof serveGallery>>
beforeAll(async () => {
  await buildGallery()
  gallery = await serveGallery()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await gallery?.stop()
})

interface Opened {
  theme?: 'light' | 'dark'
  as?: Visitor
  size?: { width: number; height: number }
}

async function open({ theme = 'light', as = 'guest', size = { width: 1000, height: 800 } }: Opened): Promise<Page> {
  const { url, sessions } = servedKept()
  const context = await browser.newContext({
    ...{ baseURL: url, viewport: size, colorScheme: theme, reducedMotion: 'reduce' },
    ...{ locale: 'en-US', timezoneId: 'UTC', deviceScaleFactor: 1 },
  })
  context.setDefaultTimeout(pageTimeoutMs)
  await context.addCookies(await sessionOf(as, sessions, browser, url))
  return context.newPage()
}

/** The first time there is nothing to hold it against: that fails, unless pictures are to be made. */
async function looksAsBefore(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => true)')
  const picture = await page.screenshot({
    ...{ animations: 'disabled', caret: 'hide', scale: 'css', ...options },
    // Whether news come live is this moment's.
    mask: [page.locator('header.sticky')],
  })
  const file = join(folder, `${name}.png`)
  if (updates) {
    writeFileSync(file, picture)
    return
  }
  if (!existsSync(file)) throw new Error(`There is no e2e/snapshots/${name}.png yet; make it: npm run snapshots:update`)
  const blank = await browser.newPage()
  const compared = await comparePictures(blank, readFileSync(file), picture)
  await blank.close()
  const share = compared.differing === null ? 1 : compared.differing / compared.pixels
  if (share > tolerance) {
    mkdirSync(differing, { recursive: true })
    writeFileSync(join(differing, `differs-${name}.png`), picture)
  }
  expect(compared.sizes[1], `${name} has another size`).toBe(compared.sizes[0])
  expect(share, `${name} looks different: see e2e/screenshots/differs-${name}.png`).toBeLessThanOrEqual(tolerance)
}

test('a figure that changed is seen, a pixel that moved is not', async () => {
  const page = await open({ size: { width: 600, height: 400 } })
  const renderText = async (text: string, nudge = 0) => {
    await page.setContent(`<p style="font:20px sans-serif;margin:40px ${40 + nudge}px">${text}</p>`)
    return page.screenshot()
  }
  const share = async (before: Buffer, after: Buffer) => {
    const { differing, pixels } = await comparePictures(page, before, after)
    return (differing ?? pixels) / pixels
  }
  const before = await renderText('You spent $28,601.42')
  expect(await share(before, await renderText('You spent $28,601.42', 1))).toBeLessThan(tolerance)
  expect(await share(before, await renderText('You spent $18,907.42 and more'))).toBeGreaterThan(tolerance)
  await page.context().close()
})

const parts = [
  ...(['brand', 'actions', 'fields', 'choices', 'messages', 'table', 'bars', 'lines', 'small'] as const).map(
    (part) => [part, 'light'] as const,
  ),
  // In the dark the shapes are the same; the colors of the controls stand for all.
  ['actions', 'dark'] as const,
]

test.each(parts)('the gallery: %s, %s', async (part, theme) => {
  const page = await open({ theme })
  await page.goto(`${gallery.url}/?part=${part}&theme=${theme}&motion=still`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Charts come in pieces of their own.
  await page.waitForLoadState('networkidle')
  await page
    .locator('main [aria-label="Loading chart"]')
    .nth(part === 'lines' || part === 'small' ? 1 : 0)
    .waitFor({ state: 'detached' })
  await looksAsBefore(page, `gallery-${part}-${theme}`, { fullPage: true })
  await page.context().close()
})

test.each(['light', 'dark'] as const)('the sign-in page, %s', async (theme) => {
  const page = await open({ theme })
  await page.goto('/auth/login')
  await waitUntilIdle(page)
  await page.getByRole('button', { name: 'As a client' }).waitFor()
  await looksAsBefore(page, `sign-in-${theme}`)
  await page.context().close()
})

test('the pricing page', async () => {
  const page = await open({})
  await page.goto('/pricing')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await looksAsBefore(page, 'pricing-light')
  await page.context().close()
})

test.each([
  ['desktop', 'light', { width: 1280, height: 860 }],
  ['phone', 'dark', { width: 390, height: 844 }],
] as const)('the dashboard on a %s, %s', async (device, theme, size) => {
  const page = await open({ theme, size, as: 'demo-client' })
  await freezeDashboard(page)
  await page.goto('/dashboard')
  await waitUntilIdle(page)
  await page.getByText('1.8% under forecast').waitFor()
  await page
    .getByRole('img', { name: /^Daily spend by provider/ })
    .first()
    .waitFor()
  await looksAsBefore(page, `dashboard-${device}-${theme}`)
  await page.context().close()
})

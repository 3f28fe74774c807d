/**
 * Pictures of the gallery, of every screen and of the site, phone and desktop, light and dark, into e2e/screenshots.
 * `npm run screenshots -- [--url http://127.0.0.1:4480 [--setup <one-time link>]] [--only /costs] [--theme dark]
 * [--size phone] [--full]`; `--only gallery` is the gallery alone, which needs no Kept.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from '../e2e/browser.ts'
import { startSeededKept } from '../e2e/kept.ts'
import { type Sessions, signInVisitors, type Visitor } from '../e2e/visitors.ts'
import { waitUntilIdle } from '../e2e/wait-until-idle.ts'
import { buildSite } from './build-site.ts'
import { buildWeb } from './build-web.ts'
import { buildGallery, galleryParts, serveGallery } from './gallery.ts'

const folder = fileURLToPath(new URL('../e2e/screenshots/', import.meta.url))
/** Which pages are captured, and as whom: guests on public pages, the demo and an admin on screens. */
const paths: readonly (readonly [path: string, as: Visitor])[] = [
  ['/dashboard', 'demo-admin'],
  ['/client', 'demo-client'],
  ['/costs', 'demo-admin'],
  ['/anomalies', 'demo-admin'],
  ['/budgets', 'demo-admin'],
  ['/savings', 'demo-admin'],
  ['/resources', 'demo-admin'],
  ['/integrations', 'demo-admin'],
  ['/reports', 'demo-admin'],
  ['/admin', 'demo-admin'],
  ['/admin/users', 'demo-admin'],
  ['/loops', 'demo-admin'],
  ['/behavior', 'demo-admin'],
  ['/behavior/setup', 'demo-admin'],
  ['/notifications', 'demo-admin'],
  ['/alerts', 'demo-admin'],
  ['/profile', 'admin'],
  ['/onboarding', 'admin'],
  ['/settings', 'admin'],
  ['/settings?tab=security', 'admin'],
  ['/settings?tab=notifications', 'admin'],
  ['/settings?tab=organization', 'admin'],
  ['/settings?tab=api-keys', 'admin'],
  ['/logout', 'demo-client'],
  ['/', 'guest'],
  ['/features', 'guest'],
  ['/pricing', 'guest'],
  ['/about', 'guest'],
  ['/contact', 'guest'],
  ['/docs', 'guest'],
  ['/blog', 'guest'],
  ['/help', 'guest'],
  ['/status', 'guest'],
  ['/no-such-page', 'guest'],
  ['/auth/login', 'guest'],
  ['/auth/login?timeout=true', 'guest'],
  ['/auth/signup', 'guest'],
  ['/auth/forgot-password', 'guest'],
  ['/auth/reset-password?token=none', 'guest'],
  ['/auth/verify?token=none', 'guest'],
  ['/auth/second-factor', 'guest'],
  ['/auth/setup?token=none', 'guest'],
  ['/auth/invitation?token=none', 'guest'],
]
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const themes = ['light', 'dark'] as const

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    setup: { type: 'string', default: '' },
    only: { type: 'string', multiple: true },
    theme: { type: 'string' },
    size: { type: 'string' },
    full: { type: 'boolean', default: false },
  },
})

mkdirSync(folder, { recursive: true })
const browser = await openBrowser()
try {
  if (isSelected('gallery')) await pictureGallery()
  if (!values.only || values.only.some((name) => name !== 'gallery')) await captureServer()
} finally {
  await browser.close()
}

function isSelected(name: string): boolean {
  return !values.only || values.only.includes(name)
}

async function pictureGallery(): Promise<void> {
  await buildGallery()
  const gallery = await serveGallery()
  try {
    await inEverySetting(async (context, setting) => {
      const page = await context.newPage()
      for (const part of galleryParts) {
        await page.goto(`${gallery.url}/?part=${part}&theme=${setting.theme}&motion=still`)
        await page.waitForLoadState('networkidle')
        // All of it: what a part shows last is looked at as well.
        await save(page, `gallery-${part}`, setting, true)
      }
    })
  } finally {
    await gallery.stop()
  }
}

async function captureServer(): Promise<void> {
  if (!values.url) {
    await buildWeb({ log: (message) => console.log(message) })
    await buildSite({ log: (message) => console.log(message) })
  }
  const server = values.url ? undefined : await startSeededKept()
  const baseURL = server?.url ?? values.url ?? ''
  try {
    const sessions = await signInVisitors(browser, { url: baseURL, setupLink: server?.setupLink ?? values.setup })
    await inEverySetting(
      async (context, setting) => {
        const page = await context.newPage()
        for (const [path, as] of [...paths, await oneResource(context, sessions)]) {
          if (!isSelected(path)) continue
          await context.clearCookies()
          await context.addCookies(sessions[as])
          await page.goto(path)
          await waitUntilIdle(page)
          await save(page, nameOf(path), setting, values.full)
        }
      },
      { baseURL },
    )
  } finally {
    await server?.stop()
  }
}

/** The page of the costliest resource there is: its address is known to the demo alone. */
async function oneResource(context: BrowserContext, sessions: Sessions): Promise<readonly [string, Visitor]> {
  await context.clearCookies()
  await context.addCookies(sessions['demo-admin'])
  const page = await context.newPage()
  await page.goto('/resources')
  await waitUntilIdle(page)
  await page.getByRole('table', { name: 'Resources' }).locator('tbody').getByRole('button').first().click()
  await page.waitForURL(/[?&]id=/)
  const { pathname, search } = new URL(page.url())
  await page.close()
  return [`${pathname}${search}`, 'demo-admin']
}

interface Setting {
  size: string
  theme: 'light' | 'dark'
}

async function inEverySetting(
  capture: (context: BrowserContext, setting: Setting) => Promise<void>,
  more: BrowserContextOptions = {},
): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    if (values.size && values.size !== size) continue
    for (const theme of themes) {
      if (values.theme && values.theme !== theme) continue
      const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce', ...more })
      await capture(context, { size, theme })
      await context.close()
    }
  }
}

async function save(page: Page, name: string, { size, theme }: Setting, fullPage: boolean): Promise<void> {
  const file = `${name}-${size}-${theme}.png`
  await page.evaluate('document.fonts.ready.then(() => true)')
  await page.screenshot({ path: join(folder, file), fullPage })
  console.log(file)
}

function nameOf(path: string): string {
  const name = path.startsWith('/resources?') ? 'resource' : path.replace(/^\//, '').replaceAll(/[^\w-]+/g, '-')
  return name || 'home'
}

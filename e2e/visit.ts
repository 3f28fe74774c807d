/** A visitor of the running Kept: a browser of their own, closed when the tests of a file are over. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { axeSource } from './axe-source.ts'
import { openBrowser, pageTimeoutMs } from './browser.ts'
import { servedKept } from './served.ts'
import { sessionOf } from './sessions.ts'
import type { Visitor } from './visitors.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 360, height: 780 }

/** Every screen for signed-in users, for the journeys that visit all of them. */
export const screens = [
  '/client',
  '/onboarding',
  '/dashboard',
  '/resources',
  '/integrations',
  '/reports',
  '/admin',
  '/admin/users',
  '/costs',
  '/savings',
  '/autopilot',
  '/billing',
  '/anomalies',
  '/budgets',
  '/security',
  '/alerts',
  '/loops',
  '/behavior',
  '/notifications',
  '/profile',
  '/settings',
  '/logout',
]

/** Those in front of it. */
export const authScreens = [
  '/auth/login',
  '/auth/signup',
  '/auth/forgot-password',
  '/auth/reset-password?token=none',
  '/auth/verify?token=none',
  '/auth/second-factor',
  '/auth/setup?token=none',
  '/auth/invitation?token=none',
]

interface VisitOptions extends BrowserContextOptions {
  /** An administrator of the demo when left out. */
  as?: Visitor
  /**
   * In the page of the test before that had the same options: what the browser has compiled for one address, it has for
   * the next. For tests that change nothing, neither in Kept nor in what the browser stores.
   */
  isShared?: boolean
}

interface VisitorPages {
  /** A new page at an address, once it is idle. `findPageErrors` returns what it throws or logs as an error. */
  visit(path: string, options?: VisitOptions): Promise<Page>
}

/** To be called at the top of a test file. */
export function useVisitor(): VisitorPages {
  let browser: Browser
  /** By their options. */
  const sharedPages = new Map<string, Page>()
  beforeAll(async () => {
    browser = await openBrowser()
  })
  // A page left open keeps polling the server, and slows down the tests after it.
  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail'
    const shared = new Set([...sharedPages.values()].map((page) => page.context()))
    if (hasFailed) sharedPages.clear()
    for (const context of browser?.contexts() ?? []) {
      if (hasFailed) await printPages(task.name, context)
      if (hasFailed || !shared.has(context)) await context.close()
    }
    for (const page of sharedPages.values()) await page.goto('about:blank')
  })
  afterAll(() => browser?.close())

  async function openPage(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext({
      baseURL: servedKept().url,
      viewport: desktop,
      reducedMotion: 'reduce',
      locale: 'en-US',
      ...options,
    })
    context.setDefaultTimeout(pageTimeoutMs)
    return context.newPage()
  }

  return {
    async visit(path, { as = 'demo-admin', isShared = false, ...options } = {}) {
      const { url, sessions } = servedKept()
      const key = JSON.stringify({ as, ...options })
      const page = (isShared && sharedPages.get(key)) || (await openPage(options))
      if (isShared) sharedPages.set(key, page)
      await page.context().addCookies(await sessionOf(as, sessions, browser, url))
      await page.goto(path)
      await waitUntilIdle(page)
      return page
    },
  }
}

/** What the pages of a failed test had on them: a locator that timed out says only what it did not find. */
export async function printPages(test: string, context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const content = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: unknown) => `not readable: ${error}`)
    console.error(`The page of "${test}", ${page.url()}:\n${content.slice(0, 12_000)}`)
  }
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe finds against WCAG 2.2 AA in the light, and of the colors in the dark, in lines a person can act on;
 * `within` looks at one part of a page whose rest was asked about before.
 */
export async function findPageErrors(page: Page, within?: string): Promise<string[]> {
  const part = (axe: AxeBuilder) => (within ? axe.include(within) : axe)
  const light = await evaluate(page, (axe) => part(axe).withTags(rules))
  // In the dark only the colors are others: the page is not opened again, and nothing else is asked twice.
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' })
  const dark = await evaluate(page, (axe) => part(axe).withRules(['color-contrast']))
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((violation) => `in the dark: ${violation}`)]
}

async function evaluate(page: Page, which: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // Once for a page that was loaded. The builder would compile it twice for every question.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axeSource)
  // Kept has no frames of others: one run in the page itself, without an empty page beside it for every answer.
  const builder = new AxeBuilder({ page, axeSource: 'undefined' }).options({ resultTypes: ['violations'] })
  const axe = which(builder.setLegacyMode())
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/** Asks the page itself. The expression is text, because it runs in the browser and not here. */
export function evaluateExpression<Answer>(page: Page, expression: string): Promise<Answer> {
  return page.evaluate(expression) as Promise<Answer>
}

export const activeId = 'document.activeElement?.id'
export const activeText = 'document.activeElement?.textContent'
export const theme = 'document.documentElement.dataset.theme'

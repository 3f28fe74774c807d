/**
 * The visitors of the journeys: two visitors of the demo, and the first administrator of an organization of their own. Each
 * signs in once, in a real browser, because a session belongs to the browser that began it; pages then begin with their
 * cookies.
 */
import type { Browser, BrowserContext, Cookie } from 'playwright-core'
import { pageTimeoutMs } from './browser.ts'
import type { RunningKept } from './kept.ts'

export const admin = {
  full_name: 'Ada Ledger',
  email: 'ada@ledger.example',
  password: 'nine calm owls keep the ledger',
  organization: 'Ledger & Daughters',
}

export type Visitor = 'demo-admin' | 'demo-client' | 'admin' | 'guest'
export type Sessions = Record<Visitor, Cookie[]>

/** Whose session the demo gives, by the button that asks for it. */
export const demoRoles = { 'demo-admin': 'As an organization admin', 'demo-client': 'As a client' } as const

/** Makes the first administrator through the link of the log, and signs the visitors of the demo in. */
export async function signInVisitors(
  browser: Browser,
  { url, setupLink }: Pick<RunningKept, 'url' | 'setupLink'>,
): Promise<Sessions> {
  return {
    guest: [],
    'demo-admin': await signInToDemo(browser, url, 'demo-admin'),
    'demo-client': await signInToDemo(browser, url, 'demo-client'),
    admin: await signInAdmin(browser, { url, setupLink }),
  }
}

/** The administrator alone, also of a Kept without the demo. */
export function signInAdmin(
  browser: Browser,
  { url, setupLink }: Pick<RunningKept, 'url' | 'setupLink'>,
): Promise<Cookie[]> {
  // Without a link there was a first administrator before: the same one, from an earlier round.
  return withNewContext(browser, url, (context) =>
    setupLink ? createFirstAdmin(context, setupLink) : enter(context, admin),
  )
}

/** Another session of the demo. */
export function signInToDemo(browser: Browser, url: string, visitor: keyof typeof demoRoles): Promise<Cookie[]> {
  return withNewContext(browser, url, (context) => clickDemoRole(context, demoRoles[visitor]))
}

async function withNewContext(
  browser: Browser,
  url: string,
  act: (context: BrowserContext) => Promise<void>,
): Promise<Cookie[]> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-US' })
  context.setDefaultTimeout(pageTimeoutMs)
  try {
    await act(context)
    return await context.cookies()
  } finally {
    await context.close()
  }
}

async function clickDemoRole(context: BrowserContext, button: string): Promise<void> {
  const page = await context.newPage()
  await page.goto('/auth/login')
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL(/\/(admin|client)$/)
}

/** Signs in with email and password. */
async function enter(context: BrowserContext, { email, password }: typeof admin): Promise<void> {
  const page = await context.newPage()
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/(admin|client)$/)
}

async function createFirstAdmin(context: BrowserContext, setupLink: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(setupLink)
  await page.getByLabel('Organization').fill(admin.organization)
  await page.getByLabel('Your name').fill(admin.full_name)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Create organization and account' }).click()
  await page.waitForURL(/\/onboarding$/)
}

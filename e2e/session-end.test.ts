/** The end of a session: asked about two minutes ahead, moved by staying, and survived by what was typed. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { join, newcomer, signIn } from './newcomer.ts'
import { evaluateExpression, findPageErrors, useVisitor } from './visit.ts'

const { visit } = useVisitor()
const question = "You're about to be signed out"

/** The server's answers about the session, its end moved ahead until it is renewed: eight minutes, not an hour, are left. */
async function endSoon(page: Page): Promise<{ renewed(): number }> {
  const shiftMs = 52 * 60_000 + 5000
  let renewed = 0
  await page.context().route('**/api/auth/session', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    if (renewed === 0 && answer.session) {
      answer.session.expires_at = new Date(Date.parse(answer.session.expires_at) - shiftMs).toISOString()
    }
    await route.fulfill({ response, json: answer })
  })
  page.context().on('response', (response) => {
    if (response.url().endsWith('/api/auth/refresh-token') && response.ok()) renewed += 1
  })
  return { renewed: () => renewed }
}

/** A new user, whose page has been idle for a while. */
async function member(name: string): Promise<{ page: Page; person: ReturnType<typeof newcomer> }> {
  const person = newcomer(name)
  const page = await visit('/auth/signup', { as: 'guest' })
  await join(page, person)
  return { page, person }
}

test('two minutes ahead every tab asks; staying signed in on one closes the question in all', async () => {
  const { page } = await member('Stay')
  const shortSession = await endSoon(page)
  await page.clock.install()
  await page.goto('/budgets')
  await page.getByRole('button', { name: 'Create budget' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Everything of March')
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await other.getByText('No bills yet').waitFor()
  const dialogs = [page, other].map((tab) => tab.getByRole('dialog', { name: question }))
  // The tabs of a browser share its clock.
  await idle(page)
  for (const dialog of dialogs) await dialog.waitFor()
  expect(shortSession.renewed()).toBe(0)
  expect(await evaluateExpression(page, 'document.activeElement.textContent')).toBe('Stay signed in')
  expect(await findPageErrors(page)).toEqual([])
  await page.keyboard.press('Enter')
  for (const dialog of dialogs) await dialog.waitFor({ state: 'detached' })
  expect(shortSession.renewed()).toBe(1)
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Everything of March')
})

test('after a timeout the same user returns to the page, with what was typed', async () => {
  const { page, person } = await member('Back')
  await endSoon(page)
  await page.clock.install()
  await page.goto('/budgets')
  await page.getByRole('button', { name: 'Create budget' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half written')
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('1200.50')
  await idle(page)
  const dialog = page.getByRole('dialog', { name: question })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await page.getByText(/^You will be signed out in [01]:\d\d\.$/).waitFor()
  await page.clock.fastForward('02:05')
  await page.waitForURL(/\/auth\/login\?timeout=true$/)
  await page.getByText('Your session expired.').waitFor()
  expect(await evaluateExpression(page, 'JSON.stringify([{ ...sessionStorage }, { ...localStorage }])')).not.toContain(
    'Half written',
  )
  await page.context().unroute('**/api/auth/session')
  await signIn(page, person)
  // The form is part of the address, so it is open again.
  await page.waitForURL(/\/budgets\?new=budget$/)
  await page.getByText('Welcome back').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Half written')
  expect(await page.getByRole('textbox', { name: 'Amount', exact: true }).inputValue()).toBe('1200.50')
})

test('a demo session cannot be extended; another user in the same tab finds nothing of it', async () => {
  // A session of their own: it ends, and others go on with the one that all share.
  const page = await visit('/auth/login', { as: 'guest' })
  await page.getByRole('button', { name: 'As an organization admin' }).click()
  await page.waitForURL(/\/admin$/)
  await page.clock.install()
  await page.goto('/budgets')
  await page.getByRole('button', { name: 'Create budget' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine alone')
  const expiresAt = (await evaluateExpression<string>(
    page,
    "fetch('/api/auth/session').then((answer) => answer.json()).then(({ session }) => session.expires_at)",
  )) as string
  const now = await evaluateExpression<number>(page, 'Date.now()')
  await page.clock.fastForward(Date.parse(expiresAt) - now - 100_000)
  const dialog = page.getByRole('dialog', { name: question })
  await dialog.getByText('Demo sessions last 30 minutes and cannot be extended.', { exact: false }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Stay signed in' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Save your work' }).click()
  await page.clock.fastForward('02:00')
  await page.waitForURL(/\/auth\/login\?timeout=true$/)
  // The next session begins by the server's clock: on a page half an hour ahead it would be over already.
  await page.clock.setSystemTime(new Date())
  await page.getByRole('button', { name: 'As a client' }).click()
  await page.waitForURL(/\/client$/)
  await page.goto('/budgets')
  await page.getByRole('heading', { name: 'Budgets' }).waitFor()
  expect(await page.getByText('Mine alone').count()).toBe(0)
})

/** Six idle minutes pass on the page's clock. */
async function idle(page: Page): Promise<void> {
  await page.clock.fastForward('06:00')
}

import { expect, test } from 'vitest'
import { linkInMail } from './mail.ts'
import { join, newcomer, signIn, signOut } from './newcomer.ts'
import { activeId, evaluateExpression, useVisitor } from './visit.ts'

const { visit } = useVisitor()

test('a guest is sent to the sign-in page, and after it to the requested page', async () => {
  const page = await visit('/costs?by=service', { as: 'guest' })
  expect(page.url()).toContain('/auth/login?next=')
  await page.goto('/login')
  await page.getByText('You are signed out.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/auth/login')
  await page.goto('/costs?by=service')
  await page.getByRole('button', { name: 'As a client' }).click()
  await page.getByRole('heading', { level: 1, name: 'Cost Explorer' }).waitFor()
  expect(page.url()).toContain('/costs?by=service')
})

test('an unknown address shows "not found" within the menu to a signed-in user', async () => {
  const page = await visit('/no-such-page')
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await page.getByRole('link', { name: 'Cost Explorer' }).click()
  await page.getByRole('heading', { level: 1, name: 'Cost Explorer' }).waitFor()
})

test('sign-up, email verification, interrupted onboarding, sign-out, sign-in', async () => {
  const person = newcomer('Vera')
  const page = await visit('/auth/signup', { as: 'guest' })
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Enter your name.').waitFor()
  expect(await evaluateExpression(page, 'document.activeElement.name')).toBe('full_name')
  await join(page, person)

  await page.getByRole('heading', { name: 'Your organization' }).waitFor()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByText('Drop a bill here, or browse').waitFor()
  await page.reload()
  await page.getByText('Drop a bill here, or browse').waitFor()
  for (const step of ['First bill', 'Teams and time zones', 'Budget', 'Invite your team']) {
    await page.getByRole('button', { name: new RegExp(`^Skip .*${step}$`) }).click()
  }
  await page.getByRole('button', { name: 'Upload a bill' }).waitFor()

  await signOut(page)
  await page.goto('/admin')
  await page.waitForURL(/\/auth\/login\?next=(\/|%2F)admin$/)
  await signIn(page, { ...person, password: 'not the password' })
  const alert = page.getByRole('alert').locator('[data-form-failure]')
  await alert.waitFor()
  expect(await evaluateExpression(page, 'document.activeElement.hasAttribute("data-form-failure")')).toBe(true)
  await signIn(page, person)
  await page.waitForURL(/\/admin$/)
  expect(await evaluateExpression(page, activeId)).not.toBe('root')
})

test('the password can be shown, pasted, and filled by a password manager', async () => {
  const page = await visit('/auth/login', { as: 'guest' })
  const password = page.getByLabel('Password', { exact: true })
  expect(await password.getAttribute('autocomplete')).toBe('current-password')
  expect(await page.getByLabel('Email').getAttribute('autocomplete')).toContain('username')
  await password.fill('pasted words')
  await page.getByRole('button', { name: 'Show the password' }).click()
  expect(await password.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide the password' }).click()
  expect(await password.getAttribute('type')).toBe('password')
})

test('too many login attempts show the time of the next one', async () => {
  const page = await visit('/auth/login', { as: 'guest' })
  const unknownUser = { email: `${Math.random().toString(36).slice(2)}@unknown.example`, password: 'wrong every time' }
  const refused = page.getByText(/^Too many login attempts\. Please try again at .+\.$/)
  for (let tries = 0; tries < 12 && (await refused.count()) === 0; tries += 1) {
    const answered = page.waitForResponse('**/api/auth/login')
    await signIn(page, unknownUser)
    await answered
    await page.locator('[data-form-failure]').waitFor()
  }
  expect(await refused.textContent()).toMatch(/at \d{1,2}:\d{2} [AP]M\.$/)
})

test('a forgotten password is reset by an email, and the old one no longer works', async () => {
  const person = newcomer('Remo')
  const page = await visit('/auth/signup', { as: 'guest' })
  await join(page, person)
  await signOut(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The sign-in form has an email field as well, until the next screen has arrived.
  const send = page.getByRole('button', { name: 'Send reset link' })
  await send.waitFor()
  await page.getByLabel('Email').fill(person.email)
  await send.click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  const link = await linkInMail(person.email, /Reset your Kept password/)
  await page.goto(link)
  // The token has left the address before anything else is done.
  await expect.poll(() => page.url()).not.toContain('token')
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Use at least 8 characters. This has 5.').waitFor()
  await page.getByLabel('New password').fill('eleven slow trams at dawn')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed.').waitFor()
  await signIn(page, person)
  await page.locator('[data-form-failure]').waitFor()
  await signIn(page, { ...person, password: 'eleven slow trams at dawn' })
  await page.waitForURL(/\/admin$/)

  await page.goto(link)
  await page.getByLabel('New password').fill('twelve slow trams at dawn')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.locator('[data-form-failure]').waitFor()
})

test('without a CSRF token nothing is sent, and the error of the catalog is shown', async () => {
  const page = await visit('/auth/login', { as: 'guest' })
  await page.route('**/api/auth/csrf-token', (route) => route.fulfill({ status: 404, json: {} }))
  await signIn(page, { email: 'ada@ledger.example', password: 'whatever it is' })
  await page.getByText('CSRF token not available. Please refresh the page and try again.').waitFor()
})

test('too many requests show their own message', async () => {
  const page = await visit('/settings')
  await page.route('**/v1/costs/query', (route) =>
    route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'Slowly.' } }),
  )
  await page.goto('/costs')
  await page.getByRole('alert').getByText('Too many requests. Please slow down.').waitFor()
})

import { expect, test } from 'vitest'
import { join, newcomer, signIn, signOut } from './newcomer.ts'
import { totp } from './totp.ts'
import { phone, useVisitor } from './visit.ts'

const { visit } = useVisitor()

test.each([
  ['demo-admin', '/admin'],
  ['demo-client', '/client'],
] as const)('%s arrives at %s', async (as, homePath) => {
  const page = await visit('/', { as })
  expect(new URL(page.url()).pathname).toBe(homePath)
})

test('a user without the admin role sees no link to the admin pages, and cannot open them', async () => {
  const page = await visit('/client', { as: 'demo-client' })
  const menu = page.getByRole('complementary', { name: 'Sidebar' })
  await menu.getByRole('link', { name: 'Savings' }).waitFor()
  expect(await menu.getByRole('link', { name: /Admin Console|People/ }).count()).toBe(0)
  for (const path of ['/admin', '/admin/users']) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'This page is for organization admins' }).waitFor()
  }
  // The server rejects it too, which must not sign the user out.
  const status = await page.evaluate("fetch('/v1/admin/health').then((answer) => answer.status)")
  expect(status).toBe(403)
  await page.goto('/client')
  await page.getByRole('heading', { name: 'What to do next' }).waitFor()
})

test('after a timeout the page says so, and none of its content is left', async () => {
  const page = await visit('/dashboard', { as: 'demo-client' })
  await page.clock.install()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.clock.fastForward('31:00')
  await page.waitForURL(/\/auth\/login\?timeout=true$/)
  await page.getByText('Your session expired.').waitFor()
  expect(await page.evaluate("sessionStorage.getItem('kept.token')")).toBeNull()
})

test('a session that the server ended leads to the sign-in page at the next request', async () => {
  const person = newcomer('Lena')
  const page = await visit('/auth/signup', { as: 'guest' })
  await join(page, person)
  await page.goto('/dashboard')
  await page.getByText('No bills yet').waitFor()
  await page.context().clearCookies({ name: /^(__Host-)?kept$/ })
  await page.evaluate('sessionStorage.clear()')
  await page.route('**/api/auth/session', (route) => route.fulfill({ json: { session: null, user: null } }))
  await page.route('**/v1/notifications**', (route) => route.fulfill({ status: 401, json: { message: 'Gone.' } }))
  // The page may be led away before either of them is over.
  await page
    .getByRole('link', { name: 'Reports' })
    .click({ timeout: 5_000 })
    .catch(() => undefined)
  await page.goto('/notifications').catch(() => undefined)
  await page.waitForURL(/\/auth\/login/)
})

test('signing out in one tab signs out the others', async () => {
  const person = newcomer('Tabs')
  const page = await visit('/auth/signup', { as: 'guest' })
  await join(page, person)
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await other.getByText('No bills yet').waitFor()
  await signOut(page)
  await other.waitForURL(/\/auth\/login$/)
})

test('two-factor authentication: set up with a QR code, required at sign-in, replaceable by a recovery code', async () => {
  const person = newcomer('Otto')
  const page = await visit('/auth/signup', { as: 'guest', viewport: phone })
  await join(page, person)
  await page.goto('/settings?tab=security')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  const secret = (await page.locator('p.font-mono').first().textContent()) ?? ''
  await page.getByLabel('Six-digit code').fill(totp(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allTextContents()
  expect(codes.length).toBeGreaterThanOrEqual(8)
  const done = page.getByRole('button', { name: 'Done' })
  expect(await done.isDisabled()).toBe(true)
  await page.getByLabel('I saved these codes').click()
  await done.click()
  await page.getByText(`${codes.length} codes left`).waitFor()

  await signOut(page)
  await signIn(page, person)
  await page.waitForURL(/\/auth\/second-factor/)
  await page.getByLabel('Code').fill('12')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Enter the six-digit code.').waitFor()
  await page.getByLabel('Code').fill(totp(secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/admin$/)

  await signOut(page)
  await signIn(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/admin$/)
  await page.goto('/settings?tab=security')
  await page.getByText(`${codes.length - 1} codes left`).waitFor()
})

test('an API key is shown once, works, and ends when it is revoked', async () => {
  const page = await visit('/settings?tab=api-keys', { as: 'admin' })
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('nightly report')
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = (await page.locator('code').textContent()) ?? ''
  expect(key).toMatch(/^kept_/)
  const requestMe = () => fetch(new URL('/v1/me', page.url()), { headers: { authorization: `Bearer ${key}` } })
  expect((await requestMe()).status).toBe(200)
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await page.getByText(key).count()).toBe(0)
  await page.getByRole('button', { name: 'Revoke nightly report' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('"nightly report" revoked').waitFor()
  expect((await requestMe()).status).toBe(401)
})

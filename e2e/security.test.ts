/** Security of an organization that begins empty: overview, scans, policies, the audit log and compliance. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createOrganization, type OwnOrganization } from './own-organization.ts'
import { findPageErrors, phone, useVisitor } from './visit.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const { visit } = useVisitor()

let own: OwnOrganization | undefined
/** The first test that needs it signs up; the others use the same organization. */
async function open(path: string, options: { viewport?: typeof phone } = {}): Promise<Page> {
  own ??= await createOrganization(await visit('/auth/signup', { as: 'guest' }), 'Selma')
  return visit(path, { ...own.session, ...options })
}

const compliance = '/security?tab=compliance'

test('compliance begins with the first scans, which the overview counts by kind and severity', async () => {
  const page = await open(compliance)
  await page.getByRole('heading', { name: 'Nothing is checked yet' }).waitFor()
  await page.goto('/security')
  const scans = page.getByRole('region', { name: 'Failing checks of all scans' }).getByRole('table')
  await expect.poll(() => scans.getByText('Not scanned yet').count()).toBe(4)
  // Without a scan there is no total.
  expect(await scans.locator('tfoot td').allTextContents()).toEqual(['All kinds', '–', '–', '–', '–'])
  await page.goto(compliance)
  await page.getByRole('button', { name: 'Start the first scans' }).click()
  await page.waitForURL(/tab=scans/)
  await page.getByRole('table', { name: 'Results' }).waitFor()

  // What ends before the page listens is not announced to it.
  await expect
    .poll(async () => {
      await page.goto('/security')
      await waitUntilIdle(page)
      return scans.getByText('Not scanned yet').count()
    })
    .toBe(0)
  await scans.getByRole('link', { name: 'Cloud' }).waitFor()
  const total = scans.locator('tfoot td')
  // An admin without a second factor is critical.
  await expect.poll(() => total.nth(1).textContent()).toBe('1')
  expect(await findPageErrors(page)).toEqual([])
  await page.goto(compliance)
  await page.getByText(/of 61 requirements (is|are) met or partly met/).waitFor()
  expect(await page.getByRole('heading', { name: 'Nothing is checked yet' }).count()).toBe(0)
  // Scans check nothing of this framework, before and after.
  await page.goto(`${compliance}&framework=osps`)
  await page.getByRole('heading', { name: 'No evidence yet' }).waitFor()
  expect(await page.getByRole('button', { name: 'Start the first scans' }).count()).toBe(0)
})

test('the overview says who is at risk and why, and each check leads to the screen that fixes it', async () => {
  const page = await open('/security')
  const risks = page.getByRole('region', { name: 'Users and API keys at risk' })
  await risks.getByText('Selma Newcomer, Admin', { exact: true }).waitFor()
  await risks.getByRole('link', { name: /Fix Selma Newcomer: Admin without a second factor/ }).click()
  await page.waitForURL(/\/admin\/users\?person=/)
  await page.getByRole('region', { name: 'Selma Newcomer' }).waitFor()
  await page.goto('/security')
  const failing = page.getByRole('table', { name: 'Failing checks', exact: true })
  await failing.waitFor()
  const titles = await failing.locator('tbody button').allTextContents()
  expect(titles.length).toBeGreaterThan(2)
  for (const [index] of titles.entries()) {
    await failing.locator('tbody button').nth(index).click()
    await page.waitForURL((url) => url.pathname !== '/security' || url.searchParams.has('tab'))
    await waitUntilIdle(page)
    expect(await page.getByRole('heading', { name: 'Page not found' }).count()).toBe(0)
    await page.goBack()
    await failing.waitFor()
  }
})

test('a scan shows its progress, and what changed since the one before', async () => {
  const page = await open('/security?tab=scans')
  await page.getByRole('table', { name: 'Results' }).waitFor()
  await page.goto('/security?tab=policies')
  await page.getByRole('button', { name: 'Turn on Session lifetime' }).click()
  const dialog = page.getByRole('dialog', { name: 'Session lifetime' })
  await dialog.getByText('It affects no one now.').waitFor()
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.goto('/security?tab=scans')
  await page.getByRole('table', { name: 'Results' }).waitFor()
  // A scan of a small organization ends within a blink: its answer is held for as long as it takes to look at it.
  let isHeld = false
  await page.route(/\/scans(\/[\w-]+)?(\?|$)/, async (route) => {
    if (route.request().method() === 'POST') isHeld = true
    if (route.request().method() !== 'GET' || !isHeld) return route.continue()
    const response = await route.fetch()
    const text = await response.text()
    const half = { status: 'running', checks_total: 6, checks_done: 3, results: [] }
    const { data, ...rest } = JSON.parse(text)
    const [newest, ...others] = Array.isArray(data) ? data : []
    const held = Array.isArray(data) ? [{ ...newest, ...half }, ...others] : { ...data, ...half }
    return route.fulfill({ response, json: { ...rest, data: held } })
  })
  await page.getByRole('button', { name: 'Start scan' }).click()
  await page.getByRole('progressbar', { name: 'Checks evaluated' }).waitFor()
  await page.getByText('3 of 6 checks.').waitFor()
  isHeld = false
  await page.getByRole('table', { name: 'Results' }).waitFor()
  await page.getByText(/Since .*: 1 fixed\./).waitFor()
  await page
    .getByRole('table', { name: 'Results' })
    .getByRole('button', { name: /A policy requires/ })
    .click()
  const panel = page.getByRole('region', { name: 'A policy requires a second factor' })
  await panel.getByRole('button', { name: 'Fix it' }).click()
  await page.waitForURL(/\/security\?tab=policies$/)
  await page.getByRole('button', { name: 'Turn off Session lifetime' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Turn on Session lifetime' }).waitFor()
})

test('a link to a scan shows that scan and no other, and says when it is gone', async () => {
  const page = await open('/security?tab=scans')
  const results = page.getByRole('table', { name: 'Results' })
  await results.waitFor()
  const answered = page.waitForResponse((response) => /\/scans\?/.test(response.url()))
  await page.reload()
  const { data: scans } = JSON.parse(await (await answered).text())
  const [{ id }] = scans
  // As after 30 more scans: the list ends before it.
  await page.route(/\/scans\?/, async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = JSON.parse(await response.text())
    await route.fulfill({ response, json: { ...rest, data: data.filter((scan: { id: string }) => scan.id !== id) } })
  })
  const loaded = page.waitForResponse((response) => response.url().endsWith(`/scans/${id}`))
  await page.goto(`/security?tab=scans&scan=${id}`)
  expect((await loaded).status()).toBe(200)
  await results.waitFor()
  await page.goto('/security?tab=scans&scan=00000000-0000-4000-8000-000000000000')
  await page.getByText('This scan is gone').waitFor()
  expect(await results.count()).toBe(0)
  await page.unroute(/\/scans\?/)
  await page.getByRole('button', { name: 'Show the newest scan' }).click()
  await page.waitForURL((url) => !url.searchParams.has('scan'))
})

test('a policy that locks out the only admin is refused with its sentence', async () => {
  const page = await open('/security?tab=policies')
  await page.getByRole('button', { name: 'Turn on Sign-in' }).click()
  const signIn = page.getByRole('dialog', { name: 'Sign-in' })
  await signIn.getByLabel('Password', { exact: true }).click()
  await signIn
    .getByRole('alert')
    .getByText(/You signed in with a password as selma.*which this policy does not allow/i)
    .waitFor()
  expect(await signIn.getByRole('button', { name: 'Turn on' }).isDisabled()).toBe(true)
  await signIn.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Turn on Network' }).click()
  const network = page.getByRole('dialog', { name: 'Network' })
  // Nothing is wrong before something is typed.
  await waitUntilIdle(page)
  expect(await network.getByRole('alert').count()).toBe(0)
  expect(await network.getByRole('button', { name: 'Turn on' }).isDisabled()).toBe(true)
  await network.getByLabel('Allowed addresses').fill('203.0.113.0/24')
  await network
    .getByRole('alert')
    .getByText(/Your own address .* is not in the list, so you would lock yourself out/)
    .waitFor()
  expect(await network.getByRole('button', { name: 'Turn on' }).isDisabled()).toBe(true)
  expect(await findPageErrors(page)).toEqual([])
  await network.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('0 of 8 policies are on.').waitFor()
})

test('the audit log is filtered by its address, follows what happens, and is exported', async () => {
  const page = await open('/security?tab=audit')
  const log = page.getByRole('table', { name: 'Audit log' })
  const rows = log.locator('tbody tr')
  await rows.filter({ hasText: 'The self scan was started.' }).first().waitFor()
  await page.goto('/security?tab=audit&page=99')
  await page.getByRole('heading', { name: 'This page is empty' }).waitFor()
  await page.getByRole('button', { name: 'Show the first page' }).click()
  await rows.filter({ hasText: 'The self scan was started.' }).first().waitFor()
  await page.getByRole('combobox', { name: 'What', exact: true }).click()
  await page.getByRole('option', { name: 'security_scan.started' }).click()
  await page.waitForURL(/action=security_scan\.started/)
  await expect.poll(async () => (await rows.allTextContents()).every((text) => text.includes('was started'))).toBe(true)
  await page.reload()
  await waitUntilIdle(page)
  await expect.poll(async () => (await rows.allTextContents()).every((text) => text.includes('was started'))).toBe(true)
  const before = await rows.count()
  await page.locator('[data-live="connected"]').waitFor()

  const other = await open('/security?tab=scans&kind=secrets')
  await other.getByRole('button', { name: 'Start scan' }).click()
  // Live tail: without a reload.
  await expect.poll(() => rows.count()).toBe(before + 1)
  expect(await rows.first().textContent()).toContain('The secrets scan was started.')

  for (const [format, check] of [
    ['CSV, as filtered', /security_scan\.started/],
    ['JSON Lines, signed, all events', /security_policy\./],
    ['PDF, as filtered', /^%PDF-/],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ])
    const text = readFileSync(await file.path()).toString('latin1')
    expect(text).toMatch(check)
    if (format.startsWith('CSV')) expect(text).not.toContain('security_scan.completed')
  }
  await rows.first().getByRole('button').first().click()
  await page.waitForURL(/event=/)
  expect(await findPageErrors(page)).toEqual([])
})

test('a requirement is opened on a phone, takes evidence, and refuses a type of file', async () => {
  const page = await open(compliance, { viewport: phone })
  await page.getByRole('region', { name: 'Requirements' }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width)
  await page.getByRole('button', { name: /^CC1\.1\b.*Unknown$/ }).click()
  const panel = page.getByRole('dialog', { name: /^CC1\.1/ })
  await panel.getByText('No evidence.', { exact: true }).waitFor()
  const choose = (name: string, content: string | Buffer) =>
    panel.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
  const add = panel.getByRole('button', { name: 'Add evidence' })
  expect(await add.isDisabled()).toBe(true)
  await choose('report.txt', Buffer.from([0x4d, 0x5a, 0x90, 0x00, 0x03, 0x00, 0xff, 0xfe]))
  await panel.getByLabel('Description').fill('The policies, as approved.')
  await add.click()
  await panel
    .getByRole('alert')
    .getByText('The file is neither a PDF, a PNG, a JPEG nor plain text. Save it as a PDF and upload that.')
    .waitFor()
  expect(await panel.getByText('No evidence.', { exact: true }).count()).toBe(1)
  await choose('policies.txt', 'Approved by the board.')
  await add.click()
  const evidence = panel.getByRole('region', { name: 'Evidence', exact: true }).getByRole('listitem')
  await evidence.filter({ hasText: 'policies.txt' }).waitFor()
  expect(await evidence.textContent()).toMatch(/SHA-256 [0-9a-f]{64}, 22 bytes/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    evidence.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toBe('Approved by the board.')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^CC1\.1\b.*Partly met$/ }).waitFor()
})

import { expect, test } from 'vitest'
import { authScreens, findPageErrors, phone, screens, useVisitor } from './visit.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const { visit } = useVisitor()

test.each(screens)('axe finds no violation on %s', async (path) => {
  const page = await visit(path)
  expect(await findPageErrors(page)).toEqual([])
})

test('axe finds no violation on the sign-in screens', async () => {
  const page = await visit('/auth/login', { as: 'guest' })
  for (const path of authScreens) {
    await page.goto(path)
    await waitUntilIdle(page)
    expect(await findPageErrors(page), path).toEqual([])
  }
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Enter your password.').waitFor()
  expect(await findPageErrors(page)).toEqual([])
})

test('axe finds no violation in the security area', async () => {
  const page = await visit('/security')
  for (const tab of ['scans&kind=cloud', 'compliance', 'incidents', 'audit', 'policies', 'access', 'keys']) {
    await page.goto(`/security?tab=${tab}`)
    await waitUntilIdle(page)
    expect(await findPageErrors(page, 'main'), tab).toEqual([])
  }
  await page.goto('/security?tab=compliance')
  await page.getByRole('button', { name: /^CC6\.1 / }).click()
  await page.getByRole('region', { name: 'Checks' }).waitFor()
  expect(await findPageErrors(page, 'main')).toEqual([])
})

test('axe finds no violation in settings, a user panel and admin forms', async () => {
  const page = await visit('/settings', { as: 'admin' })
  for (const tab of ['security', 'notifications', 'organization', 'api-keys']) {
    await page.goto(`/settings?tab=${tab}`)
    await waitUntilIdle(page)
    expect(await findPageErrors(page), tab).toEqual([])
  }
  await page.getByRole('button', { name: 'Create API key' }).click()
  expect(await findPageErrors(page)).toEqual([])
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Ada Ledger', exact: true }).click()
  await page.getByRole('region', { name: 'Ada Ledger' }).getByRole('tab', { name: 'Permissions' }).click()
  await waitUntilIdle(page)
  expect(await findPageErrors(page)).toEqual([])
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  expect(await findPageErrors(page)).toEqual([])
})

test('axe finds no violation in the palette, the menus, a picker and an open recommendation', async () => {
  const page = await visit('/savings')
  await page.getByRole('table', { name: 'Recommendations' }).locator('tbody td button').first().click()
  await page.getByRole('region', { name: 'Evidence' }).waitFor()
  expect(await findPageErrors(page, 'aside, [role="region"]')).toEqual([])
  // A light page behind them: what axe asks about a dialog it asks against everything under it.
  await page.goto('/settings')
  await waitUntilIdle(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  expect(await findPageErrors(page, '[role="dialog"]')).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
  expect(await findPageErrors(page, '[role="dialog"]')).toEqual([])
  await page.goto('/costs')
  await page.getByRole('button', { name: /^Days/ }).click()
  await page.getByRole('button', { name: 'Apply' }).waitFor()
  expect(await findPageErrors(page, '[role="dialog"]')).toEqual([])
})

test('axe finds no violation on a phone', async () => {
  const page = await visit('/dashboard', { viewport: phone })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  expect(await findPageErrors(page, '[role="dialog"]')).toEqual([])
})

test('axe finds no violation in an open anomaly and the budget form', async () => {
  const page = await visit('/anomalies')
  await page.getByRole('table', { name: 'Anomalies' }).locator('tbody button').first().click()
  await page.getByRole('heading', { name: 'Top drivers' }).waitFor()
  expect(await findPageErrors(page)).toEqual([])
  await page.goto('/budgets')
  await page.getByRole('button', { name: 'Create budget' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).waitFor()
  expect(await findPageErrors(page)).toEqual([])
})

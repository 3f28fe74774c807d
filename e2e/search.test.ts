/** The search of the bar: what the server finds stands beside the pages, and everything can be done by keyboard. */
import { expect, test } from 'vitest'
import { useVisitor } from './visit.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const { visit } = useVisitor()

test('a resource is found by its tag or name and opened; next time it is the first hit', async () => {
  const page = await visit('/dashboard')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('query-engine-6')
  const hit = page.getByRole('group', { name: 'Resources' }).getByRole('option').first()
  await hit.waitFor()
  expect(await hit.textContent()).toContain('query-engine-6')
  await expect.poll(() => page.getByRole('dialog').getByRole('status').first().textContent()).toMatch(/^\d+ results?$/)
  await hit.click()
  await page.getByRole('heading', { level: 1, name: 'query-engine-6' }).waitFor()
  await page.keyboard.press('Control+k')
  const first = page.getByRole('group', { name: 'Recent' }).getByRole('option').first()
  await expect.poll(() => first.textContent()).toContain('query-engine-6')
})

test('the palette runs an action', async () => {
  const page = await visit('/dashboard', { colorScheme: 'light' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('dark theme')
  await page.getByRole('option', { name: /Use dark theme/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
})

test('says so when nothing matches, and what to try', async () => {
  const page = await visit('/dashboard')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('zzz-no-such-thing')
  await page.getByText('No results for “zzz-no-such-thing”.').waitFor()
  await expect.poll(() => page.getByRole('dialog').getByRole('status').first().textContent()).toBe('No results')
})

test.each([
  ['/budgets', 'Budgets', 'Create budget', 'Search me by name', 'Create budget'],
  ['/alerts', 'Alert rules', 'Add rule', 'Find me by name', 'Save rule'],
])('on %s a hit leads to the very one', async (path, group, createButton, name, save) => {
  const page = await visit(path, { as: 'admin' })
  await page.getByRole('button', { name: createButton }).first().click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  if (path === '/budgets') await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('900')
  await page.getByRole('button', { name: save }).click()
  await page.getByRole('heading', { name, exact: true }).waitFor()
  await page.goto('/dashboard')
  await waitUntilIdle(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(name)
  await page.getByRole('group', { name: group }).getByRole('option').first().click()
  await page.waitForURL(new RegExp(`${path}\\?(budget|rule)=`))
  const row = page.locator('li[aria-current="true"]')
  await row.getByRole('heading', { name, exact: true }).waitFor()
  await expect.poll(() => row.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
})

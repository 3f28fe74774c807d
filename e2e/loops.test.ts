import { expect, test } from 'vitest'
import { press } from './keys.ts'
import { desktop, findPageErrors, phone, useVisitor } from './visit.ts'

const { visit } = useVisitor()

test('a loop is selected, opened and investigated; the demo keeps it for the next visitor', async () => {
  const page = await visit('/loops')
  const loops = page.getByRole('list', { name: 'Loops', exact: true })
  await loops.waitFor()
  const count = page.getByRole('status').filter({ hasText: /loops? found/ })
  const all = await loops.locator('> li').count()
  expect(await count.textContent()).toBe(`${all} ${all === 1 ? 'loop' : 'loops'} found`)
  for (const name of ['Active Loops', 'Total Cost Impact', 'Avg Resolution Time', 'Total Detections'])
    await page.getByText(name, { exact: true }).waitFor()

  await page.getByRole('combobox', { name: 'Filter loops' }).click()
  await page.getByRole('option', { name: 'Active Only' }).click()
  await expect.poll(() => count.textContent()).toBe('1 loop found')
  expect(page.url()).toContain('show=active')

  const card = loops.getByRole('button', { name: /Recursive Function/ })
  await card.click()
  await expect.poll(() => card.getAttribute('aria-pressed')).toBe('true')
  expect(page.url()).toContain('loop=loop_')
  await card.click()
  await expect.poll(() => card.getAttribute('aria-pressed')).toBe('false')

  await loops.getByRole('button', { name: /^Show details of/ }).click()
  await page.getByRole('img', { name: /^The cycle:/ }).waitFor()
  expect(await findPageErrors(page)).toEqual([])
  // By keys alone from here on.
  await press(page, 'Investigate')
  const historyRegion = page.getByRole('region', { name: 'Activity' })
  await historyRegion.getByText('Investigating').waitFor()
  await press(page, 'Mark Resolved')
  await page.getByText("The demo can't do this. Create an account to try it with your own data.").first().waitFor()
  expect(await count.textContent()).toBe('1 loop found')
})

test('a rule is previewed on last week before it is changed', async () => {
  const page = await visit('/loops')
  await page.getByRole('button', { name: 'Configure', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Edit Recursive Function' }).click()
  await dialog.getByRole('button', { name: 'Preview with last week' }).click()
  await dialog.getByText(/Would have matched \d+ times? last week, here/).waitFor()
})

test('a rule is changed and reset to its default', async () => {
  const page = await visit('/loops', { as: 'admin' })
  await page.getByRole('button', { name: 'Configure', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Edit Recursive Function' }).click()
  await dialog.getByLabel('Threshold').fill('many')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').getByText('Enter a threshold of 0 or more.').waitFor()
  await dialog.getByLabel('Threshold').fill('2000')
  expect(await findPageErrors(page, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/changed by/).waitFor()
  await dialog.getByRole('button', { name: 'Edit Recursive Function' }).click()
  await dialog.getByRole('button', { name: 'Reset to default' }).click()
  await expect.poll(() => dialog.getByText(/changed by/).count()).toBe(0)
  // A message stands in front of the dialog: pressing it does not close what lies behind.
  await page.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByText(/changed by/).waitFor()
  await dialog.getByRole('button', { name: 'Edit Recursive Function' }).click()
  expect(await dialog.getByLabel('Threshold').inputValue()).toBe('2000')
  await dialog.getByRole('button', { name: 'Reset to default' }).click()
  await expect.poll(() => dialog.getByText(/changed by/).count()).toBe(0)
})

test('monitoring is turned off and on', async () => {
  const page = await visit('/loops')
  const monitoring = page.getByRole('button', { name: /^Monitoring/ })
  expect(await monitoring.textContent()).toBe('Monitoring On')
  await monitoring.click()
  expect(await monitoring.textContent()).toBe('Monitoring Off')
  await page.getByText('This page is paused').waitFor()
})

test.each([
  ['dark', desktop],
  ['light', phone],
] as const)('in %s at this size nothing lies outside the page', async (colorScheme, viewport) => {
  const page = await visit('/loops', { colorScheme, viewport })
  const show = page.getByRole('button', { name: /^Show details of/ }).first()
  await show.click()
  await page.getByRole('region', { name: 'Evidence' }).first().waitFor()
  expect(await findPageErrors(page)).toEqual([])
  const overflowPx = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflowPx).toBeLessThanOrEqual(0)
})

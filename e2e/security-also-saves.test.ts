/** A finding of a cloud scan that is also cost: from the check to the recommendation and back, in the demo. */
import { expect, test } from 'vitest'
import { findPageErrors, phone, useVisitor } from './visit.ts'

const { visit } = useVisitor()

const scan = '/security?tab=scans&kind=cloud'
const check = 'No volume is unattached for more than 30 days'

test('a cloud scan shows what failing resources would also save, and both sides link to each other', async () => {
  const page = await visit(scan)
  await page.getByText(/^\d+ of \d+ failing checks also saves? money: /).waitFor()
  const results = page.getByRole('table', { name: 'Results' })
  await results.getByRole('columnheader', { name: 'Also saves' }).waitFor()
  const saving = page.getByRole('radio', { name: /^Also save money \d+$/ })
  const count = Number((await saving.textContent())?.match(/\d+/)?.[0])
  await saving.click()
  const rows = results.locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(count)
  expect(await rows.filter({ hasText: ' a month' }).count()).toBe(count)
  await results.getByRole('button', { name: check }).click()
  const panel = page.getByRole('region', { name: check })
  await panel.getByText(/^Recommendations for these resources save .+ a month \(estimate\)$/).waitFor()
  expect(await findPageErrors(page)).toEqual([])
  await panel.getByRole('link').first().click()
  await page.waitForURL(/\/savings\?recommendation=/)
  await page.getByRole('region', { name: 'Failing checks' }).getByRole('link', { name: check }).click()
  await page.waitForURL((url) => url.searchParams.get('check') === 'volume-not-long-unattached')
  await page.getByRole('region', { name: check }).waitFor()
})

test('the overview says what failing checks of the cloud scan would also save', async () => {
  const page = await visit('/security')
  const scans = page.getByRole('region', { name: 'Failing checks of all scans' })
  await scans.getByText(/\d+ of \d+ failing checks also saves? money: /).waitFor()
  await scans.getByRole('link', { name: 'Cloud scan' }).click()
  await page.waitForURL((url) => url.searchParams.get('kind') === 'cloud')
})

test('on a phone, the amount stands below the check and the page does not scroll sideways', async () => {
  const page = await visit(scan, { viewport: phone })
  const row = page.getByRole('table', { name: 'Results' }).locator('tbody tr').filter({ hasText: check })
  await row.getByText(/^Also saves/).waitFor()
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await findPageErrors(page)).toEqual([])
})

import { expect, test } from 'vitest'
import { phone, useVisitor } from './visit.ts'

const { visit } = useVisitor()

test('a resource is found and opened, and its page shows cost, load, neighbors and recommendations', async () => {
  const page = await visit('/resources')
  await page.getByRole('searchbox', { name: 'Search resources', exact: true }).fill('query-engine-6')
  const row = page.getByRole('table', { name: 'Resources' }).getByRole('button', { name: 'query-engine-6' })
  await row.click()
  await page.getByRole('heading', { name: 'query-engine-6', level: 1 }).waitFor()
  expect(page.url()).toContain('id=')
  await page
    .getByRole('figure', { name: /Cost by/ })
    .first()
    .waitFor()
  await page.getByRole('heading', { name: /^CPU/ }).waitFor()
  await page.getByText('Attached', { exact: true }).first().waitFor()
  await page.getByRole('region', { name: 'Changes' }).getByText('First charged').waitFor()
  await page.getByRole('table', { name: 'Bill lines' }).locator('tbody tr').first().waitFor()
  const recommendations = page.getByRole('region', { name: 'Recommendations' })
  await recommendations.getByText('Idle instance').waitFor()
  await recommendations.getByRole('button', { name: 'Accept' }).first().click()
  await recommendations
    .getByText(/^Accepted/)
    .first()
    .waitFor()
  await recommendations.getByRole('button', { name: 'Reopen' }).first().click()
  await recommendations.getByRole('button', { name: 'Accept' }).first().waitFor()
  await page.goBack()
  await page.getByRole('table', { name: 'Resources' }).waitFor()
})

test('facets narrow the list, columns are chosen, and the address keeps both', async () => {
  const page = await visit('/resources')
  const facets = page.getByRole('complementary', { name: 'Filters' })
  await facets.getByRole('region', { name: 'Type' }).getByRole('checkbox').first().check()
  await expect.poll(() => page.url()).toContain('type=')
  await facets.getByRole('button', { name: /^Tag/ }).click()
  await facets.getByRole('region', { name: 'Tag' }).getByRole('checkbox').first().check()
  await expect.poll(() => page.url()).toContain('tag=')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('option', { name: 'Service' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Service' }).waitFor()
  await page.reload()
  await page.getByRole('columnheader', { name: 'Service' }).waitFor()
})

test('groups narrow the list, and the address keeps both', async () => {
  const page = await visit('/resources?by=type')
  await page.getByRole('table', { name: 'Resources by group' }).getByRole('button', { name: 'EBS volume' }).click()
  await expect.poll(() => page.url()).toContain('type=EBS')
  await page.getByRole('button', { name: /Type: EBS volume/ }).waitFor()
})

test('an empty result says so, and on a phone nothing is wider than the screen', async () => {
  const page = await visit('/resources?q=zzz-no-such-thing', { viewport: phone })
  await page.getByText('No matching resources').waitFor()
  await page.getByRole('button', { name: 'Show all resources' }).click()
  await page.getByRole('table', { name: 'Resources' }).waitFor()
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width)
})

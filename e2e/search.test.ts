/** The search of the bar: what the server finds stands beside the pages, and everything can be done by keyboard. */
import { expect, test } from 'vitest'
import { useVisitor } from './visit.ts'

const { visit } = useVisitor()

test('a resource is found by its tag or name and opened; next time it stands first', async () => {
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

test('an act is done from the palette', async () => {
  const page = await visit('/dashboard', { colorScheme: 'light' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('dark theme')
  await page.getByRole('option', { name: /Use the dark theme/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
})

test('says so when nothing matches, and what to try', async () => {
  const page = await visit('/dashboard')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('zzz-no-such-thing')
  await page.getByText('Nothing matches “zzz-no-such-thing”.').waitFor()
  await expect.poll(() => page.getByRole('dialog').getByRole('status').first().textContent()).toBe('No results')
})

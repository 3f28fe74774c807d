import { expect, test } from 'vitest'
import { useVisitor } from './visit.ts'

const { visit } = useVisitor()

test('a recommendation shows its evidence, is dismissed with a reason, and restored', async () => {
  const page = await visit('/savings')
  const table = page.getByRole('table', { name: 'Recommendations' })
  const rows = table.locator('tbody tr')
  await rows.first().waitFor()
  const countStatus = page
    .getByRole('status')
    .filter({ hasText: /recommendation/ })
    .first()
  const before = await countStatus.textContent()

  const first = rows.first().getByRole('button').first()
  const title = (await first.textContent()) ?? ''
  await first.click()
  const evidence = page.getByRole('region', { name: title, exact: true })
  await evidence.getByRole('region', { name: 'Evidence' }).waitFor()
  expect(await evidence.getByRole('region', { name: 'Evidence' }).locator('dd').count()).toBeGreaterThan(0)
  expect(page.url()).toContain('recommendation=')

  await evidence.getByRole('button', { name: 'Dismiss' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dismiss this recommendation?' })
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByRole('button', { name: 'Needed as it is' }).click()
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await page.getByRole('status').getByText('Recommendation dismissed').waitFor()
  await expect.poll(() => countStatus.textContent()).not.toBe(before)

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('status').getByText('Recommendation reopened').waitFor()
  await expect.poll(() => countStatus.textContent()).toBe(before)
})

test('the list is searched and sorted, and the address keeps it', async () => {
  const page = await visit('/savings')
  await page.getByPlaceholder('Search recommendations').fill('zzz no such recommendation')
  await page.getByText('No recommendations match.').waitFor()
  expect(page.url()).toContain('q=zzz')
  await page.getByRole('button', { name: 'Clear' }).click()
  const head = page.getByRole('columnheader', { name: /^Cost/ })
  await head.getByRole('button').click()
  await expect.poll(() => page.url()).toContain('sort=-cost')
})

test('every rule shows what it evaluated, and why it found nothing', async () => {
  const page = await visit('/savings')
  const rules = page.getByRole('table', { name: 'Rule results' })
  await rules.waitFor()
  expect(await rules.locator('tbody tr').count()).toBeGreaterThanOrEqual(10)
})

test('a recommendation is accepted with an owner and a due date, listed as accepted, and reopened', async () => {
  const page = await visit('/savings')
  const first = page
    .getByRole('table', { name: 'Recommendations' })
    .locator('tbody tr')
    .nth(1)
    .getByRole('button')
    .first()
  const title = (await first.textContent()) ?? ''
  await first.click()
  const evidence = page.getByRole('region', { name: title, exact: true })
  await evidence.getByRole('button', { name: 'Accept' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept this recommendation?' })
  await dialog.getByLabel('Owner').fill('Platform team')
  await dialog.getByLabel('Due').fill('2099-12-31')
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
  const status = page.getByRole('status')
  await status.getByText('Recommendation accepted').waitFor()

  await page.getByRole('tab', { name: 'Accepted' }).click()
  await page.getByRole('table', { name: 'Recommendations' }).getByRole('button', { name: title }).click()
  // Words that other visitors would read are not kept.
  await evidence.getByText('Owner: A visitor of the demo, due Dec 31, 2099').waitFor()
  await evidence.getByText(/^Accepted by /).waitFor()
  await evidence.getByRole('button', { name: 'Reopen' }).click()
  await status.getByText('Recommendation reopened').waitFor()
})

test('a long list is rendered after a reload at any scroll position', async () => {
  const page = await visit('/savings')
  await page.reload()
  const table = page.getByRole('table', { name: 'Recommendations' })
  await table.locator('tbody tr button').first().waitFor()
  const box = page.locator('section', { has: table }).last()
  await box.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect
    .poll(() =>
      box.evaluate((element) => {
        const area = element.getBoundingClientRect()
        return [...element.querySelectorAll('tbody tr button')].filter((button) => {
          const { top, bottom } = button.getBoundingClientRect()
          return top >= area.top && bottom <= area.bottom
        }).length
      }),
    )
    .toBeGreaterThan(5)
})

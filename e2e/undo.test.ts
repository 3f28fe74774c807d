/** Taking away and taking back: what was removed is there again, or gone for good once the message has gone. */
import { expect, test } from 'vitest'
import { join, newcomer, signIn } from './newcomer.ts'
import { useVisitor } from './visit.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const { visit } = useVisitor()

test('a removed budget is restored by Undo, and deleted after the message', async () => {
  const page = await visit('/budgets', { as: 'admin' })
  await page.getByRole('button', { name: 'Create budget' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('To be removed')
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('1200')
  await page.getByRole('button', { name: 'Create budget' }).click()
  const row = page.getByRole('heading', { name: 'To be removed' })
  await row.waitFor()
  let deleteCount = 0
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deleteCount += 1
  })
  await page.getByRole('button', { name: 'Remove To be removed' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.waitFor()
  expect(deleteCount).toBe(0)
  await page.getByRole('button', { name: 'Remove To be removed' }).click()
  await row.waitFor({ state: 'detached' })
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok())
  const message = page.locator('[data-toast]').filter({ hasText: 'To be removed' })
  await message.getByRole('button', { name: 'Close message' }).click()
  await removed
  await page.reload()
  await waitUntilIdle(page)
  expect([await row.count(), deleteCount]).toEqual([0, 1])
})

test('a session elsewhere ends only after the question', async () => {
  const person = newcomer('Elsewhere')
  const page = await visit('/auth/signup', { as: 'guest' })
  await join(page, person)
  const other = await visit('/auth/login', { as: 'guest' })
  await signIn(other, person)
  await page.goto('/settings?tab=security')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  const end = sessions.getByRole('button', { name: /^End session/ })
  await end.click()
  const question = page.getByRole('dialog', { name: 'End this session?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await end.count()).toBe(1)
  await end.click()
  await question.getByRole('button', { name: 'End session' }).click()
  await end.waitFor({ state: 'detached' })
  await other.goto('/settings')
  await other.waitForURL(/\/auth\/login/)
})

test('a published price recorded by mistake is removed and restored', async () => {
  const page = await visit('/savings?tab=pipeline', { as: 'admin' })
  await page.getByRole('button', { name: 'Record a price' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('SkuPriceId from your bill').fill('mistyped-sku')
  await form.getByLabel('Unit price').fill('9.6')
  await form.getByLabel('Currency').fill('USD')
  await form.getByLabel('From (UTC)').fill('2026-10-01')
  await form.getByLabel('Source').fill('A price list')
  await form.getByRole('button', { name: 'Record' }).click()
  const row = page.getByRole('table', { name: 'Published prices' }).getByText('mistyped-sku', { exact: true })
  await row.waitFor()
  const remove = page.getByRole('button', { name: 'Remove the price of mistyped-sku' })
  await remove.click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.waitFor()
  await remove.click()
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok())
  const message = page.locator('[data-toast]').filter({ hasText: 'Price removed' })
  await message.getByRole('button', { name: 'Close message' }).click()
  await removed
  await page.reload()
  await waitUntilIdle(page)
  await page.getByText('No published prices.').waitFor()
})

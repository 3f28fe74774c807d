/** From estimate to proof in the browser: the pipeline, the ledger with its chain, a statement to take home, the rule editor. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { useVisitor } from './visit.ts'

const { visit } = useVisitor()

test('completed actions count, and the ledger verifies its chain', async () => {
  const page = await visit('/savings')
  await page.getByRole('radio', { name: 'Pipeline' }).click()
  const actions = page.getByRole('table', { name: 'Actions' })
  await actions.getByText('Invoice worker at half the size').waitFor()
  expect(await actions.getByText('Counting', { exact: true }).count()).toBe(5)
  await page.getByRole('radio', { name: 'Ledger' }).click()
  await page.getByText('verified savings to date').waitFor()
  await page.getByText(/^Ledger verified \(\d+ entries, \d+ external checkpoints?\)$/).waitFor()
  expect(
    await page.getByRole('table', { name: 'Estimated vs. realized savings by rule' }).locator('tbody tr').count(),
  ).toBe(3)
})

test('a statement is downloaded as it was signed', async () => {
  const page = await visit('/savings?tab=statements')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).first().click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^\d{4}-\d{2}-USD\.statement\.json$/)
  const statement = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown>
  expect(statement).toMatchObject({ format: 'kept.savings-statement', signature: { algorithm: 'Ed25519' } })
  await page.getByText('BEGIN PUBLIC KEY').waitFor()
})

test('recording an action asks for what is missing', async () => {
  const page = await visit('/savings?tab=pipeline')
  await page.getByRole('button', { name: 'Record an action' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record an action' })
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await dialog.getByText('Describe what was done.').waitFor()
})

test('a rule shows what it would have cost before it is saved', async () => {
  const page = await visit('/admin?tab=customers')
  await page.getByRole('link', { name: 'Northwind Demo' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  const sentence = preview.getByText(/^New fee/)
  await sentence.waitFor()
  const before = await sentence.textContent()
  await page.getByLabel('Rate (%)').fill('10')
  await expect.poll(() => sentence.textContent()).not.toBe(before)
  await page.getByLabel('Rate (%)').fill('200')
  await page.getByText('The rate of tier 1 must be between 0 and 100%.').waitFor()
})

test('several customers get one rule at once, with a horizon for one kind, and get their previous one back', async () => {
  const page = await visit('/admin?tab=customers', { as: 'admin' })
  const customers = page.getByRole('table', { name: 'Customers' }).locator('tbody tr')
  const chosen = customers.first()
  const before = await chosen.textContent()
  await chosen.getByRole('checkbox').click()
  await page.getByText('1 customer selected').waitFor()
  await page.getByRole('button', { name: 'Edit rule' }).click()
  await page.getByLabel('Rate (%)').fill('20')
  await page.getByLabel('Terminations').fill('6')
  await page.getByRole('combobox', { name: 'From' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Save new version' }).click()
  const status = page.getByRole('status')
  await status.getByText('Rule updated for 1 customer').waitFor()
  await customers.getByText('20% flat; terminations for 6 months').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await status.getByText('1 customer has its previous rule.').waitFor()
  await expect.poll(() => chosen.textContent()).toBe(before)
})

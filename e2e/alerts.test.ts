/** Somebody who wants to be told: a channel, its test, a rule, and what was sent. */
import { expect, test } from 'vitest'
import { settled } from './settled.ts'
import { faultsOf, phone, useVisitor } from './visit.ts'

const { visit } = useVisitor()

test('a channel is added and tested, a rule speaks through it, the log knows', async () => {
  const page = await visit('/alerts?tab=channels', { as: 'admin' })
  await page.getByRole('button', { name: 'Add a channel' }).click()
  await page.getByRole('button', { name: 'Save the channel' }).click()
  await page.getByText('Give it a name.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('Name', { exact: true }).fill('On call')
  await page.getByLabel('Recipients').fill('oncall@ledger.example')
  await page.getByRole('button', { name: 'Add quiet hours' }).click()
  await page.getByLabel('Time zone').fill('Europe/Berlin')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save the channel' }).click()
  await page.getByText('E-mail: oncall@ledger.example').waitFor()
  await page.getByRole('button', { name: 'Send a test to On call' }).click()
  await page.getByText(/Tested\. Written to a file in the data folder/).waitFor()

  await page.getByRole('tab', { name: 'Rules' }).press('Enter')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByLabel('Name', { exact: true }).fill('What hurts')
  await page.getByLabel('From amount').fill('100')
  await page.getByRole('button', { name: 'Add a filter' }).click()
  await page.getByLabel('Provider is one of').fill('AWS')
  await page.getByRole('button', { name: 'What would it have told?' }).click()
  await page.getByText(/in the last 30 days/).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save the rule' }).click()
  const told = 'Anomalies of cost, anomalies of metrics, budgets and runaway loops'
  await page.getByText(`${told}; medium and above; from $100.00; provider AWS.`).waitFor()
  await page.getByText('Tells On call.').waitFor()

  await page.getByRole('tab', { name: 'What was sent' }).click()
  await page.getByRole('button', { name: 'Test of "On call"' }).click()
  await page
    .getByRole('region', { name: 'Test of "On call"' })
    .getByText(/^Written to a file/)
    .waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('it fits a phone, and the demo says that it sends nothing', async () => {
  const page = await visit('/alerts?tab=channels', { viewport: phone })
  await page.getByText('The demo sends nothing out').waitFor()
  await settled(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width)
  expect(await faultsOf(page)).toEqual([])
})

/** Alerts: a channel, its test, a rule, and the delivery log. */
import { expect, test } from 'vitest'
import { findPageErrors, phone, useVisitor } from './visit.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const { visit } = useVisitor()

test('a channel is added and tested, a rule uses it, and the log lists its deliveries', async () => {
  const page = await visit('/alerts?tab=channels', { as: 'admin' })
  await page.getByRole('button', { name: 'Add channel' }).click()
  await page.getByRole('button', { name: 'Save channel' }).click()
  await page.getByText('Enter a name.').waitFor()
  expect(await findPageErrors(page)).toEqual([])
  await page.getByLabel('Name', { exact: true }).fill('On call')
  await page.getByLabel('Recipients').fill('oncall@ledger.example')
  await page.getByRole('button', { name: 'Add quiet hours' }).click()
  await page.getByLabel('Time zone').fill('Europe/Berlin')
  expect(await findPageErrors(page)).toEqual([])
  await page.getByRole('button', { name: 'Save channel' }).click()
  await page.getByText('Email: oncall@ledger.example').waitFor()
  await page.getByRole('button', { name: 'Send test to On call' }).click()
  await page.getByText(/Test sent\. Saved to a file in the data folder/).waitFor()

  await page.getByRole('tab', { name: 'Rules' }).press('Enter')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByLabel('Name', { exact: true }).fill('What hurts')
  await page.getByLabel('Minimum amount').fill('100')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByLabel('Provider is one of').fill('AWS')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText(/in the last 30 days/).waitFor()
  expect(await findPageErrors(page)).toEqual([])
  await page.getByRole('button', { name: 'Save rule' }).click()
  const ruleDescription = 'Cost anomalies, metric anomalies, budgets and runaway loops'
  await page.getByText(`${ruleDescription}; medium and above; $100.00 or more; provider AWS.`).waitFor()
  // Other journeys may have added channels of their own.
  await page.getByText(/^Notifies .*\bOn call\b/).waitFor()

  await page.getByRole('tab', { name: 'Delivery log' }).click()
  await page.getByRole('button', { name: 'Test of "On call"' }).click()
  await page
    .getByRole('region', { name: 'Test of "On call"' })
    .getByText(/^Saved to a file/)
    .waitFor()
  expect(await findPageErrors(page)).toEqual([])
})

test('the screen fits a phone, and the demo says that it sends nothing', async () => {
  const page = await visit('/alerts?tab=channels', { viewport: phone })
  await page.getByText('The demo sends no alerts').waitFor()
  await waitUntilIdle(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width)
  expect(await findPageErrors(page)).toEqual([])
})

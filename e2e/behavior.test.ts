import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from 'vitest'
import { axeSource } from './axe-source.ts'
import { desktop, findPageErrors, phone, useVisitor } from './visit.ts'

const { visit } = useVisitor()

test('the analysis is run, filtered by team, and an environment gets its schedule', async () => {
  const page = await visit('/behavior')
  await page.getByText('Zombie Environments', { exact: true }).waitFor()
  const started = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok())
  await page.getByRole('button', { name: 'Run Analysis' }).click()
  await started
  await page.getByRole('button', { name: 'Run Analysis' }).waitFor()

  await page.getByRole('combobox', { name: 'Team' }).click()
  await page.getByRole('option', { name: 'storefront' }).click()
  await page.getByRole('tab', { name: /environments/i }).click()
  const rows = page.getByRole('table', { name: 'Environments' }).locator('tbody tr')
  await rows.first().waitFor()
  expect(await rows.filter({ hasText: 'train-dev' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Optimize dev-box-3', exact: true }).click()
  const panel = page.getByRole('region', { name: 'dev-box-3' })
  const slider = panel.getByRole('slider')
  const recommended = await slider.getAttribute('aria-valuetext')
  await slider.press('Home')
  await expect.poll(() => slider.getAttribute('aria-valuetext')).not.toBe(recommended)
  await panel.getByText('Terraform (AWS)').click()
  await panel.getByText('aws_scheduler_schedule').waitFor()
  expect(page.url()).toContain('team=storefront')
})

test('every tab is accessible, on a phone too', async () => {
  for (const part of ['environments', 'teams', 'insights']) {
    const page = await visit(`/behavior?tab=${part}`, { viewport: phone })
    await page.getByRole('tabpanel').waitFor()
    await page.waitForLoadState('networkidle')
    const { violations } = await new AxeBuilder({ page, axeSource }).analyze()
    expect(violations.map(({ id, nodes }) => `${part} ${id} ${nodes[0]?.html}`)).toEqual([])
    const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
    expect(beyond).toBeLessThanOrEqual(0)
    await page.close()
  }
})

test('the demo shows the calls of a schedule, and changes nothing before it is applied', async () => {
  const page = await visit('/behavior?tab=environments')
  await page.getByRole('button', { name: 'Optimize dev-box-2', exact: true }).click()
  const panel = page.getByRole('region', { name: 'dev-box-2' })
  await panel.getByText('Kept starts and stops the environment on this schedule').waitFor()
  await panel.getByRole('button', { name: 'Apply schedule', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Apply the schedule to dev-box-2' })
  await dialog
    .getByText(/^Needs /)
    .first()
    .waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await panel.getByRole('region', { name: 'Active schedule' }).count()).toBe(0)
})

test('working hours are set in a form that shows its errors', async () => {
  const page = await visit('/behavior/setup', { as: 'admin' })
  await page.getByRole('button', { name: 'Add team' }).click()
  const form = page.getByRole('dialog', { name: 'Team' })
  await form.getByLabel('Name').fill('kathmandu')
  await form.getByLabel('Time zone').fill('Mars/Olympus')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Enter a time zone such as Europe/Berlin.').waitFor()
  await form.getByLabel('Time zone').fill('Asia/Kathmandu')
  await form.getByLabel('Sun').click()
  await form.getByLabel('Fri').click()
  await form.getByRole('combobox', { name: 'Public holidays' }).click()
  await page.getByRole('option', { name: 'Germany' }).click()
  await form.getByRole('combobox', { name: 'Region' }).click()
  await page
    .getByRole('option', { name: 'Bavaria' })
    .or(page.getByRole('option', { name: 'Bayern' }))
    .click()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Mon, Tue, Wed, Thu, Sun 09:00 to 18:00, Asia/Kathmandu; holidays of DE BY').waitFor()
  await page.getByRole('button', { name: 'Remove kathmandu' }).click()
  await page.getByText('Asia/Kathmandu').waitFor({ state: 'detached' })
})

test('a hook is created, shows its secret once, and is deleted', async () => {
  const page = await visit('/behavior/setup?tab=sources', { as: 'admin', viewport: phone })
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByLabel('Source name').fill('acme/api')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const secretText = page.getByText(/^[\w-]{43}$/)
  await secretText.waitFor()
  const secret = await secretText.textContent()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('No events received yet.').waitFor()
  expect(await page.content()).not.toContain(secret)
  await page.getByRole('button', { name: 'Delete acme/api' }).click()
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await page.getByText('No events received yet.').waitFor({ state: 'detached' })
})

test('the retention of events and the recorded data of a person can be set', async () => {
  const page = await visit('/behavior/setup?tab=recording', { as: 'admin' })
  await page.getByLabel('Retention in days').fill('10')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a whole number of days from 30 to 800.').waitFor()
  await page.getByLabel('Retention in days').fill('200')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Retention set to 200 days').waitFor()
  await page.getByLabel('ID or email address').fill('unknown@example.com')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByText('No data about unknown@example.com.').waitFor()
})

test('the setup is accessible, on a desktop and on a phone', async () => {
  for (const viewport of [desktop, phone]) {
    for (const tab of ['teams', 'sources', 'recording']) {
      const page = await visit(`/behavior/setup?tab=${tab}`, { viewport })
      await page.getByRole('tabpanel').waitFor()
      if (viewport === phone) expect(await findPageErrors(page)).toEqual([])
      const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
      expect(beyond).toBeLessThanOrEqual(0)
      await page.close()
    }
  }
})

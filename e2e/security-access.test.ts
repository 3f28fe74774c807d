/** Access to an organization of its own: API keys, the policy that limits them, the matrix with a review, and an incident. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createOrganization, type OwnOrganization } from './own-organization.ts'
import { servedKept } from './served.ts'
import { findPageErrors, phone, useVisitor } from './visit.ts'

const { visit } = useVisitor()

let own: OwnOrganization | undefined
/** The first test that needs it signs up; the others use the same organization. */
async function open(path: string, options: { viewport?: typeof phone } = {}): Promise<Page> {
  own ??= await createOrganization(await visit('/auth/signup', { as: 'guest' }), 'Ravi')
  return visit(path, { ...own.session, ...options })
}

/** What the API answers to a program with this key. */
async function statusWith(key: string): Promise<number> {
  const answer = await fetch(`${servedKept().url}/v1/cost-optimization/recommendations`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return answer.status
}

/** The key that is shown once, and the notice closed. */
async function copyKey(page: Page, name: string): Promise<string> {
  const notice = page.getByRole('status').filter({ hasText: `Copy the key "${name}" now` })
  const key = (await notice.locator('code').textContent()) ?? ''
  await notice.getByRole('button', { name: 'Done' }).click()
  return key
}

async function createKey(page: Page, name: string, addresses: string): Promise<void> {
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('recommendations:read').click()
  await page.getByLabel('Allowed addresses').fill(addresses)
  await page.getByRole('button', { name: 'Create key' }).click()
}

test('an API key works only from its addresses, is renewed with an overlap, and ends', async () => {
  const page = await open('/security?tab=keys')
  await createKey(page, 'nightly', 'somewhere')
  await page.getByText('Must be an address or a range like 203.0.113.0/24.').waitFor()
  await page.getByLabel('Allowed addresses').fill('127.0.0.1, ::1')
  await page.getByRole('button', { name: 'Create key' }).click()
  const first = await copyKey(page, 'nightly')
  expect(await statusWith(first)).toBe(200)
  await createKey(page, 'elsewhere', '203.0.113.0/24')
  expect(await statusWith(await copyKey(page, 'elsewhere'))).toBe(403)
  await page.reload()
  await page.getByText(/last used .* from .*, works only from 127\.0\.0\.1, ::1/).waitFor()

  await page.getByRole('button', { name: 'Renew nightly' }).click()
  const second = await copyKey(page, 'nightly')
  expect(second).not.toBe(first)
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200])
  await page.getByText(/works only from 127\.0\.0\.1, ::1, replaced/).waitFor()
  expect(await findPageErrors(page)).toEqual([])

  await page.getByRole('button', { name: 'Revoke nightly' }).last().click()
  const question = page.getByRole('dialog', { name: 'Revoke "nightly"?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await question.waitFor({ state: 'detached' })
  await expect.poll(async () => [await statusWith(first), await statusWith(second)].sort()).toEqual([200, 401])
})

test('a policy says whom it affects before it is turned on, and then affects them', async () => {
  const page = await open('/security?tab=keys')
  await createKey(page, 'reports', '')
  const key = await copyKey(page, 'reports')
  expect(await statusWith(key)).toBe(200)
  await page.goto('/security?tab=policies')
  await page.getByRole('button', { name: 'Turn on Second factor' }).click()
  const secondFactor = page.getByRole('dialog', { name: 'Second factor' })
  await secondFactor.getByRole('listitem').filter({ hasText: 'Ravi Newcomer has to set up a second factor.' }).waitFor()
  await secondFactor.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Turn on API keys' }).click()
  const dialog = page.getByRole('dialog', { name: 'API keys' })
  await dialog.getByLabel('Allowed addresses').fill('203.0.113.0/24')
  await dialog
    .getByRole('listitem')
    .filter({ hasText: /^reports stops working from / })
    .waitFor()
  expect(await statusWith(key)).toBe(200)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('At most 90 days, from 203.0.113.0/24.').waitFor()
  await expect.poll(() => statusWith(key)).toBe(403)
  await page.getByRole('button', { name: 'Turn off API keys' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect.poll(() => statusWith(key)).toBe(200)
})

test('the matrix says why someone has access: by the role, by a group, by a scope', async () => {
  const page = await open('/security?tab=access')
  const users = page.getByRole('table', { name: 'Users' })
  const press = async () => {
    await users.getByRole('button', { name: 'Ravi Newcomer, Billing: Full' }).click()
    return page.getByRole('dialog', { name: 'Ravi Newcomer: Billing' })
  }
  await (await press()).getByText('billing:write by the role').waitFor()
  await page.keyboard.press('Escape')
  const keys = page.getByRole('table', { name: 'API keys' })
  await keys.getByRole('button', { name: /^reports, Savings/ }).click()
  await page.getByRole('dialog', { name: 'reports: Savings' }).getByText('recommendations:read by its scopes').waitFor()
  expect(await findPageErrors(page)).toEqual([])

  // A group needs an identity provider with a verified domain: here the answer is as it is with one.
  await page.route(/\/access-controls$/, async (route) => {
    const response = await route.fetch()
    const { data } = JSON.parse(await response.text())
    const byGroup = ({ permission }: { permission: string }) => ({ permission, source: 'group' })
    for (const person of data.people) {
      person.groups = [{ name: 'Platform', role: 'admin', custom_role: null, providers: [{ id: null, name: 'Okta' }] }]
      person.role_groups = ['Platform']
      person.effective = person.effective.map(byGroup)
    }
    return route.fulfill({ response, json: { data } })
  })
  await page.reload()
  await users.getByText('role by the group Platform of Okta').waitFor()
  await (await press()).getByText('billing:write by the group Platform of Okta').waitFor()
})

test('an access review is started, and ends when everything in it is decided', async () => {
  const page = await open('/security?tab=access')
  await page.getByRole('button', { name: 'Start an access review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start an access review' })
  await dialog.getByLabel('Name', { exact: true }).fill('Winter review')
  await dialog.getByRole('button', { name: 'Start review' }).click()
  const review = page.getByRole('region', { name: 'Winter review' })
  const items = review.getByRole('table', { name: 'Access in this review' })
  await items.getByText('Ravi Newcomer').first().waitFor()
  await page.waitForURL(/review=/)
  await review.getByLabel('API key reports').click()
  await review.getByRole('button', { name: 'Revoke 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
  await items.getByRole('row').filter({ hasText: 'reports' }).getByText('Revoked').waitFor()
  await review.getByLabel(/^Select all/).click()
  await review.getByRole('button', { name: /^Confirm \d/ }).click()
  await review.getByRole('heading', { name: 'Winter review Completed' }).waitFor()
  expect(await findPageErrors(page)).toEqual([])
  await page.getByRole('button', { name: 'Access', exact: true }).click()
  await page.getByText(/items decided, 1 revoked/).waitFor()
})

/** Two have its form open: who saves the same field second is told, keeps what was typed, and undoes nothing else. */
async function twoEditors(address: string): Promise<void> {
  const { pathname, search } = new URL(address)
  const [first, second] = [await open(`${pathname}${search}`), await open(`${pathname}${search}`)]
  const edit = async (page: Page) => {
    await page.getByRole('button', { name: 'Edit details' }).click()
    return page.getByRole('form', { name: 'Details of the incident' })
  }
  const [quick, slow] = [await edit(first), await edit(second)]
  await quick.getByLabel('Impact').fill('400')
  await quick.getByLabel('Affected resources').fill('i-0a1b')
  await quick.getByRole('button', { name: 'Save details' }).click()
  await quick.waitFor({ state: 'detached' })
  await slow.getByLabel('Impact').fill('500')
  await slow.getByRole('button', { name: 'Save details' }).click()
  await slow.getByRole('alert').getByText('Someone else changed the impact of this incident meanwhile.').waitFor()
  expect(await slow.getByLabel('Impact').inputValue()).toBe('500')
  await second.getByText('Impact $400.00.').waitFor()
  await slow.getByRole('button', { name: 'Save details' }).click()
  await slow.waitFor({ state: 'detached' })
  await second.getByText('Impact $500.00.').waitFor()
  await second.getByText('Affected: i-0a1b', { exact: true }).waitFor()
  await Promise.all([first, second].map((page) => page.context().close()))
}

test('an incident goes through its states, and its timeline says who did what', async () => {
  const page = await open('/security?tab=incidents', { viewport: phone })
  await page.getByRole('button', { name: 'Open incident' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Open an incident' })
  await dialog.getByLabel('Title').fill('A key in a public repository')
  await dialog.getByRole('combobox', { name: 'Severity' }).click()
  await page.getByRole('option', { name: 'SEV2' }).click()
  await dialog.getByLabel('What happened').fill('The key "reports" was committed.')
  await dialog.getByRole('button', { name: 'Open incident' }).click()
  const panel = page.getByRole('dialog', { name: 'A key in a public repository' })
  const timeline = panel.getByRole('list').last().getByRole('listitem')
  await panel.getByRole('button', { name: 'Start investigating' }).click()
  await timeline.filter({ hasText: /investigating/i }).waitFor()
  await panel.getByLabel('Comment').fill('The key was never used.')
  await panel.getByRole('button', { name: 'Comment', exact: true }).click()
  await timeline.filter({ hasText: 'The key was never used.' }).waitFor()
  await panel.getByRole('button', { name: 'Edit details' }).click()
  const details = panel.getByRole('form', { name: 'Details of the incident' })
  await details.getByRole('combobox', { name: 'Severity' }).click()
  await page.getByRole('option', { name: 'SEV1' }).click()
  await details.getByRole('combobox', { name: 'Commander' }).click()
  await page.getByRole('option', { name: 'Ravi Newcomer' }).click()
  await details.getByLabel('Impact').fill('a lot')
  await details.getByLabel('Affected resources').fill('arn:aws:s3:::reports\ni-0a1b')
  await details.getByRole('button', { name: 'Save details' }).click()
  await expect.poll(() => details.getByLabel('Impact').getAttribute('aria-invalid')).toBe('true')
  await details.getByLabel('Impact').fill('318.50')
  await details.getByRole('button', { name: 'Save details' }).click()
  await details.waitFor({ state: 'detached' })
  await panel.getByText('Led by Ravi Newcomer. Impact $318.50.').waitFor()
  await panel.getByText('Affected: arn:aws:s3:::reports, i-0a1b').waitFor()
  await timeline.filter({ hasText: 'Severity: SEV2 to SEV1' }).waitFor()
  await twoEditors(page.url())
  await panel.getByRole('button', { name: 'Mark mitigated' }).click()
  await timeline.filter({ hasText: /mitigated/i }).waitFor()
  await panel.getByRole('button', { name: 'Mark resolved' }).click()
  await timeline.filter({ hasText: /resolved/i }).waitFor()
  // Without a root cause it does not close.
  await panel.getByRole('button', { name: 'Close', exact: true }).last().click()
  await panel
    .getByRole('alert')
    .getByText(/root cause/i)
    .waitFor()
  await panel.getByLabel('Comment or root cause').fill('The repository had no secret scanning.')
  await panel.getByRole('button', { name: 'Save as root cause' }).click()
  await panel.getByRole('paragraph').filter({ hasText: 'Root cause: The repository' }).waitFor()
  await panel.getByRole('button', { name: 'Close', exact: true }).last().click()
  await timeline.filter({ hasText: /closed/i }).waitFor()
  expect(await timeline.first().textContent()).toContain('Ravi Newcomer')
  expect(await findPageErrors(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width)
})

/**
 * Each kind of connection through the screen, to clouds of our own: as the guides show it, with wrong input, and from the
 * first sync to what happens to the data. Then what Kept recommends is done and undone, with a second person.
 */

import { subscriptionId } from '@kept/connectors/azure/live/testing/small-azure.ts'
import { type EmulatedClouds, emulateClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import { firstAccount } from '@kept/server/sync/testing/small-aws.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageTimeoutMs } from './browser.ts'
import { getData, postData } from './connect/browser-request.ts'
import { bucketObjects, looseFolder } from './connect/bucket.ts'
import { type CloudPlan, connectCloud, fillFields, openAccess, syncEnd, useEndpoints } from './connect/connect-cloud.ts'
import { s3Bucket, takeGuideSteps } from './connect/guide-steps.ts'
import { type HttpsKept, startHttpsKept } from './connect/https-kept.ts'
import { readPicturedTexts, textOf } from './connect/pictured-text.ts'
import { accepted, type SmallClouds, startSmallClouds } from './connect/small-clouds.ts'
import { linkInMail } from './mail.ts'
import { newcomer, signUp } from './newcomer.ts'
import { desktop, findPageErrors, phone } from './visit.ts'
import { signInAdmin } from './visitors.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

let clouds: SmallClouds
let remedied: EmulatedClouds
let kept: HttpsKept
let page: Page
beforeAll(async () => {
  clouds = await startSmallClouds(bucketObjects())
  remedied = await emulateClouds()
  kept = await startHttpsKept({
    KEPT_STORAGE_ENDPOINTS: Object.values(clouds.endpoints).join(','),
    KEPT_PRIVATE_NETWORKS: '127.0.0.0/8',
  })
  clouds.setKeys(await kept.publishedKeys())
  page = await newPage()
  await page.context().addCookies(await signInAdmin(kept.browser, kept))
  await useEndpoints(page, clouds)
})
afterAll(async () => {
  await kept?.stop()
  await clouds?.close()
  await remedied?.close()
})

async function newPage(): Promise<Page> {
  const options = { baseURL: kept.url, viewport: desktop, locale: 'en-US' }
  const context = await kept.browser.newContext({ ...options, reducedMotion: 'reduce' })
  context.setDefaultTimeout(pageTimeoutMs)
  return context.newPage()
}

const get = <Data>(path: string) => getData<Data>(page, path)

test('every kind connects as its guide shows it, and the pictures say what the screens say', async () => {
  const seen: Record<string, string> = {}
  await takeGuideSteps(page, clouds, async (picture, part) => {
    seen[picture] = await textOf(part)
    if (/^aws-(name|grant|units)$|-s3$/.test(picture)) expect(await findPageErrors(page), picture).toEqual([])
  })
  expect(seen, 'Run: node tools/guide-pictures.ts').toEqual(readPicturedTexts())
  const connections =
    await get<{ kind: string; state: string; error: string; resources: number }[]>('/v1/cloud-connections')
  const connected = connections.filter(({ state }) => state === 'connected')
  expect(connected.map(({ kind }) => kind).toSorted()).toEqual(['aws', 'azure', 'gcp', 'kubernetes', 'oci', 's3'])
  for (const { kind, error, resources } of connected) {
    expect(error, kind).toBe('')
    if (kind !== 's3') expect(resources, kind).toBeGreaterThan(0)
  }
}, 900_000)

test('the permissions tick one after the other while they are checked', async () => {
  const form = await openAccess(page, clouds, {
    ...{ kind: 'aws', label: 'AWS', name: 'Ticking', signIn: 'Role with external ID', access: accepted.awsKeys },
  })
  await page.evaluate(`window.ticks = new Set(); new MutationObserver(() => {
    const text = document.querySelector('section[aria-label="Permissions"]')?.textContent ?? ''
    const count = /(\\d+) of \\d+ complete/.exec(text)?.[1]
    if (count) window.ticks.add(Number(count))
  }).observe(document.body, { subtree: true, childList: true, characterData: true })`)
  await form.getByRole('button', { name: 'Check and sync' }).click()
  await page.getByRole('region', { name: 'Permissions' }).getByRole('listitem').first().waitFor()
  await syncEnd(page).waitFor()
  const ticks = await page.evaluate<number[]>('[...window.ticks]')
  const complete = await page.getByRole('region', { name: 'Permissions' }).getByRole('listitem').count()
  expect(ticks).toEqual(ticks.toSorted((a, b) => a - b))
  expect(ticks.at(-1)).toBe(complete)
  expect(ticks.length).toBeGreaterThan(1)
})

const azurePlan: CloudPlan = {
  ...{ kind: 'azure', label: 'Azure', name: 'Refused', signIn: 'Client secret', access: accepted.azureKeys },
}

/** Fills in, sends, and returns what the form answers; nothing may be stored by it. */
async function answerTo(form: Locator, values: Record<string, string>, sentence: RegExp): Promise<void> {
  await fillFields(form, values)
  await form.getByRole('button', { name: /^(Check and sync|Add connection|Continue)$/ }).click()
  await form.getByText(sentence).waitFor()
  expect(await form.getByText(sentence).count()).toBe(1)
}

test('wrong input is answered with one sentence, and nothing is stored', async () => {
  const aws: CloudPlan = { ...azurePlan, kind: 'aws', label: 'AWS', signIn: 'Federation', access: accepted.aws }
  const role = await openAccess(page, clouds, aws)
  await answerTo(role, { 'Role ARN': 'arn:aws:iam::1:user/ana' }, /^Must be the ARN of a role, such as arn:aws:iam/)
  clouds.trust('aws', { issuer: kept.url, subject: 'organization:another' })
  await answerTo(
    role,
    accepted.aws,
    /^AWS did not let Kept assume the role: check .* the subject and the audience of this connection\.$/,
  )
  const secret = await openAccess(page, clouds, azurePlan)
  await answerTo(secret, { 'Tenant ID': 'northwind' }, /^Must be the ID of a tenant/)
  await answerTo(
    secret,
    { 'Tenant ID': '22222222-2222-3333-4444-555555555555' },
    /^There is no tenant .* in Azure\. Check the tenant ID and the cloud\.$/,
  )
  await answerTo(
    secret,
    { ...accepted.azureKeys, 'Client secret': 'expired' },
    /^The secret of .* has expired\. Create a new one and enter its value\.$/,
  )
  await page.getByText('Grant access, then enter the credentials.').waitFor()
  const cluster = await openAccess(page, clouds, {
    ...{ kind: 'kubernetes', label: 'Kubernetes', name: 'Expired', access: accepted.kubernetes },
  })
  await answerTo(
    cluster,
    { Token: 'of-yesterday' },
    /^The cluster does not accept the token\. Create a new one and enter it\.$/,
  )
  const stored = await get<{ name: string; access_method: string | null }[]>('/v1/cloud-connections')
  const refused = stored.filter(({ name }) => ['Refused', 'Expired'].includes(name))
  expect(refused.map(({ access_method }) => access_method)).toEqual([null, null, null])
})

test('a region that does not exist and a folder without a manifest are named', async () => {
  await page.goto('/integrations?connect=aws')
  const naming = page.getByRole('region', { name: 'Connect AWS' })
  await answerTo(naming, { Name: 'Nowhere', Regions: 'mars' }, /must be a region such as eu-west-1/i)
  const imports = (await get<unknown[]>('/v1/imports')).length
  await page.goto('/integrations?connect=exports')
  const form = page.getByRole('region', { name: 'Connect a folder of exports' })
  await fillFields(form, { ...s3Bucket, Name: 'Loose files', Folder: looseFolder })
  await form.getByRole('button', { name: 'Add connection' }).click()
  await page.getByText(`No manifest of an export was found at ${looseFolder}.`).first().waitFor()
  await page.getByText(/^Action needed\. /).waitFor()
  expect((await get<unknown[]>('/v1/imports')).length).toBe(imports)
})

test('a connection runs now, pauses, resumes, and says what happens to its data when it is deleted', async () => {
  const name = 'Azure to delete'
  clouds.azure.subscriptions.splice(0, Infinity, subscriptionId(9))
  await connectCloud(page, clouds, { ...azurePlan, name })
  const countOf = async (part: string) =>
    JSON.stringify(await get('/v1/resources?type=Volume&limit=100')).split(part).length - 1
  const runs = page.getByRole('region', { name: 'History' }).getByRole('row')
  const before = await runs.count()
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect.poll(() => runs.count()).toBe(before + 1)
  await syncEnd(page).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText(/^Paused\. /).waitFor()
  expect(await page.getByRole('button', { name: 'Sync now' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await syncEnd(page).waitFor()
  expect(await countOf(subscriptionId(9))).toBeGreaterThan(0)

  const deletion = page.getByRole('region', { name: 'Delete' })
  await deletion.getByText('Bills, metrics, statements and the savings ledger stay.').waitFor()
  await deletion.getByRole('button', { name: 'Delete with the inventory' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${name} and its inventory?` })
  await dialog.getByText('Resources on a bill stay.').waitFor()
  expect(await findPageErrors(page, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Delete connection and inventory' }).click()
  await page.getByRole('heading', { level: 1, name: 'Integration Center' }).waitFor()
  expect(await page.getByRole('button', { name: `Open ${name}` }).count()).toBe(0)
  await expect.poll(() => countOf(subscriptionId(9))).toBe(0)

  clouds.azure.subscriptions.splice(0, Infinity, subscriptionId(10))
  await connectCloud(page, clouds, { ...azurePlan, name: 'Azure to keep' })
  await deletion.getByRole('button', { name: 'Delete, keep the inventory' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Azure to keep?' })
  await question.getByText('Resources stay as they were last read.').waitFor()
  await question.getByRole('button', { name: 'Delete connection' }).click()
  await page.getByRole('heading', { level: 1, name: 'Integration Center' }).waitFor()
  expect(await countOf(subscriptionId(10))).toBeGreaterThan(0)
})

test('a card leads to its guide, and the connection fits a phone', async () => {
  const name = 'Kubernetes on a phone'
  await connectCloud(page, clouds, { kind: 'kubernetes', label: 'Kubernetes', name, access: accepted.kubernetes })
  await page.setViewportSize(phone)
  await page.goto('/integrations')
  await waitUntilIdle(page)
  const guide = page.getByRole('link', { name: 'Guide to connect Azure, opens in a new tab' }).first()
  const address = (await guide.getAttribute('href')) ?? ''
  expect(address).toBe('/docs/connect/azure')
  await page.getByRole('button', { name: `Open ${name}` }).click()
  await page.getByRole('region', { name: 'Sync by account and region' }).getByRole('table').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width)
  expect(await findPageErrors(page)).toEqual([])
  await page.goto(address)
  await page.getByRole('heading', { level: 1, name: 'Connect Azure' }).waitFor()
  const picture = page.locator('main .picture img:visible').first()
  await picture.scrollIntoViewIfNeeded()
  const isLoaded = () => picture.evaluate('(image) => image.complete && image.naturalWidth > 0')
  await expect.poll(isLoaded).toBe(true)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width)
  await page.setViewportSize(desktop)
})

/** Another admin, who was invited. */
async function secondPerson(): Promise<Page> {
  const person = newcomer('Ben')
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite user' })
  await dialog.getByLabel('Email').fill(person.email)
  await dialog.getByLabel('Name').fill(person.full_name)
  await dialog.getByLabel('Role').click()
  await page.getByRole('option', { name: /^Admin/ }).click()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText(`Invitation sent to ${person.email}`).waitFor()
  const guest = await newPage()
  await guest.goto(await linkInMail(person.email, /invit/i, kept.mail))
  await guest.getByRole('link', { name: 'Create account' }).click()
  await signUp(guest, person)
  await guest.goto(await linkInMail(person.email, /verify/i, kept.mail))
  await guest.waitForURL(/\/(client|admin)$/)
  return guest
}

test('a recommendation is done now: the exact calls, a second person, and the undo', async () => {
  const volume = `vol-${firstAccount}`
  const aws = {
    ...azurePlan,
    kind: 'aws',
    label: 'AWS',
    signIn: 'Role with external ID',
    access: accepted.awsKeys,
  } as const
  await connectCloud(page, clouds, { ...aws, name: 'AWS to act in' })
  remedied.state.volumes = { [volume]: { type: 'gp2', size: 100, attached: false, tags: {} } }
  const credentials = remedied.credentials.aws as Record<string, string>
  await postData(page, '/v1/remediation/accounts', { provider: 'aws', name: 'Main', account: '', credentials })
  const { organization } = await get<{ organization: { id: string } }>('/v1/me')
  const settings = { actors: 'permitted', approve_above: { amount: '1', currency: 'USD' } }
  await postData(page, `/v1/security/${organization.id}/policies`, { kind: 'approvals', enabled: true, settings })
  const recommendationOf = async () => {
    const all = await get<{ id: string; resource_id: string }[]>('/v1/cost-optimization/recommendations')
    return all.find(({ resource_id }) => resource_id === volume)?.id ?? ''
  }
  await expect.poll(recommendationOf, { timeout: 60_000 }).not.toBe('')
  const path = `/savings?recommendation=${await recommendationOf()}`
  await page.goto(path)
  const section = page.getByRole('region', { name: 'Do it now' })
  await section.getByText('so a second person approves').waitFor()
  await section.getByRole('button', { name: 'Back up and delete the volume' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Dry run. Nothing has changed yet.').waitFor()
  const requests = dialog.getByRole('region', { name: 'Requests' }).getByRole('listitem')
  const planned = (await requests.allTextContents()).map((text) => /Action=(\w+)/.exec(text)?.[1])
  expect(planned).toEqual(['CreateSnapshot', 'DeleteVolume'])
  expect(await findPageErrors(page, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await section.getByText('Waits for a second person.').waitFor()
  expect(remedied.changes).toEqual([])

  const other = await secondPerson()
  await page.goto('/autopilot?tab=approvals')
  await page.getByText('You asked for it, so another person has to decide.').waitFor()
  await other.goto('/autopilot?tab=approvals')
  await other.getByRole('button', { name: 'Approve' }).click()
  await other.getByRole('listitem').filter({ hasText: 'Approved' }).first().waitFor()
  await expect.poll(() => remedied.changes).toEqual(planned)
  expect(remedied.state.volumes).toEqual({})

  await page.goto(path)
  const done = section.getByRole('listitem').filter({ hasText: 'Done' })
  await done.waitFor()
  await section.getByRole('button', { name: 'Undo' }).click()
  await section.getByRole('listitem').filter({ hasText: 'Undone' }).waitFor()
  expect(Object.values(remedied.state.volumes)).toMatchObject([{ type: 'gp2', size: 100 }])
  expect(await findPageErrors(page)).toEqual([])
})

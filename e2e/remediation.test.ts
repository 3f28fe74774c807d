/** A connected account, from the screen: a loop is opened, paused, stopped and put back, in a cloud that answers like the real one. */
import { type EmulatedClouds, emulateClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import { emulatedIds } from '@kept/connectors/remediation/testing/targets.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, pageTimeoutMs } from './browser.ts'
import { type RunningKept, startKept } from './kept.ts'
import { desktop, findPageErrors } from './visit.ts'
import { signInAdmin } from './visitors.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

let clouds: EmulatedClouds
let server: RunningKept
let browser: Browser
let page: Page
beforeAll(async () => {
  clouds = await emulateClouds()
  // An account of one's own is connected: the demo has simulated ones, and takes a minute to be there.
  server = await startKept({ KEPT_PRIVATE_NETWORKS: '127.0.0.0/8', KEPT_DEMO: 'off' })
  browser = await openBrowser()
  // Without transitions, so that a color in between is not taken for the one that is shown.
  const look = { viewport: desktop, locale: 'en-US', reducedMotion: 'reduce' } as const
  const context = await browser.newContext({ baseURL: server.url, ...look })
  context.setDefaultTimeout(pageTimeoutMs)
  await context.addCookies(await signInAdmin(browser, server))
  page = await context.newPage()
  await post('/v1/loops/import?name=traces.json', JSON.stringify({ resourceSpans: runaway(Date.now()) }))
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await clouds?.close()
})

async function post(path: string, data: string): Promise<void> {
  const { csrfToken } = (await (await page.request.get('/api/auth/csrf-token')).json()) as { csrfToken: string }
  const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken, origin: server.url }
  const answer = await page.request.post(path, { data, headers })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
}

/** A function that calls itself a hundred deep, six times a minute, for the eight minutes up to `now`. */
function runaway(now: number) {
  const attributes = [
    { key: 'service.name', value: { stringValue: 'thumbnailer' } },
    { key: 'faas.name', value: { stringValue: 'thumbnailer' } },
    { key: 'cloud.resource_id', value: { stringValue: emulatedIds.lambda_function } },
  ]
  return Array.from({ length: 48 }, (_, runIndex) => {
    const startMs = now - (48 - runIndex) * 10_000
    const spans = Array.from({ length: 100 }, (_of, depth) => {
      const start = BigInt(startMs + depth * 50) * 1_000_000n
      const id = (index: number) => (runIndex * 100 + index + 1).toString(16).padStart(16, '0')
      return {
        traceId: (runIndex + 1).toString(16).padStart(32, '0'),
        spanId: id(depth),
        parentSpanId: depth === 0 ? '' : id(depth - 1),
        ...{ name: 'thumbnailer', kind: 2 },
        startTimeUnixNano: String(start),
        endTimeUnixNano: String(start + 40_000_000n),
      }
    })
    return { resource: { attributes }, scopeSpans: [{ spans }] }
  })
}

test('an admin lets Kept act in an account with its own endpoint', async () => {
  await page.goto('/loops')
  await waitUntilIdle(page)
  await page.getByRole('button', { name: 'Configure', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Remediation', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Add AWS' }).click()
  const form = dialog.getByRole('form', { name: 'Add AWS' })
  const { access_key_id, secret_access_key, endpoint } = clouds.credentials.aws as Record<string, string>
  await form.getByLabel('Name').fill('Main')
  await form.getByLabel('Access key ID').fill(access_key_id ?? '')
  await form.getByLabel('Secret access key').fill(secret_access_key ?? '')
  await form.getByLabel('Endpoint (optional)').fill('http://10.9.8.7')
  await form.getByRole('button', { name: 'Add account' }).click()
  await form.getByRole('alert').getByText('10.9.8.7 is in a private network').waitFor()
  expect(await findPageErrors(page, '[role="dialog"]')).toEqual([])
  await form.getByLabel('Endpoint (optional)').fill(endpoint ?? '')
  await form.getByRole('button', { name: 'Add account' }).click()
  await dialog.getByText(/AWS any account, added by/).waitFor()

  const periods = dialog.getByRole('region', { name: 'Grace periods' })
  await periods.getByLabel('AWS volumes').fill('91')
  await periods.getByRole('button', { name: 'Save grace periods' }).click()
  await periods.getByRole('alert').getByText('Enter 0 to 90 days for AWS volumes.').waitFor()
  await periods.getByLabel('AWS volumes').fill('14')
  await periods.getByRole('button', { name: 'Save grace periods' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const policy = await (await page.request.get('/v1/remediation/policy')).json()
  expect(policy.data.grace_days).toMatchObject({ ebs_volume: 14, managed_disk: 7 })
})

test('a user investigates a loop, sees a dry run, applies it, and undoes it', async () => {
  await page.goto('/loops')
  await waitUntilIdle(page)
  await page.getByRole('button', { name: /^Show details of/ }).click()
  await page.getByRole('button', { name: 'Investigate', exact: true }).click()
  await page.getByRole('region', { name: 'Activity' }).getByText('Investigating').waitFor()
  expect(clouds.state.lambda.reserved).toBe(40)
  const done = page.getByRole('list', { name: 'Actions' }).getByRole('listitem')

  await page.getByRole('button', { name: 'Pause Resource' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Dry run. Nothing has changed yet.').waitFor()
  await dialog.getByText(/reserved concurrency 40/).waitFor()
  expect(await findPageErrors(page, '[role="dialog"]')).toEqual([])
  expect(clouds.changes).toEqual([])
  await dialog.getByRole('button', { name: 'Pause it now' }).click()
  await done.filter({ hasText: 'active' }).waitFor()
  expect(clouds.state.lambda.reserved).toBe(0)
  await done.getByRole('button', { name: 'Undo' }).click()
  await done.filter({ hasText: 'undone' }).first().waitFor()
  await expect.poll(() => clouds.state.lambda.reserved).toBe(40)

  await page.getByRole('button', { name: 'Stop Loop' }).click()
  await dialog.getByRole('button', { name: 'Stop it now' }).click()
  await done.filter({ hasText: 'active' }).waitFor()
  expect(await findPageErrors(page)).toEqual([])
  const changes = clouds.changes.length
  await done.getByRole('button', { name: 'Undo' }).click()
  // "Undoing" comes before the cloud is asked.
  await expect.poll(() => done.filter({ hasText: 'undone' }).count()).toBe(2)
  expect(clouds.changes.length).toBeGreaterThan(changes)
  expect(clouds.state.lambda.reserved).toBe(40)
})

test('an error of the cloud is shown at the action, and the action counts as failed', async () => {
  clouds.refuse(/PUT/, 403)
  await page.getByRole('button', { name: 'Pause Resource' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Pause it now' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(clouds.state.lambda.reserved).toBe(40)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.getByRole('list', { name: 'Actions' }).getByText('active').count()).toBe(0)
})

/** A recommendation becomes a pull request, from the screen: the Terraform text, the diff, the link. GitHub is a double. */
import { type FakeGithub, openGithub } from '@kept/server/remediation/testing/github.ts'
import { idleAddressBill } from '@kept/server/testing/idle-address-bill.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, pageTimeoutMs } from './browser.ts'
import { type RunningKept, startKept } from './kept.ts'
import { desktop, findPageErrors } from './visit.ts'
import { signInAdmin } from './visitors.ts'

const address = 'eipalloc-0123456789abcdef0'
const terraform = `resource "aws_eip" "old" {\n  domain = "vpc"\n}\n\nimport {\n  to = aws_eip.old\n  id = "${address}"\n}\n`

let github: FakeGithub
let server: RunningKept
let browser: Browser
let page: Page
beforeAll(async () => {
  github = await openGithub()
  github.push('main', { 'network/main.tf': terraform, 'README.md': '# Infrastructure\n' })
  server = await startKept({ KEPT_PRIVATE_NETWORKS: '127.0.0.0/8', KEPT_DEMO: 'off' })
  browser = await openBrowser()
  // Without transitions, so that a color in between is not taken for the one that is shown.
  const look = { viewport: desktop, locale: 'en-US', reducedMotion: 'reduce' } as const
  const context = await browser.newContext({ baseURL: server.url, ...look })
  context.setDefaultTimeout(pageTimeoutMs)
  await context.addCookies(await signInAdmin(browser, server))
  page = await context.newPage()
  const upload = await post('/v1/uploads?name=bill.csv', idleAddressBill([address]), 'text/csv')
  await post('/v1/imports', JSON.stringify({ uploads: [upload.id], accept_smaller: true }))
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  github?.close()
})

async function post(path: string, data: string, type = 'application/json'): Promise<{ id: string }> {
  const { csrfToken } = (await (await page.request.get('/api/auth/csrf-token')).json()) as { csrfToken: string }
  const headers = { 'content-type': type, 'x-csrf-token': csrfToken, origin: server.url }
  const answer = await page.request.post(path, { data, headers })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
  return ((await answer.json()) as { data: { id: string } }).data
}

async function firstRecommendation(): Promise<string> {
  const answer = await page.request.get('/v1/cost-optimization/recommendations')
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return data[0]?.id ?? ''
}

test('a recommendation is opened as a pull request', async () => {
  await expect.poll(firstRecommendation, { timeout: 120_000 }).not.toBe('')
  await page.goto(`/savings?recommendation=${await firstRecommendation()}`)
  const section = page.getByRole('region', { name: 'In Terraform' })
  await section.getByText('# Remove this block, and what refers to it.').waitFor()

  // Without a repository, the dialog says where one is connected.
  await section.getByRole('button', { name: 'Open a pull request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pull request: Release the address' })
  await dialog.getByText('No GitHub or GitLab repository is connected.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const schedule = { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true }
  const typed = { kind: 'github', url: github.url, token: 'ghp', repository: 'northwind/infrastructure' }
  await post('/v1/alerts/channels', JSON.stringify({ name: 'Infrastructure', schedule, typed }))
  await page.reload()
  await section.getByRole('button', { name: 'Open a pull request' }).click()
  const diff = dialog.getByRole('region', { name: 'Diff' })
  await diff.getByText('-resource "aws_eip" "old" {').waitFor()
  expect(await dialog.textContent()).toContain('Removes aws_eip.old in network/main.tf, line 1.')
  expect(github.pulls).toEqual([])
  expect(await findPageErrors(page, '[role="dialog"]')).toEqual([])

  await dialog.getByRole('button', { name: 'Open a pull request' }).click()
  const link = dialog.getByRole('link', { name: 'northwind/infrastructure#7' })
  expect(await link.getAttribute('href')).toBe('https://github.com/northwind/infrastructure/pull/7')
  expect(github.pulls.map(({ title }) => title)).toEqual([expect.stringContaining(address)])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await section.getByRole('link', { name: 'northwind/infrastructure#7' }).waitFor()
  expect(await findPageErrors(page)).toEqual([])
})

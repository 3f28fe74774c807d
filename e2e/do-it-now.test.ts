/** What Kept recommends in a connected account is done and undone, with a second person. */

import { type EmulatedClouds, emulateClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import { graceKinds } from '@kept/domain/grace-period.ts'
import { firstAccount } from '@kept/server/sync/testing/small-aws.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendData } from './connect/browser-request.ts'
import { connectCloud } from './connect/connect-cloud.ts'
import { accepted } from './connect/small-clouds.ts'
import { useConnections } from './connect/use-connections.ts'
import { linkInMail } from './mail.ts'
import { invite, newcomer, signUp } from './newcomer.ts'
import { findPageErrors } from './visit.ts'

const connections = useConnections({ KEPT_PRIVATE_NETWORKS: '127.0.0.0/8' })
let remedied: EmulatedClouds
beforeAll(async () => {
  // Kept acts only in the account that the resource is in.
  remedied = await emulateClouds({ awsAccount: firstAccount })
})
afterAll(() => remedied?.close())

/** Another admin, who was invited. */
async function secondPerson(): Promise<Page> {
  const { page, kept } = connections
  const person = newcomer('Ben')
  await page.goto('/admin/users')
  await invite(page, person, /^Admin/)
  const guest = await connections.newPage()
  await guest.goto(await linkInMail(person.email, /invit/i, kept.mail))
  await guest.getByRole('link', { name: 'Create account' }).click()
  await signUp(guest, person)
  await guest.goto(await linkInMail(person.email, /verify/i, kept.mail))
  await guest.waitForURL(/\/(client|admin)$/)
  return guest
}

test('a recommendation is done now: the exact calls, a second person, and the undo', async () => {
  const { page, clouds, get } = connections
  const volume = `vol-${firstAccount}`
  await connectCloud(page, clouds, {
    ...{ kind: 'aws', label: 'AWS', name: 'AWS to act in' },
    ...{ signIn: 'Role with external ID', access: accepted.awsKeys },
  })
  remedied.state.volumes = { [volume]: { type: 'gp2', size: 100, attached: false, tags: {} } }
  const credentials = remedied.credentials.aws as Record<string, string>
  await sendData(page, 'POST', '/v1/remediation/accounts', { provider: 'aws', name: 'Main', account: '', credentials })
  const grace_days = Object.fromEntries(graceKinds.map((kind) => [kind, 0]))
  const policy = { automatic: false, max_step: 'throttle', max_per_hour: 3, grace_days }
  await sendData(page, 'PUT', '/v1/remediation/policy', policy)
  const { organization } = await get<{ organization: { id: string } }>('/v1/me')
  const settings = { actors: 'permitted', approve_above: { amount: '1', currency: 'USD' } }
  await sendData(page, 'POST', `/v1/security/${organization.id}/policies`, {
    kind: 'approvals',
    enabled: true,
    settings,
  })
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
  const requests = dialog.getByRole('region', { name: /^Requests to Main/ }).getByRole('listitem')
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

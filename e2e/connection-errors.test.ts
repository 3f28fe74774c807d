/** Wrong input to connections through the screen: one sentence that says what to do, and nothing stored. */

import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { looseFolder } from './connect/bucket.ts'
import { type CloudPlan, fillFields, openAccess } from './connect/connect-cloud.ts'
import { s3Bucket } from './connect/guide-steps.ts'
import { accepted } from './connect/small-clouds.ts'
import { useConnections } from './connect/use-connections.ts'

const connections = useConnections()

const plans: Record<'aws' | 'azure' | 'kubernetes', CloudPlan> = {
  aws: { kind: 'aws', label: 'AWS', name: 'Refused role', signIn: 'Federation', access: accepted.aws },
  azure: {
    kind: 'azure',
    label: 'Azure',
    name: 'Refused secret',
    signIn: 'Client secret',
    access: accepted.azureKeys,
  },
  kubernetes: { kind: 'kubernetes', label: 'Kubernetes', name: 'Refused token', access: accepted.kubernetes },
}

/** Fills in, sends, and returns what the form answers; nothing may be stored by it. */
async function answerTo(form: Locator, values: Record<string, string>, sentence: RegExp): Promise<void> {
  await fillFields(form, values)
  await form.getByRole('button', { name: /^(Check and sync|Add connection|Continue)$/ }).click()
  await form.getByText(sentence).waitFor()
  expect(await form.getByText(sentence).count()).toBe(1)
}

test('wrong input is answered with one sentence, and nothing is stored', async () => {
  const { page, clouds, kept, get } = connections
  const role = await openAccess(page, clouds, plans.aws)
  await answerTo(role, { 'Role ARN': 'arn:aws:iam::1:user/ana' }, /^Must be the ARN of a role, such as arn:aws:iam/)
  clouds.trust('aws', { issuer: kept.url, subject: 'organization:another' })
  await answerTo(
    role,
    accepted.aws,
    /^AWS did not let Kept assume the role: check .* the subject and the audience of this connection\.$/,
  )
  const secret = await openAccess(page, clouds, plans.azure)
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
  const cluster = await openAccess(page, clouds, plans.kubernetes)
  await answerTo(
    cluster,
    { Token: 'of-yesterday' },
    /^The cluster does not accept the token: it has expired or was deleted\. Create a new one and enter it\.$/,
  )
  const stored = await get<{ name: string; access_method: string | null }[]>('/v1/cloud-connections')
  const methods = Object.fromEntries(stored.map(({ name, access_method }) => [name, access_method]))
  expect(methods).toEqual({ 'Refused role': null, 'Refused secret': null, 'Refused token': null })
})

test('a region that does not exist and a folder without a manifest are named', async () => {
  const { page, get } = connections
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

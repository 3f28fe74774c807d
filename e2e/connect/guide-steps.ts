/** Every step that a guide shows: each cloud with and without keys, buckets, and tools. Pictures are named by their steps. */
import type { Locator, Page } from 'playwright-core'
import { waitUntilIdle } from '../wait-until-idle.ts'
import { bucketFolder } from './bucket.ts'
import { type CloudPlan, connectCloud, openAccess } from './connect-cloud.ts'
import { accepted, bucketKey, type SmallClouds } from './small-clouds.ts'

/** `picture` is "aws-grant". */
type OnPicture = (picture: string, part: Locator) => Promise<void>

/** The recommended sign-in of each cloud, which is shown from the first step to the last. */
const cloudPlans: readonly CloudPlan[] = [
  { kind: 'aws', label: 'AWS', name: 'AWS, Northwind organization', signIn: 'Federation', access: accepted.aws },
  { kind: 'azure', label: 'Azure', name: 'Azure, Northwind tenant', signIn: 'Federation', access: accepted.azure },
  { kind: 'gcp', label: 'Google Cloud', name: 'Google Cloud, Northwind', signIn: 'Federation', access: accepted.gcp },
  { kind: 'oci', label: 'Oracle Cloud', name: 'Oracle Cloud, Northwind', access: accepted.oci },
  { kind: 'kubernetes', label: 'Kubernetes', name: 'Kubernetes, shop cluster', access: accepted.kubernetes },
]

/** With keys: only the steps that differ are shown. */
const keyPlans: readonly CloudPlan[] = [
  { kind: 'aws', label: 'AWS', name: 'AWS, with keys', signIn: 'Role with external ID', access: accepted.awsKeys },
  { kind: 'azure', label: 'Azure', name: 'Azure, with a secret', signIn: 'Client secret', access: accepted.azureKeys },
  { kind: 'gcp', label: 'Google Cloud', name: 'Google Cloud, key file', signIn: 'Key file', access: accepted.gcpKeys },
]

/** Cards of connected clouds offer another one: the plans with keys come first, and stop before they connect. */
export async function takeGuideSteps(page: Page, clouds: SmallClouds, onPicture: OnPicture): Promise<void> {
  for (const plan of keyPlans) {
    const form = await openAccess(page, clouds, plan, async (step, part) => {
      if (step === 'grant') await onPicture(`${plan.kind}-keys-grant`, part)
    })
    await onPicture(`${plan.kind}-keys-access`, form)
  }
  for (const plan of cloudPlans)
    await connectCloud(page, clouds, plan, (step, part) => onPicture(`${plan.kind}-${step}`, part))
  await takeBuckets(page, onPicture)
  await takeChannels(page, onPicture)
  await takeSources(page, onPicture)
}

async function takeBuckets(page: Page, onPicture: OnPicture): Promise<void> {
  const fields = {
    buckets: [
      [
        'Azure Blob Storage',
        'azure',
        { Name: 'Exports of Azure', Folder: 'az://exports/kept/', 'Storage account': 'acmebilling' },
      ],
      ['Google Cloud Storage', 'gcs', { Name: 'Exports of Google Cloud', Folder: 'gs://acme-billing/kept/' }],
      ['Amazon S3 or compatible', 's3', { ...s3Bucket }],
    ],
  } as const
  await page.goto('/integrations')
  await waitUntilIdle(page)
  await page.getByRole('button', { name: 'Connect a bucket' }).click()
  const part = page.getByRole('region', { name: 'Connect a folder of exports' })
  for (const [storage, name, values] of fields.buckets) {
    await choose(page, part, 'Storage', storage)
    for (const [label, value] of Object.entries(values)) await part.getByLabel(label, { exact: true }).fill(value)
    await onPicture(`buckets-${name}`, part)
  }
  await part.getByRole('button', { name: 'Add connection' }).click()
  const months = page.getByRole('region', { name: 'Exports by month' })
  await months.getByRole('img', { name: /^complete/ }).waitFor()
  await onPicture('buckets-units', months)
}

export const s3Bucket = {
  Name: 'Billing exports',
  Folder: bucketFolder,
  Region: 'eu-west-1',
  'Access key ID': bucketKey,
  'Secret access key': 'billing-exports-secret',
} as const

async function takeChannels(page: Page, onPicture: OnPicture): Promise<void> {
  await page.goto('/alerts?tab=channels')
  await waitUntilIdle(page)
  await page.getByRole('button', { name: 'Add channel' }).click()
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Save channel' }) })
  for (const [type, name] of [
    ['Slack', 'slack'],
    ['Microsoft Teams', 'teams'],
    ['Jira', 'jira'],
    ['GitHub', 'github'],
    ['Webhook', 'webhook'],
  ] as const) {
    await choose(page, form, 'Type', type)
    await form.getByLabel('Name', { exact: true }).fill('Cloud costs')
    await onPicture(`tools-${name}`, form)
  }
}

async function takeSources(page: Page, onPicture: OnPicture): Promise<void> {
  await page.goto('/behavior/setup?tab=sources')
  await waitUntilIdle(page)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const hook = page.getByRole('form', { name: 'New webhook' })
  await hook.getByLabel('Source name').fill('northwind/shop')
  await onPicture('tools-activity', hook)
  await page.goto('/settings?tab=api-keys')
  await waitUntilIdle(page)
  await page.getByRole('button', { name: 'Create API key' }).click()
  const key = page.locator('form').filter({ has: page.getByRole('button', { name: 'Create key' }) })
  await key.getByLabel('Name', { exact: true }).fill('OpenTelemetry collector')
  await key.getByRole('checkbox', { name: 'costs:read', exact: true }).uncheck()
  await key.getByRole('checkbox', { name: 'telemetry:write', exact: true }).check()
  await onPicture('tools-telemetry', key)
}

async function choose(page: Page, part: Locator, label: string, option: string): Promise<void> {
  await part.getByLabel(label, { exact: true }).click()
  await page.getByRole('option', { name: option, exact: false }).first().click()
}

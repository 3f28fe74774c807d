/** Connects a cloud or a bucket as a person does, step by step. The pictures of the guides are taken at the same steps. */
import { type CloudKind, cloudKinds } from '@kept/domain/connection-kind.ts'
import type { Locator, Page } from 'playwright-core'
import { waitUntilIdle } from '../wait-until-idle.ts'
import { getData } from './browser-request.ts'
import type { SmallClouds } from './small-clouds.ts'

/** Called when a step is complete on the screen; `part` is what the step is about. */
type OnStep = (step: string, part: Locator) => Promise<void>

export interface CloudPlan {
  kind: CloudKind
  /** As the card names the cloud. */
  label: string
  name: string
  /** The choice of the sign-in, where there are several. */
  signIn?: string
  /** Values by the labels of their fields. */
  access: Readonly<Record<string, string>>
}

const noStep: OnStep = async () => undefined

/** The screen asks for no address of a cloud: the one of ours is added to what the browser sends. */
export async function useEndpoints(page: Page, { endpoints }: Pick<SmallClouds, 'endpoints'>): Promise<void> {
  const kinds: readonly string[] = [...cloudKinds, 's3']
  await page.route('**/v1/connections', async (route) => {
    const sent: unknown = route.request().method() === 'POST' ? route.request().postDataJSON() : undefined
    const kind = sent instanceof Object && 'kind' in sent ? String(sent.kind) : ''
    if (!kinds.includes(kind)) return route.continue()
    const endpoint = Object.entries(endpoints).find(([key]) => key === kind)?.[1]
    return route.continue({ postData: JSON.stringify({ ...(sent as object), endpoint }) })
  })
}

/** From the card to the form of the credentials, which is filled in. */
export async function openAccess(
  page: Page,
  clouds: SmallClouds,
  { kind, label, name, signIn, access }: CloudPlan,
  onStep: OnStep = noStep,
): Promise<Locator> {
  await page.goto('/integrations')
  await waitUntilIdle(page)
  await page.getByRole('button', { name: `Connect ${label}`, exact: true }).click()
  const naming = page.getByRole('region', { name: `Connect ${label}` })
  await naming.getByLabel('Name').fill(name)
  await onStep('name', naming)
  await naming.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  if (signIn) await page.getByRole('radio', { name: signIn, exact: true }).click()
  const grant = page.getByRole('region', { name: /^1\. / })
  await grant.waitFor()
  await setUpCloud(page, clouds, kind)
  await onStep('grant', grant)
  const form = page.getByRole('region', { name: /^2\. / })
  await fillFields(form, access)
  return form
}

/** What the template or script of the first step does in the cloud. */
async function setUpCloud(page: Page, clouds: SmallClouds, kind: CloudKind): Promise<void> {
  const id = new URL(page.url()).searchParams.get('connection')
  const data = await getData<Setup>(page, `/v1/cloud-connections/${id}/setup`)
  if (kind === 'aws') clouds.setExternalId(data.external_id)
  if (data.federation && (kind === 'aws' || kind === 'azure' || kind === 'gcp')) clouds.trust(kind, data.federation)
}

interface Setup {
  external_id: string
  federation: { issuer: string; subject: string } | null
}

export async function fillFields(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value)
}

/** Enters the credentials; the permissions tick, and the first sync runs until each unit is complete. */
export async function connectCloud(
  page: Page,
  clouds: SmallClouds,
  plan: CloudPlan,
  onStep: OnStep = noStep,
): Promise<void> {
  const form = await openAccess(page, clouds, plan, onStep)
  await onStep('access', form)
  await form.getByRole('button', { name: 'Check and sync' }).click()
  const permissions = page.getByRole('region', { name: 'Permissions' })
  // The lines come one by one; the first sync begins when all of them are there.
  await permissions.getByRole('listitem').first().waitFor()
  const units = page.getByRole('region', { name: 'Sync by account and region' })
  await units.getByRole('table').waitFor()
  await syncEnd(page).waitFor()
  await units
    .getByRole('img', { name: /^(running|checking|not read yet)/ })
    .first()
    .waitFor({ state: 'detached' })
  await onStep('permissions', permissions)
  await onStep('units', units)
}

/** The state under the heading, once the sync has ended. */
export function syncEnd(page: Page): Locator {
  return page.getByText(/^Connected\. \d/)
}

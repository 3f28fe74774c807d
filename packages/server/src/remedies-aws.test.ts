/** Every remedy of AWS that a recommendation uses: planned, applied, verified and reverted, against moto. */
import { remedyFor } from '@kept/connectors/remediation/remedies.ts'
import type { RemediationKind, RemediationOrder, RemediationReceipt } from '@kept/domain/remediation.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasMoto, type Moto, startMoto } from './sync/testing/moto.ts'
import { account, type OwnedAws, ownedAws, region } from './testing/owned-aws.ts'

const ec2 = '2016-11-15'

interface Case {
  name: string
  kind: RemediationKind
  order: Omit<RemediationOrder, 'target'>
  /** Makes the resource; returns its id. */
  create(aws: OwnedAws): Promise<string>
}

const element = (xml: string, name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1] ?? ''

async function createVolume(aws: OwnedAws): Promise<string> {
  const answer = await aws.query('ec2', ec2, 'CreateVolume', {
    AvailabilityZone: `${region}a`,
    Size: '200',
    VolumeType: 'gp2',
    'TagSpecification.1.ResourceType': 'volume',
    'TagSpecification.1.Tag.1.Key': 'Name',
    'TagSpecification.1.Tag.1.Value': 'old & "unused"',
  })
  return element(answer, 'volumeId')
}

const cases: Case[] = [
  { name: 'an unattached volume', kind: 'ebs_volume', order: { step: 'delete' }, create: createVolume },
  { name: 'a gp2 volume', kind: 'ebs_volume', order: { step: 'resize', setting: 'gp3' }, create: createVolume },
]

describe.skipIf(!hasMoto)('remedies of AWS', () => {
  let moto: Moto
  let aws: OwnedAws
  beforeAll(async () => {
    moto = await startMoto()
    aws = ownedAws(moto)
  }, 60_000)
  afterAll(() => moto?.stop())

  it.each(cases)('$order.step $name: plan, apply, verify, revert', async ({ kind, order: partial, create }) => {
    const id = await create(aws)
    const order: RemediationOrder = {
      ...partial,
      target: { provider: 'aws', kind, id, name: 'it', region, account, tags: {} },
    }
    const remedy = remedyFor(kind, order.step)
    const port = await aws.portWith(remedy.permissions)
    const plan = await port.plan(order)
    expect(plan.requests.length).toBeGreaterThan(0)
    expect((await port.plan(order)).before).toEqual(plan.before)
    const receipt = asStored(await port.apply(plan, '2026-06-10T09:00:00Z'))
    expect(await port.verify(receipt)).toMatchObject({ verified: true })
    // Done already: only the receipt was lost.
    await port.apply(plan, '2026-06-10T09:00:00Z')
    expect(await port.revert(receipt)).toMatchObject({ undone: true })
    expect((await port.plan(order)).before).toEqual(plan.before)
    expect(await port.revert(receipt)).toMatchObject({ undone: true, message: expect.stringContaining('already') })
  })
})

/** As it is read from a database. */
function asStored(receipt: RemediationReceipt): RemediationReceipt {
  return JSON.parse(JSON.stringify(receipt))
}

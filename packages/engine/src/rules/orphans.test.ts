/** Rules about what an inventory shows to belong to nothing. */
import type { InventoryRow, ResourceUse } from '@kept/domain/facts.ts'
import { describe, expect, it } from 'vitest'
import { evaluateAlone, item, recommendationsOf, use } from '../testing/facts.ts'
import type { Rule } from './define-rule.ts'
import { emptyAppPlan } from './empty-app-plan.ts'
import { loadBalancerWithoutBackends } from './load-balancer-without-backends.ts'
import { logRetentionMissing } from './log-retention-missing.ts'
import { orphanedSnapshot } from './orphaned-snapshot.ts'
import { stoppedButBilled } from './stopped-but-billed.ts'
import { stoppedInstanceDisks } from './stopped-instance-disks.ts'
import { unassociatedAddress } from './unassociated-address.ts'
import { unattachedVolume } from './unattached-volume.ts'
import { unusedImage } from './unused-image.ts'

interface OrphanCase {
  rule: Rule
  usage: Partial<ResourceUse>
  orphan: Partial<InventoryRow>
  /** The same thing, in use. */
  inUse: Partial<InventoryRow>[]
  saving: string
  otherItems?: InventoryRow[]
}

const attached = [{ kind: 'attached_to' as const, resource_id: 'i-1' }]
const stoppedMachine = item({ resource_id: 'i-1', name: 'old', state: 'stopped', state_since: '2026-05-01' })
const cases: OrphanCase[] = [
  {
    rule: unattachedVolume,
    usage: { meter: 'EBS:VolumeUsage.gp3', pricing_unit: 'GB-Mo' },
    orphan: { state: 'available', state_since: '2026-06-01' },
    inUse: [{ state: 'in-use', relations: attached }, { state: 'available', state_since: '2026-06-28' }, { state: '' }],
    saving: '75',
  },
  {
    rule: unattachedVolume,
    usage: { provider: 'Oracle', meter: 'Block Volume - Storage', pricing_unit: 'GB Months' },
    orphan: { state: 'unattached' },
    inUse: [{ state: 'attached', relations: attached }],
    saving: '75',
  },
  {
    rule: loadBalancerWithoutBackends,
    usage: { provider: 'Oracle', meter: 'Load Balancer Base', pricing_unit: 'Load Balancer Hours' },
    orphan: { attributes: { backends: '0' } },
    inUse: [{ attributes: { backends: '1' } }],
    saving: '100',
  },
  {
    rule: unassociatedAddress,
    usage: { provider: 'Microsoft', meter: 'Standard IPv4 Static Public IP' },
    orphan: { state: 'unassociated' },
    inUse: [{ state: 'associated', relations: attached }, { state: 'associated' }],
    saving: '100',
  },
  {
    rule: loadBalancerWithoutBackends,
    usage: { service: 'Elastic Load Balancing', meter: 'LoadBalancerUsage' },
    orphan: { attributes: { backends: '0' } },
    inUse: [
      { attributes: { backends: '2' } },
      {},
      { attributes: { backends: '0' }, related: [{ kind: 'behind', resource_id: 'i-1' }] },
    ],
    saving: '100',
  },
  {
    rule: loadBalancerWithoutBackends,
    usage: { service: 'Elastic Load Balancing', meter: 'LoadBalancerUsage' },
    orphan: { attributes: { kind: 'application', backends: '0', answers_itself: 'false' } },
    inUse: [
      { attributes: { kind: 'application', backends: '0', answers_itself: 'true' } },
      // Its listeners may not be read: that is no evidence that it serves nothing.
      { attributes: { kind: 'application', backends: '0', answers_itself: 'unknown' } },
    ],
    saving: '100',
  },
  {
    rule: emptyAppPlan,
    usage: { provider: 'Microsoft', service: 'Azure App Service', meter: 'P1 v3 App' },
    orphan: { attributes: { apps: '0' } },
    inUse: [{ attributes: { apps: '3' } }, {}],
    saving: '100',
  },
  {
    rule: stoppedButBilled,
    usage: { provider: 'Microsoft', service: 'Virtual Machines', meter: 'D4s v5', instance_type: 'Standard_D4s_v5' },
    orphan: { state: 'vm stopped', state_since: '2026-06-10' },
    inUse: [{ state: 'running' }, { state: 'vm deallocated' }],
    saving: '100',
  },
  {
    rule: stoppedInstanceDisks,
    usage: { meter: 'EBS:VolumeUsage.gp3', pricing_unit: 'GB-Mo' },
    orphan: { state: 'in-use', relations: attached },
    inUse: [{ state: 'in-use', relations: [{ kind: 'attached_to', resource_id: 'i-2' }] }, { state: 'in-use' }],
    saving: '70',
    otherItems: [stoppedMachine, item({ resource_id: 'i-2', state: 'stopped', state_since: '2026-06-20' })],
  },
  {
    rule: orphanedSnapshot,
    usage: { meter: 'EBS:SnapshotUsage', pricing_unit: 'GB-Mo' },
    orphan: { attributes: { source_volume: 'vol-gone' }, created_on: '2026-01-01' },
    inUse: [
      { attributes: { source_volume: 'vol-gone' }, created_on: '2026-06-01' },
      { attributes: { source_volume: 'i-1' }, created_on: '2026-01-01' },
      { created_on: '2026-01-01' },
      {
        attributes: { source_volume: 'vol-gone' },
        created_on: '2026-01-01',
        related: [{ kind: 'member_of', resource_id: 'ami-1' }],
      },
    ],
    saving: '100',
    otherItems: [stoppedMachine],
  },
  {
    rule: unusedImage,
    usage: {
      service: 'Amazon EC2 Container Registry (ECR)',
      meter: 'TimedStorage-ByteHrs',
      description: 'ECR storage',
      pricing_unit: 'GB-Mo',
    },
    orphan: { created_on: '2026-01-01' },
    inUse: [
      { created_on: '2026-01-01', attributes: { last_used: '2026-06-20T00:00:00Z' } },
      {},
      { created_on: '2026-06-20' },
    ],
    saving: '100',
  },
  {
    rule: logRetentionMissing,
    usage: { service: 'AmazonCloudWatch', meter: 'TimedStorage-ByteHrs', pricing_unit: 'GB-Mo' },
    orphan: { attributes: { retention_days: 'never' } },
    inUse: [{ attributes: { retention_days: '30' } }, {}],
    saving: '60',
  },
]

describe('an image of AWS, which bills as its snapshots', () => {
  const snapshot = (name: string) => `arn:aws:ec2:us-east-1:222222222222:snapshot/${name}`
  const image = { resource_id: 'arn:aws:ec2:us-east-1:222222222222:image/ami-1', name: 'web', type: 'Image' }
  const usedBy = (resource_id: string) => ({ kind: 'uses' as const, resource_id })
  const snapshots = ['snap-1', 'snap-2'].map((name) =>
    item({
      resource_id: snapshot(name),
      type: 'Snapshot',
      created_on: '2025-01-01',
      attributes: { source_volume: 'vol-gone' },
      related: [usedBy(image.resource_id)],
    }),
  )
  const bill = snapshots.map(({ resource_id }) =>
    use({ resource_id, meter: 'EBS:SnapshotUsage', pricing_unit: 'GB-Mo', effective: '20' }),
  )
  const unused = item({ ...image, created_on: '2025-01-01', attributes: { last_used: '2026-01-01T00:00:00Z' } })
  const recommend = (rule: Rule, ...inventory: InventoryRow[]) =>
    recommendationsOf(rule, { resource_usage: bill, inventory })

  it('is recommended once, with what its snapshots cost together', () => {
    expect(recommend(unusedImage, ...snapshots, unused)).toMatchObject([
      { resource_id: image.resource_id, resource_name: 'web', monthly_cost: '40', monthly_savings: '40' },
    ])
  })
  it('keeps its snapshots from being called orphans, although their volume is gone', () => {
    expect(recommend(orphanedSnapshot, ...snapshots, unused)).toEqual([])
  })
  it('is left alone while an instance runs from it, while it was used lately, and when it shares a snapshot', () => {
    const running = { ...unused, related: [usedBy('i-1')] }
    const lately = { ...unused, attributes: { last_used: '2026-06-20T00:00:00Z' } }
    expect(recommend(unusedImage, ...snapshots, running)).toEqual([])
    expect(recommend(unusedImage, ...snapshots, lately)).toEqual([])
    const shared = snapshots.map((row) => ({ ...row, related: [...row.related, usedBy('ami-2')] }))
    expect(recommend(unusedImage, ...shared, unused)).toEqual([])
  })
})

describe.each(cases.map((orphanCase) => [orphanCase.rule.id, orphanCase] as const))(
  '%s',
  (_, { rule, usage, orphan, inUse, saving, otherItems = [] }) => {
    const recommend = (overrides: Partial<InventoryRow>) =>
      recommendationsOf(rule, {
        resource_usage: [use({ effective: '100', ...usage })],
        inventory: [item(overrides), ...otherItems],
      })
    it('finds the orphan, with what of its cost comes back', () => {
      expect(recommend(orphan)).toMatchObject([{ monthly_cost: '100', monthly_savings: saving }])
    })
    it('leaves alone what is in use, is too young, or is not said to be an orphan', () => {
      for (const overrides of inUse) expect([overrides, recommend(overrides)]).toEqual([overrides, []])
    })
    it('does not take silence of the inventory for an orphan', () => {
      const { recommendations, outcomes } = evaluateAlone(rule, {
        resource_usage: [use({ effective: '100', ...usage })],
        inventory: [item({ resource_id: 'another' })],
      })
      expect(recommendations).toEqual([])
      expect(outcomes[0]?.skip_reasons[0]).toMatch(/^Needs an inventory entry \(1 of 1 .+ have none\)\.$/)
    })
  },
)

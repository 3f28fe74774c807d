/** Rules about what an inventory shows to belong to nothing. */
import type { InventoryRow, ResourceUse } from '@kept/domain/facts.ts'
import { describe, expect, it } from 'vitest'
import { findingsOf, item, judgeAlone, use } from '../testing/facts.ts'
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
  thing: Partial<ResourceUse>
  orphan: Partial<InventoryRow>
  /** The same thing, in use. */
  kept: Partial<InventoryRow>[]
  saving: string
  beside?: InventoryRow[]
}

const attached = [{ kind: 'attached_to' as const, resource_id: 'i-1' }]
const stoppedMachine = item({ resource_id: 'i-1', name: 'old', state: 'stopped', state_since: '2026-05-01' })
const cases: OrphanCase[] = [
  {
    rule: unattachedVolume,
    thing: { meter: 'EBS:VolumeUsage.gp3', pricing_unit: 'GB-Mo' },
    orphan: { state: 'available', state_since: '2026-06-01' },
    kept: [{ state: 'in-use', relations: attached }, { state: 'available', state_since: '2026-06-28' }, { state: '' }],
    saving: '75',
  },
  {
    rule: unassociatedAddress,
    thing: { provider: 'Microsoft', meter: 'Standard IPv4 Static Public IP' },
    orphan: { state: 'unassociated' },
    kept: [{ state: 'associated', relations: attached }, { state: 'associated' }],
    saving: '100',
  },
  {
    rule: loadBalancerWithoutBackends,
    thing: { service: 'Elastic Load Balancing', meter: 'LoadBalancerUsage' },
    orphan: { attributes: { backends: '0' } },
    kept: [
      { attributes: { backends: '2' } },
      {},
      { attributes: { backends: '0' }, related: [{ kind: 'behind', resource_id: 'i-1' }] },
    ],
    saving: '100',
  },
  {
    rule: emptyAppPlan,
    thing: { provider: 'Microsoft', service: 'Azure App Service', meter: 'P1 v3 App' },
    orphan: { attributes: { apps: '0' } },
    kept: [{ attributes: { apps: '3' } }, {}],
    saving: '100',
  },
  {
    rule: stoppedButBilled,
    thing: { provider: 'Microsoft', service: 'Virtual Machines', meter: 'D4s v5', instance_type: 'Standard_D4s_v5' },
    orphan: { state: 'vm stopped', state_since: '2026-06-10' },
    kept: [{ state: 'running' }, { state: 'vm deallocated' }],
    saving: '100',
  },
  {
    rule: stoppedInstanceDisks,
    thing: { meter: 'EBS:VolumeUsage.gp3', pricing_unit: 'GB-Mo' },
    orphan: { state: 'in-use', relations: attached },
    kept: [{ state: 'in-use', relations: [{ kind: 'attached_to', resource_id: 'i-2' }] }, { state: 'in-use' }],
    saving: '70',
    beside: [stoppedMachine, item({ resource_id: 'i-2', state: 'stopped', state_since: '2026-06-20' })],
  },
  {
    rule: orphanedSnapshot,
    thing: { meter: 'EBS:SnapshotUsage', pricing_unit: 'GB-Mo' },
    orphan: { attributes: { source_volume: 'vol-gone' }, created_on: '2026-01-01' },
    kept: [
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
    beside: [stoppedMachine],
  },
  {
    rule: unusedImage,
    thing: {
      service: 'Amazon EC2 Container Registry (ECR)',
      meter: 'TimedStorage-ByteHrs',
      description: 'ECR storage',
      pricing_unit: 'GB-Mo',
    },
    orphan: { created_on: '2026-01-01' },
    kept: [
      { created_on: '2026-01-01', attributes: { last_used: '2026-06-20T00:00:00Z' } },
      {},
      { created_on: '2026-06-20' },
    ],
    saving: '100',
  },
  {
    rule: logRetentionMissing,
    thing: { service: 'AmazonCloudWatch', meter: 'TimedStorage-ByteHrs', pricing_unit: 'GB-Mo' },
    orphan: { attributes: { retention_days: 'never' } },
    kept: [{ attributes: { retention_days: '30' } }, {}],
    saving: '60',
  },
]

describe.each(cases.map((one) => [one.rule.id, one] as const))(
  '%s',
  (_, { rule, thing, orphan, kept, saving, beside = [] }) => {
    const found = (own: Partial<InventoryRow>) =>
      findingsOf(rule, { resource_use: [use({ effective: '100', ...thing })], inventory: [item(own), ...beside] })
    it('finds the orphan, with what of its cost comes back', () => {
      expect(found(orphan)).toMatchObject([{ monthly_cost: '100', monthly_saving: saving }])
    })
    it('leaves alone what is in use, is too young, or is not said to be an orphan', () => {
      for (const own of kept) expect([own, found(own)]).toEqual([own, []])
    })
    it('does not take silence of the inventory for an orphan', () => {
      const { findings, outcomes } = judgeAlone(rule, {
        resource_use: [use({ effective: '100', ...thing })],
        inventory: [item({ resource_id: 'another' })],
      })
      expect(findings).toEqual([])
      expect(outcomes[0]?.why_not[0]).toMatch(/^The inventory lacks 1 of 1 .+\.$/)
    })
  },
)

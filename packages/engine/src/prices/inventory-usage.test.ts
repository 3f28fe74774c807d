import type { UnbilledResource } from '@kept/domain/facts.ts'
import { describe, expect, it } from 'vitest'
import { idleLoadBalancer } from '../rules/idle-load-balancer.ts'
import { idleNatGateway } from '../rules/idle-nat-gateway.ts'
import { evaluateAlone } from '../testing/facts.ts'
import { usageFromInventory } from './inventory-usage.ts'

const window = { from: '2026-10-24', to: '2026-11-23', days: 30, daysWithCharges: 30 }

const resource = (change: Partial<UnbilledResource>): UnbilledResource => ({
  provider: 'AWS',
  resource_id: 'vol-1',
  name: '',
  type: 'Volume',
  size: '',
  state: 'available',
  service: 'Amazon Elastic Compute Cloud',
  region: 'eu-west-1',
  billing_account_id: '',
  sub_account_id: '1',
  sub_account_name: '',
  tags: {},
  attributes: {},
  created_on: '2026-01-01',
  ...change,
})

describe('usageFromInventory', () => {
  it('prices a disk of Azure as its next larger tier', () => {
    const disk = (attributes: Record<string, string>) =>
      usageFromInventory([resource({ provider: 'Microsoft', attributes })], [], window)
    expect(disk({ volume_type: 'Premium_LRS', size_gb: '100' })).toMatchObject([
      { effective: '19.71', meter: 'P10 LRS Disk' },
    ])
    expect(disk({ volume_type: 'UltraSSD_LRS', size_gb: '100' })).toEqual([])
  })

  it('prices a disk and an unused address of Google Cloud', () => {
    const usageWith = (change: Partial<UnbilledResource>) =>
      usageFromInventory([resource({ provider: 'Google Cloud', ...change })], [], window)
    expect(usageWith({ attributes: { volume_type: 'pd-ssd', size_gb: '100' } })).toMatchObject([{ effective: '17' }])
    expect(usageWith({ type: 'Public IP address', state: 'reserved' })).toMatchObject([{ effective: '7.2' }])
  })

  it('prices volumes and instances of Oracle Cloud, and nothing of which a part is free', () => {
    const usageWith = (change: Partial<UnbilledResource>) =>
      usageFromInventory([resource({ provider: 'Oracle', ...change })], [], window).map(
        ({ meter, effective }) => `${meter} ${effective}`,
      )
    expect(usageWith({ attributes: { size_gb: '200', vpus_per_gb: '10' } })).toEqual(['Block Volume - Storage 8.5'])
    expect(usageWith({ attributes: { size_gb: '200', vpus_per_gb: '0' } })).toEqual(['Block Volume - Storage 5.1'])
    const flex = { type: 'Instance', size: 'VM.Standard.E4.Flex', attributes: { ocpus: '2', memory_gb: '16' } }
    expect(usageWith({ ...flex, state: 'running' })).toEqual(['Standard - E4 53.28'])
    expect(usageWith({ ...flex, state: 'stopped' })).toEqual([])
    expect(usageWith({ ...flex, state: 'running', size: 'VM.Standard.A1.Flex' })).toEqual([])
    for (const type of ['Load balancer', 'Public IP address']) expect(usageWith({ type })).toEqual([])
  })

  it('prices the running tasks of Fargate by CPU and memory, and none of Spot or of machines of one’s own', () => {
    const usageWith = (attributes: Record<string, string>) =>
      usageFromInventory([resource({ type: 'Container service', size: '512-1024', attributes })], [], window).map(
        ({ meter, quantity, effective }) => `${meter} ${quantity} ${effective}`,
      )
    const two = { running_count: '2', launch_type: 'FARGATE' }
    expect(usageWith(two)).toEqual(['Fargate-vCPU-Hours:perCPU 720 29.1456', 'Fargate-GB-Hours 1440 6.4008'])
    expect(usageWith({ ...two, architecture: 'ARM64' })).toEqual([
      'Fargate-ARM-vCPU-Hours:perCPU 720 23.3136',
      'Fargate-ARM-GB-Hours 1440 5.1264',
    ])
    const unpriced: Record<string, string>[] = [
      { ...two, running_count: '0' },
      { ...two, launch_type: 'EC2' },
      { running_count: '2', capacity_providers: 'FARGATE FARGATE_SPOT' },
    ]
    for (const attributes of unpriced) expect(usageWith(attributes)).toEqual([])
  })

  it('takes nothing for idle whose work no bill shows', () => {
    const attributes = { kind: 'application' }
    const usage = usageFromInventory(
      [
        resource({ type: 'Load balancer', resource_id: 'lb-1', attributes }),
        resource({ type: 'NAT gateway', resource_id: 'nat-1', attributes }),
      ],
      [],
      window,
    )
    expect(usage).toHaveLength(2)
    for (const rule of [idleLoadBalancer, idleNatGateway])
      expect(evaluateAlone(rule, { resource_usage: usage }, window).recommendations, rule.id).toEqual([])
  })

  it('prices a volume by its size and type', () => {
    const [usage] = usageFromInventory([resource({ attributes: { volume_type: 'gp2', size_gb: '100' } })], [], window)
    expect(usage).toMatchObject({ effective: '10', meter: 'EBS:VolumeUsage.gp2', quantity: '100', days: 30 })
  })

  it('prices a running instance, and neither a stopped one nor Spot', () => {
    const prices = [
      {
        source: 'public_list' as const,
        provider: 'aws',
        currency: 'USD',
        region: 'us-east-1',
        sku_price_id: '',
        instance_type: 'm5.large',
        meter: '',
        description: '',
        pricing_unit: 'Hours',
        price: '0.096',
        vcpus: 2,
        memory_gib: 8,
        source_description: '',
      },
    ]
    const instance = (change: Partial<UnbilledResource>) =>
      resource({ type: 'Instance', size: 'm5.large', state: 'running', ...change })
    expect(usageFromInventory([instance({})], prices, window)).toMatchObject([{ effective: '69.12' }])
    expect(usageFromInventory([instance({ state: 'stopped' })], prices, window)).toEqual([])
    expect(usageFromInventory([instance({ attributes: { lifecycle: 'spot' } })], prices, window)).toEqual([])
  })

  it('leaves out what has no known price or size', () => {
    const unknown = [
      resource({ attributes: { volume_type: 'gp9', size_gb: '100' } }),
      resource({ attributes: { volume_type: 'gp2' } }),
      resource({ type: 'Bucket' }),
      resource({ provider: 'Microsoft', attributes: { volume_type: 'gp2', size_gb: '1' } }),
    ]
    expect(usageFromInventory(unknown, [], window)).toEqual([])
  })

  it('counts the days of a young resource, at its full monthly cost', () => {
    const young = resource({ attributes: { volume_type: 'gp3', size_gb: '10' }, created_on: '2026-11-22' })
    expect(usageFromInventory([young], [], window)).toMatchObject([{ days: 1, effective: '0.8' }])
  })
})

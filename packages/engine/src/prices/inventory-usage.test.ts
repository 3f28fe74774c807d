import type { UnbilledResource } from '@kept/domain/facts.ts'
import type { StoredListPrice } from '@kept/domain/list-price.ts'
import { describe, expect, it } from 'vitest'
import { idleLoadBalancer } from '../rules/idle-load-balancer.ts'
import { idleNatGateway } from '../rules/idle-nat-gateway.ts'
import { evaluateAlone } from '../testing/facts.ts'
import { unbilledResource as resource } from '../testing/unbilled-resource.ts'
import { productsOf, usageFromInventory } from './inventory-usage.ts'

const builtIn = { unit: [], listed: [] }
const window = { from: '2026-10-24', to: '2026-11-23', days: 30, daysWithCharges: 30 }

describe('usageFromInventory', () => {
  it('prices a disk of Azure as its next larger tier', () => {
    const disk = (attributes: Record<string, string>) =>
      usageFromInventory([resource({ provider: 'Microsoft', attributes })], builtIn, window)
    expect(disk({ volume_type: 'Premium_LRS', size_gb: '100' })).toMatchObject([
      { effective: '19.71', meter: 'P10 LRS Disk' },
    ])
    expect(disk({ volume_type: 'UltraSSD_LRS', size_gb: '100' })).toEqual([])
  })

  it('prices a disk and an unused address of Google Cloud', () => {
    const usageWith = (change: Partial<UnbilledResource>) =>
      usageFromInventory([resource({ provider: 'Google Cloud', ...change })], builtIn, window)
    expect(usageWith({ attributes: { volume_type: 'pd-ssd', size_gb: '100' } })).toMatchObject([{ effective: '17' }])
    expect(usageWith({ type: 'Public IP address', state: 'reserved' })).toMatchObject([{ effective: '7.2' }])
  })

  it('prices volumes and instances of Oracle Cloud, and nothing of which a part is free', () => {
    const usageWith = (change: Partial<UnbilledResource>) =>
      usageFromInventory([resource({ provider: 'Oracle', ...change })], builtIn, window).map(
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
      usageFromInventory([resource({ type: 'Container service', size: '512-1024', attributes })], builtIn, window).map(
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
      builtIn,
      window,
    )
    expect(usage).toHaveLength(2)
    for (const rule of [idleLoadBalancer, idleNatGateway])
      expect(evaluateAlone(rule, { resource_usage: usage }, window).recommendations, rule.id).toEqual([])
  })

  it('prices a volume by its size and type', () => {
    const [usage] = usageFromInventory(
      [resource({ attributes: { volume_type: 'gp2', size_gb: '100' } })],
      builtIn,
      window,
    )
    expect(usage).toMatchObject({ effective: '10', meter: 'EBS:VolumeUsage.gp2', quantity: '100', days: 30 })
  })

  it('prices a running instance, and neither a stopped one nor Spot', () => {
    const unit = [
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
    expect(usageFromInventory([instance({})], { unit, listed: [] }, window)).toMatchObject([{ effective: '69.12' }])
    expect(usageFromInventory([instance({ state: 'stopped' })], { unit, listed: [] }, window)).toEqual([])
    expect(usageFromInventory([instance({ attributes: { lifecycle: 'spot' } })], { unit, listed: [] }, window)).toEqual(
      [],
    )
  })

  it('leaves out what has no known price or size', () => {
    const unknown = [
      resource({ attributes: { volume_type: 'gp9', size_gb: '100' } }),
      resource({ attributes: { volume_type: 'gp2' } }),
      resource({ type: 'Bucket' }),
      resource({ provider: 'Microsoft', attributes: { volume_type: 'gp2', size_gb: '1' } }),
    ]
    expect(usageFromInventory(unknown, builtIn, window)).toEqual([])
  })

  it('counts the days of a young resource, at its full monthly cost', () => {
    const young = resource({ attributes: { volume_type: 'gp3', size_gb: '10' }, created_on: '2026-11-22' })
    expect(usageFromInventory([young], builtIn, window)).toMatchObject([{ days: 1, effective: '0.8' }])
  })

  describe('with list prices that a connection read', () => {
    const listed = (change: Partial<StoredListPrice>): StoredListPrice => ({
      ...{ provider: 'aws', region: 'eu-west-1', kind: 'volume', type: 'gp2', variant: '', sku: 'SKU1' },
      ...{ price: '0.11', unit: 'GB-Mo', currency: 'USD', price_list: 'AWS Price List' },
      effective_at: '2026-11-01T00:00:00Z',
      read_at: '2026-11-20T08:00:00.000Z',
      ...change,
    })
    const volume = resource({ attributes: { volume_type: 'gp2', size_gb: '100' } })
    const usageAt = (prices: StoredListPrice[], item = volume) =>
      usageFromInventory([item], { unit: [], listed: prices }, window)

    it('takes the price of the region over the one that Kept brings along, and names its source', () => {
      expect(usageAt([listed({})])).toMatchObject([
        {
          ...{ effective: '11', currency: 'USD' },
          price_source: 'AWS Price List: gp2 in eu-west-1, valid since 2026-11-01, read on 2026-11-20',
        },
      ])
    })

    it('takes no price of another region, cloud, type or unit', () => {
      const others = [{ region: 'eu-west-2' }, { provider: 'azure' }, { type: 'gp3' }, { unit: 'Hrs' as const }]
      for (const other of others) {
        const [usage] = usageAt([listed(other)])
        expect(usage).toMatchObject({ effective: '10' })
        expect(usage).not.toHaveProperty('price_source')
      }
    })

    it('keeps the currency of the list', () => {
      expect(usageAt([listed({ currency: 'CNY', price: '0.746' })])).toMatchObject([
        { currency: 'CNY', effective: '74.6' },
      ])
    })

    it('prices a database, of which Kept brings no price along', () => {
      const attributes = { engine: 'postgres', multi_az: 'true' }
      const database = resource({ type: 'Database', size: 'db.m6g.large', attributes })
      const names = { kind: 'database' as const, type: 'db.m6g.large', variant: 'postgres, multi-zone' }
      const price = listed({ ...names, price: '0.35', unit: 'Hrs' })
      expect(usageAt([price], database)).toMatchObject([{ meter: 'Multi-AZUsage:db.m6g.large', effective: '252' }])
      expect(usageAt([], database)).toEqual([])
      expect(usageAt([price], { ...database, attributes: { ...attributes, multi_az: 'false' } })).toEqual([])
      expect(usageAt([price], { ...database, state: 'stopped' })).toEqual([])
    })
  })
})

describe('productsOf', () => {
  it('names each product that an estimate is made from once, and nothing that is not billed by a list', () => {
    const instance = (change: Partial<UnbilledResource>) =>
      resource({ type: 'Instance', size: 'x9z.large', state: 'running', ...change })
    const products = productsOf([
      ...[instance({}), instance({ resource_id: 'i-2' }), instance({ region: 'us-west-2' })],
      ...[instance({ size: 'c5.large', state: 'stopped' }), instance({ size: 't3.nano', region: '' })],
      instance({ size: 'm5.large', attributes: { lifecycle: 'spot' } }),
      resource({
        provider: 'Microsoft',
        region: 'westeurope',
        attributes: { volume_type: 'Premium_LRS', size_gb: '100' },
      }),
      ...[resource({ provider: 'Google Cloud' }), resource({ type: 'Bucket' })],
    ])
    expect(products).toEqual([
      { kind: 'instance', type: 'x9z.large', variant: '', region: 'eu-west-1' },
      { kind: 'instance', type: 'x9z.large', variant: '', region: 'us-west-2' },
      { kind: 'volume', type: 'P10 LRS', variant: '', region: 'westeurope' },
    ])
  })
})

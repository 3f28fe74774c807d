import { describe, expect, it } from 'vitest'
import { evaluateAlone, recommendationsOf, use } from '../testing/facts.ts'
import { coldStorage } from './cold-storage.ts'
import { multiZoneNonProduction } from './multi-zone-non-production.ts'
import { volumesWithoutMachines } from './volumes-without-machines.ts'

describe('volumes without machines', () => {
  const volume = (overrides = {}) =>
    use({ resource_id: 'vol-1', meter: 'EBS:VolumeUsage.gp3', pricing_unit: 'GB-Mo', effective: '40', ...overrides })
  it('finds volumes where no machine ran', () => {
    expect(recommendationsOf(volumesWithoutMachines, { resource_usage: [volume()] })[0]).toMatchObject({
      monthly_savings_low: '20',
      monthly_savings: '30',
      monthly_savings_high: '40',
    })
  })
  it('leaves out volumes of machines, also covered and spare ones', () => {
    for (const machine of [
      use({ resource_id: 'i-1', instance_type: 'm6i.large', commitment_id: 'sp-1' }),
      use({ resource_id: 'i-1', meter: 'SpotUsage:c5.large', pricing_category: 'Dynamic' }),
    ]) {
      const { recommendations, outcomes } = evaluateAlone(volumesWithoutMachines, {
        resource_usage: [volume(), machine],
      })
      expect(recommendations).toEqual([])
      expect(outcomes[0]?.skip_reasons[0]).toContain('1 of 1 volumes are in regions with running instances')
    }
  })
  it('separates regions and waits two weeks', () => {
    const machine = use({ resource_id: 'i-1', instance_type: 'm6i.large', region: 'eu-west-1' })
    expect(recommendationsOf(volumesWithoutMachines, { resource_usage: [volume(), machine] })).toHaveLength(1)
    const recommendationCount = (days: number) =>
      recommendationsOf(volumesWithoutMachines, { resource_usage: [volume({ days })] }).length
    expect([recommendationCount(14), recommendationCount(13)]).toEqual([1, 0])
  })
})

describe('standby database outside production', () => {
  const database = (overrides = {}) =>
    use({
      resource_id: 'db-1',
      service: 'Amazon Relational Database Service',
      meter: 'Multi-AZUsage:db.m6g.large',
      instance_type: 'db.m6g.large',
      tags: { env: 'test' },
      effective: '260',
      ...overrides,
    })
  it('saves half of a test database in two zones', () => {
    expect(recommendationsOf(multiZoneNonProduction, { resource_usage: [database()] })[0]).toMatchObject({
      monthly_savings: '130',
    })
  })
  it('leaves production and single databases alone, and says whose environment is unknown', () => {
    expect(
      recommendationsOf(multiZoneNonProduction, { resource_usage: [database({ tags: { env: 'prod' } })] }),
    ).toEqual([])
    expect(
      recommendationsOf(multiZoneNonProduction, {
        resource_usage: [database({ meter: 'InstanceUsage:db.m6g.large' })],
      }),
    ).toEqual([])
    expect(
      evaluateAlone(multiZoneNonProduction, { resource_usage: [database({ tags: {} })] }).outcomes[0]?.skip_reasons,
    ).toEqual(['Needs an environment tag (1 of 1 multi-zone databases have none).'])
  })
})

describe('cold storage', () => {
  const bucket = { resource_id: 'bucket-1', service: 'Amazon Simple Storage Service' }
  const facts = (requests: string, days = 30) => ({
    resource_usage: [
      use({ ...bucket, meter: 'TimedStorage-ByteHrs', pricing_unit: 'GB-Mo', effective: '100', days }),
      use({ ...bucket, meter: 'Requests-Tier2', pricing_unit: 'Requests', quantity: requests, effective: '0.01' }),
    ],
  })
  it('begins below 2,000 requests a month', () => {
    expect(recommendationsOf(coldStorage, facts('1999'))[0]).toMatchObject({
      monthly_savings_low: '22.85',
      monthly_savings: '45.7',
    })
    expect(recommendationsOf(coldStorage, facts('2000'))).toEqual([])
  })
  it('reads the units Azure counts in', () => {
    const azure = { provider: 'Microsoft', service: 'Storage Accounts', resource_id: 'account' }
    const recommendationCount = (quantity: string) =>
      recommendationsOf(coldStorage, {
        resource_usage: [
          use({ ...azure, meter: 'Hot LRS Data Stored', pricing_unit: 'GB/Month', effective: '100' }),
          use({ ...azure, meter: 'Hot Read Operations', pricing_unit: '10K', quantity, effective: '0.01' }),
        ],
      }).length
    expect([recommendationCount('0.19'), recommendationCount('0.2')]).toEqual([1, 0])
  })
  it('waits a month', () => {
    expect(recommendationsOf(coldStorage, facts('0', 27))).toEqual([])
  })
  it('knows Azure and Google, and says when lines name no bucket', () => {
    const otherClouds: [string, string, string][] = [
      ['Microsoft', 'Storage Accounts', 'Hot LRS Data Stored'],
      ['Google Cloud', 'Cloud Storage', 'Standard Storage US Regional'],
    ]
    for (const [provider, service, meter] of otherClouds) {
      expect(
        recommendationsOf(coldStorage, { resource_usage: [use({ provider, service, meter, effective: '100' })] }),
      ).toHaveLength(1)
    }
    const { outcomes } = evaluateAlone(coldStorage, {
      resource_usage: [use({ ...bucket, resource_id: '', meter: 'TimedStorage-ByteHrs', effective: '100' })],
    })
    expect(outcomes[0]?.skip_reasons).toContain('Needs bucket names (1 object storage lines have none).')
  })
})

import { describe, expect, it } from 'vitest'
import { findingsOf, judgeAlone, use } from '../testing/facts.ts'
import { coldStorage } from './cold-storage.ts'
import { multiZoneNonProduction } from './multi-zone-non-production.ts'
import { volumesWithoutMachines } from './volumes-without-machines.ts'

describe('volumes without machines', () => {
  const volume = (own = {}) =>
    use({ resource_id: 'vol-1', meter: 'EBS:VolumeUsage.gp3', pricing_unit: 'GB-Mo', effective: '40', ...own })
  it('finds volumes where no machine ran', () => {
    expect(findingsOf(volumesWithoutMachines, { resource_use: [volume()] })[0]).toMatchObject({
      monthly_saving_low: '20',
      monthly_saving: '30',
      monthly_saving_high: '40',
    })
  })
  it('says nothing of volumes beside machines, covered and spare ones too', () => {
    for (const machine of [
      use({ resource_id: 'i-1', instance_type: 'm6i.large', commitment_id: 'sp-1' }),
      use({ resource_id: 'i-1', meter: 'SpotUsage:c5.large', pricing_category: 'Dynamic' }),
    ]) {
      const { findings, outcomes } = judgeAlone(volumesWithoutMachines, { resource_use: [volume(), machine] })
      expect(findings).toEqual([])
      expect(outcomes[0]?.why_not[0]).toContain('For 1 of 1 volumes machines run in the same place')
    }
  })
  it('tells regions apart and waits two weeks', () => {
    const machine = use({ resource_id: 'i-1', instance_type: 'm6i.large', region: 'eu-west-1' })
    expect(findingsOf(volumesWithoutMachines, { resource_use: [volume(), machine] })).toHaveLength(1)
    const found = (days: number) => findingsOf(volumesWithoutMachines, { resource_use: [volume({ days })] }).length
    expect([found(14), found(13)]).toEqual([1, 0])
  })
})

describe('standby database outside production', () => {
  const database = (own = {}) =>
    use({
      resource_id: 'db-1',
      service: 'Amazon Relational Database Service',
      meter: 'Multi-AZUsage:db.m6g.large',
      instance_type: 'db.m6g.large',
      tags: { env: 'test' },
      effective: '260',
      ...own,
    })
  it('saves half of a test database in two zones', () => {
    expect(findingsOf(multiZoneNonProduction, { resource_use: [database()] })[0]).toMatchObject({
      monthly_saving: '130',
    })
  })
  it('leaves production and single databases alone, and says whose environment is unknown', () => {
    expect(findingsOf(multiZoneNonProduction, { resource_use: [database({ tags: { env: 'prod' } })] })).toEqual([])
    expect(
      findingsOf(multiZoneNonProduction, { resource_use: [database({ meter: 'InstanceUsage:db.m6g.large' })] }),
    ).toEqual([])
    expect(judgeAlone(multiZoneNonProduction, { resource_use: [database({ tags: {} })] }).outcomes[0]?.why_not).toEqual(
      ['1 of 1 carry no environment tag and no telling name.'],
    )
  })
})

describe('cold storage', () => {
  const bucket = { resource_id: 'bucket-1', service: 'Amazon Simple Storage Service' }
  const facts = (requests: string, days = 30) => ({
    resource_use: [
      use({ ...bucket, meter: 'TimedStorage-ByteHrs', pricing_unit: 'GB-Mo', effective: '100', days }),
      use({ ...bucket, meter: 'Requests-Tier2', pricing_unit: 'Requests', quantity: requests, effective: '0.01' }),
    ],
  })
  it('begins below 2,000 requests a month', () => {
    expect(findingsOf(coldStorage, facts('1999'))[0]).toMatchObject({
      monthly_saving_low: '22.85',
      monthly_saving: '45.7',
    })
    expect(findingsOf(coldStorage, facts('2000'))).toEqual([])
  })
  it('reads the units Azure counts in', () => {
    const azure = { provider: 'Microsoft', service: 'Storage Accounts', resource_id: 'account' }
    const found = (quantity: string) =>
      findingsOf(coldStorage, {
        resource_use: [
          use({ ...azure, meter: 'Hot LRS Data Stored', pricing_unit: 'GB/Month', effective: '100' }),
          use({ ...azure, meter: 'Hot Read Operations', pricing_unit: '10K', quantity, effective: '0.01' }),
        ],
      }).length
    expect([found('0.19'), found('0.2')]).toEqual([1, 0])
  })
  it('waits a month', () => {
    expect(findingsOf(coldStorage, facts('0', 27))).toEqual([])
  })
  it('knows Azure and Google, and says when lines name no bucket', () => {
    const others: [string, string, string][] = [
      ['Microsoft', 'Storage Accounts', 'Hot LRS Data Stored'],
      ['Google Cloud', 'Cloud Storage', 'Standard Storage US Regional'],
    ]
    for (const [provider, service, meter] of others) {
      expect(
        findingsOf(coldStorage, { resource_use: [use({ provider, service, meter, effective: '100' })] }),
      ).toHaveLength(1)
    }
    const { outcomes } = judgeAlone(coldStorage, {
      resource_use: [use({ ...bucket, resource_id: '', meter: 'TimedStorage-ByteHrs', effective: '100' })],
    })
    expect(outcomes[0]?.why_not).toContain('1 lines of object storage name no bucket.')
  })
})

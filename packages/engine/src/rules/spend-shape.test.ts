import { describe, expect, it } from 'vitest'
import { findingsOf, judgeAlone, tagUse, use } from '../testing/facts.ts'
import { interZoneTraffic } from './inter-zone-traffic.ts'
import { logIngestion } from './log-ingestion.ts'
import { untaggedSpend } from './untagged-spend.ts'

describe('traffic between zones', () => {
  const facts = (between: string, rest: string) => ({
    resource_use: [
      use({
        resource_id: 'i-1',
        meter: 'DataTransfer-Regional-Bytes',
        pricing_unit: 'GB',
        quantity: '1500',
        effective: between,
      }),
      use({ resource_id: 'i-2', instance_type: 'm6i.large', effective: rest }),
    ],
  })
  it('begins at three percent and ten a month, and promises nothing', () => {
    expect(findingsOf(interZoneTraffic, facts('15', '485'))[0]).toMatchObject({
      monthly_saving: null,
      monthly_cost: '15',
    })
    expect(findingsOf(interZoneTraffic, facts('15', '486'))).toEqual([])
    expect(findingsOf(interZoneTraffic, facts('9.99', '100'))).toEqual([])
  })
  it('says that it looked', () => {
    expect(judgeAlone(interZoneTraffic, facts('1', '500')).outcomes[0]).toMatchObject({ looked_at: 1 })
  })
})

describe('spend without tags', () => {
  const facts = (effective_untagged: string) => ({
    tag_use: [tagUse({ effective: '1000', effective_untagged, resources: 40, resources_untagged: 12 })],
  })
  it('begins at a fifth of the spend', () => {
    const [finding] = findingsOf(untaggedSpend, facts('200'))
    expect(finding).toMatchObject({ monthly_saving: null, monthly_cost: '200' })
    expect(finding?.summary).toContain('12 resources')
    expect(findingsOf(untaggedSpend, facts('199.9'))).toEqual([])
  })
})

describe('log ingestion', () => {
  const facts = (own: object, rest = '900') => ({
    resource_use: [
      use({
        resource_id: 'log-group',
        service: 'AmazonCloudWatch',
        meter: 'USE1-DataProcessing-Bytes',
        pricing_unit: 'GB',
        quantity: '200',
        effective: '100',
        ...own,
      }),
      use({
        resource_id: 'i-2',
        instance_type: 'm6i.large',
        effective: rest,
        ...('provider' in own ? { provider: own.provider as string } : {}),
      }),
    ],
  })
  it('saves up to half on AWS and more on Azure', () => {
    expect(findingsOf(logIngestion, facts({}))[0]).toMatchObject({
      monthly_saving_low: '0',
      monthly_saving: '25',
      monthly_saving_high: '50',
    })
    const azure = { provider: 'Microsoft', service: 'Azure Monitor', meter: 'Analytics Logs Data Ingestion' }
    expect(findingsOf(logIngestion, facts(azure))[0]).toMatchObject({ monthly_saving_high: '78' })
  })
  it('promises nothing where no cheaper class exists', () => {
    const google = { provider: 'Google Cloud', service: 'Cloud Logging', meter: 'Log Volume' }
    expect(findingsOf(logIngestion, facts(google))[0]).toMatchObject({ monthly_saving: null, monthly_cost: '100' })
  })
  it('begins at a twentieth of the account', () => {
    expect([
      findingsOf(logIngestion, facts({}, '1900')).length,
      findingsOf(logIngestion, facts({}, '1901')).length,
    ]).toEqual([1, 0])
  })
  it('does not take the bytes of a load balancer for logs', () => {
    expect(
      findingsOf(logIngestion, facts({ service: 'Elastic Load Balancing', meter: 'DataProcessing-Bytes' })),
    ).toEqual([])
  })
})

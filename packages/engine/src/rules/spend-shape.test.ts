import { describe, expect, it } from 'vitest'
import { evaluateAlone, recommendationsOf, tagUse, use } from '../testing/facts.ts'
import { interZoneTraffic } from './inter-zone-traffic.ts'
import { logIngestion } from './log-ingestion.ts'
import { untaggedSpend } from './untagged-spend.ts'

describe('traffic between zones', () => {
  const facts = (between: string, otherCost: string) => ({
    resource_usage: [
      use({
        resource_id: 'i-1',
        meter: 'DataTransfer-Regional-Bytes',
        pricing_unit: 'GB',
        quantity: '1500',
        effective: between,
      }),
      use({ resource_id: 'i-2', instance_type: 'm6i.large', effective: otherCost }),
    ],
  })
  it('begins at three percent and ten a month, and promises nothing', () => {
    expect(recommendationsOf(interZoneTraffic, facts('15', '485'))[0]).toMatchObject({
      monthly_savings: null,
      monthly_cost: '15',
    })
    expect(recommendationsOf(interZoneTraffic, facts('15', '486'))).toEqual([])
    expect(recommendationsOf(interZoneTraffic, facts('9.99', '100'))).toEqual([])
  })
  it('says that it looked', () => {
    expect(evaluateAlone(interZoneTraffic, facts('1', '500')).outcomes[0]).toMatchObject({ evaluated_count: 1 })
  })
})

describe('spend without tags', () => {
  const facts = (effective_untagged: string) => ({
    tag_usage: [tagUse({ effective: '1000', effective_untagged, resources: 40, resources_untagged: 12 })],
  })
  it('begins at a fifth of spend', () => {
    const [recommendation] = recommendationsOf(untaggedSpend, facts('200'))
    expect(recommendation).toMatchObject({ monthly_savings: null, monthly_cost: '200' })
    expect(recommendation?.summary).toContain('12 resources')
    expect(recommendationsOf(untaggedSpend, facts('199.9'))).toEqual([])
  })
})

describe('log ingestion', () => {
  const facts = (overrides: object, otherCost = '900') => ({
    resource_usage: [
      use({
        resource_id: 'log-group',
        service: 'AmazonCloudWatch',
        meter: 'USE1-DataProcessing-Bytes',
        pricing_unit: 'GB',
        quantity: '200',
        effective: '100',
        ...overrides,
      }),
      use({
        resource_id: 'i-2',
        instance_type: 'm6i.large',
        effective: otherCost,
        ...('provider' in overrides ? { provider: overrides.provider as string } : {}),
      }),
    ],
  })
  it('saves up to half on AWS and more on Azure', () => {
    expect(recommendationsOf(logIngestion, facts({}))[0]).toMatchObject({
      monthly_savings_low: '0',
      monthly_savings: '25',
      monthly_savings_high: '50',
    })
    const azure = { provider: 'Microsoft', service: 'Azure Monitor', meter: 'Analytics Logs Data Ingestion' }
    expect(recommendationsOf(logIngestion, facts(azure))[0]).toMatchObject({ monthly_savings_high: '78' })
  })
  it('promises nothing where no cheaper class exists', () => {
    const google = { provider: 'Google Cloud', service: 'Cloud Logging', meter: 'Log Volume' }
    expect(recommendationsOf(logIngestion, facts(google))[0]).toMatchObject({
      monthly_savings: null,
      monthly_cost: '100',
    })
  })
  it('begins at a twentieth of the account', () => {
    expect([
      recommendationsOf(logIngestion, facts({}, '1900')).length,
      recommendationsOf(logIngestion, facts({}, '1901')).length,
    ]).toEqual([1, 0])
  })
  it('does not take the bytes of a load balancer for logs', () => {
    expect(
      recommendationsOf(logIngestion, facts({ service: 'Elastic Load Balancing', meter: 'DataProcessing-Bytes' })),
    ).toEqual([])
  })
})

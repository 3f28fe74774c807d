import type { FactWindow } from '@kept/domain/facts.ts'
import { describe, expect, it } from 'vitest'
import { evaluateAlone, june, recommendationsOf, use, windowOf } from '../testing/facts.ts'
import { idleLoadBalancer } from './idle-load-balancer.ts'
import { idleNatGateway } from './idle-nat-gateway.ts'
import { natGatewayProcessing } from './nat-gateway-processing.ts'

const nat = (overrides = {}) => use({ resource_id: 'nat-1', ...overrides })
const natHours = (overrides = {}) =>
  nat({ meter: 'USE1-NatGateway-Hours', effective: '32.4', quantity: '720', ...overrides })
const natBytes = (quantity: string, effective: string) =>
  nat({ meter: 'USE1-NatGateway-Bytes', pricing_unit: 'GB', quantity, effective })

describe('idle NAT gateway', () => {
  it('finds one through which less than a gigabyte passes', () => {
    const recommendationCount = (gigabytes: string) =>
      recommendationsOf(idleNatGateway, { resource_usage: [natHours(), natBytes(gigabytes, '0.04')] }).length
    expect([recommendationCount('0.99'), recommendationCount('1')]).toEqual([1, 0])
    expect(recommendationsOf(idleNatGateway, { resource_usage: [natHours()] })[0]).toMatchObject({
      monthly_savings: '32.4',
    })
  })
  it('waits two weeks', () => {
    const recommendationCount = (days: number) =>
      recommendationsOf(idleNatGateway, { resource_usage: [natHours({ days })] }).length
    expect([recommendationCount(14), recommendationCount(13)]).toEqual([1, 0])
  })
  it('is surer after a month than before', () => {
    const confidence = (window: FactWindow) =>
      recommendationsOf(
        idleNatGateway,
        { resource_usage: [natHours({ first_day: window.from, last_day: '2026-06-30' })] },
        window,
      )[0]?.confidence
    expect([confidence(june), confidence(windowOf('2026-06-02', '2026-07-01'))]).toEqual([0.9, 0.75])
  })
  it('knows the meters of Azure and Google', () => {
    const meters: [string, string][] = [
      ['Microsoft', 'Standard Gateway'],
      ['Google Cloud', 'Networking Cloud Nat Gateway Uptime'],
    ]
    for (const [provider, meter] of meters) {
      expect(recommendationsOf(idleNatGateway, { resource_usage: [natHours({ provider, meter })] })).toHaveLength(1)
    }
  })
  it('says when lines name no gateway', () => {
    const { recommendations, outcomes } = evaluateAlone(idleNatGateway, {
      resource_usage: [natHours({ resource_id: '' })],
    })
    expect(recommendations).toEqual([])
    expect(outcomes[0]?.skip_reasons[0]).toContain('Needs NAT gateway names')
  })
})

describe('NAT gateway processing', () => {
  it('shows traffic that costs more than the gateway, and promises nothing', () => {
    const recommend = (cost: string) =>
      recommendationsOf(natGatewayProcessing, { resource_usage: [natHours(), natBytes('720', cost)] })
    expect(recommend('32.39')).toEqual([])
    expect(recommend('32.4')[0]).toMatchObject({ monthly_savings: null, monthly_cost: '32.4' })
  })
})

describe('idle load balancer', () => {
  const balancer = (overrides = {}) =>
    use({ resource_id: 'lb-1', meter: 'LoadBalancerUsage', effective: '16.2', ...overrides })
  const work = (quantity: string) =>
    use({ resource_id: 'lb-1', meter: 'LCUUsage', pricing_unit: 'LCU-Hrs', quantity, effective: '0.01' })
  it('finds one that works less than one capacity unit-hour a month', () => {
    const recommendationCount = (quantity: string) =>
      recommendationsOf(idleLoadBalancer, { resource_usage: [balancer(), work(quantity)] }).length
    expect([recommendationCount('0.9'), recommendationCount('1.1')]).toEqual([1, 0])
    expect(recommendationsOf(idleLoadBalancer, { resource_usage: [balancer()] })[0]).toMatchObject({
      monthly_savings: '16.2',
    })
  })
  it('waits a week, and for balancers that have a name', () => {
    const recommendationCount = (overrides: object) =>
      recommendationsOf(idleLoadBalancer, { resource_usage: [balancer(overrides)] }).length
    expect([
      recommendationCount({ days: 7 }),
      recommendationCount({ days: 6 }),
      recommendationCount({ resource_id: '' }),
    ]).toEqual([1, 0, 0])
  })
})

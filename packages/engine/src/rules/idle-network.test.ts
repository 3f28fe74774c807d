import type { FactWindow } from '@kept/domain/facts.ts'
import { describe, expect, it } from 'vitest'
import { findingsOf, judgeAlone, june, use, windowOf } from '../testing/facts.ts'
import { idleLoadBalancer } from './idle-load-balancer.ts'
import { idleNatGateway } from './idle-nat-gateway.ts'
import { natGatewayProcessing } from './nat-gateway-processing.ts'

const nat = (own = {}) => use({ resource_id: 'nat-1', ...own })
const natHours = (own = {}) => nat({ meter: 'USE1-NatGateway-Hours', effective: '32.4', quantity: '720', ...own })
const natBytes = (quantity: string, effective: string) =>
  nat({ meter: 'USE1-NatGateway-Bytes', pricing_unit: 'GB', quantity, effective })

describe('idle NAT gateway', () => {
  it('finds one through which less than a gigabyte passes', () => {
    const found = (gigabytes: string) =>
      findingsOf(idleNatGateway, { resource_use: [natHours(), natBytes(gigabytes, '0.04')] }).length
    expect([found('0.99'), found('1')]).toEqual([1, 0])
    expect(findingsOf(idleNatGateway, { resource_use: [natHours()] })[0]).toMatchObject({ monthly_saving: '32.4' })
  })
  it('waits two weeks', () => {
    const found = (days: number) => findingsOf(idleNatGateway, { resource_use: [natHours({ days })] }).length
    expect([found(14), found(13)]).toEqual([1, 0])
  })
  it('is surer after a month than before', () => {
    const confidence = (window: FactWindow) =>
      findingsOf(
        idleNatGateway,
        { resource_use: [natHours({ first_day: window.from, last_day: '2026-06-30' })] },
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
      expect(findingsOf(idleNatGateway, { resource_use: [natHours({ provider, meter })] })).toHaveLength(1)
    }
  })
  it('says when lines name no gateway', () => {
    const { findings, outcomes } = judgeAlone(idleNatGateway, { resource_use: [natHours({ resource_id: '' })] })
    expect(findings).toEqual([])
    expect(outcomes[0]?.why_not[0]).toContain('name no gateway')
  })
})

describe('NAT gateway processing', () => {
  it('shows traffic that costs more than the gateway, and promises nothing', () => {
    const found = (cost: string) =>
      findingsOf(natGatewayProcessing, { resource_use: [natHours(), natBytes('720', cost)] })
    expect(found('32.39')).toEqual([])
    expect(found('32.4')[0]).toMatchObject({ monthly_saving: null, monthly_cost: '32.4' })
  })
})

describe('idle load balancer', () => {
  const balancer = (own = {}) => use({ resource_id: 'lb-1', meter: 'LoadBalancerUsage', effective: '16.2', ...own })
  const work = (quantity: string) =>
    use({ resource_id: 'lb-1', meter: 'LCUUsage', pricing_unit: 'LCU-Hrs', quantity, effective: '0.01' })
  it('finds one that works less than one capacity unit-hour a month', () => {
    const found = (quantity: string) =>
      findingsOf(idleLoadBalancer, { resource_use: [balancer(), work(quantity)] }).length
    expect([found('0.9'), found('1.1')]).toEqual([1, 0])
    expect(findingsOf(idleLoadBalancer, { resource_use: [balancer()] })[0]).toMatchObject({ monthly_saving: '16.2' })
  })
  it('waits a week, and for balancers that have a name', () => {
    const found = (own: object) => findingsOf(idleLoadBalancer, { resource_use: [balancer(own)] }).length
    expect([found({ days: 7 }), found({ days: 6 }), found({ resource_id: '' })]).toEqual([1, 0, 0])
  })
})

/** What a one-year commitment takes off the on-demand price, by what it covers: published price lists, as a range. */
import type { Cloud } from './reading/cloud-of.ts'

export interface Discount {
  cloud: Cloud
  service: RegExp
  offer: string
  low: number
  mid: number
  high: number
  source: string
}

/** The first that matches counts. `mid` asks for no money up front; `high` is the same year paid up front or tied to one machine family. */
const discounts: Discount[] = [
  {
    cloud: 'aws',
    service: /relational database|RDS\b|aurora/i,
    offer: 'RDS reserved instance, 1 year',
    low: 0.25,
    mid: 0.3,
    high: 0.37,
    source: 'AWS: Amazon RDS reserved instance prices, us-east-1, 1 year, no upfront to all upfront',
  },
  {
    cloud: 'aws',
    service: /elasticache|redshift|opensearch|elasticsearch|memorydb/i,
    offer: 'reserved nodes, 1 year',
    low: 0.2,
    mid: 0.3,
    high: 0.35,
    source: 'AWS: reserved node prices of ElastiCache, Redshift and OpenSearch, us-east-1, 1 year',
  },
  {
    cloud: 'aws',
    service: /elastic compute cloud|EC2\b/i,
    offer: 'Compute Savings Plan, 1 year, no upfront',
    low: 0.14,
    mid: 0.27,
    high: 0.41,
    source:
      'AWS: Savings Plans prices, us-east-1, 1 year: m5 Windows to Linux no upfront, EC2 Instance Savings Plan all upfront',
  },
  {
    cloud: 'aws',
    service: /container service|fargate|lambda|kubernetes/i,
    offer: 'Compute Savings Plan, 1 year, no upfront',
    low: 0.12,
    mid: 0.17,
    high: 0.22,
    source: 'AWS: Savings Plans prices for Fargate and Lambda, us-east-1, 1 year',
  },
  {
    cloud: 'azure',
    service: /virtual machines|kubernetes|app service/i,
    offer: 'Azure savings plan for compute, 1 year',
    low: 0.15,
    mid: 0.31,
    high: 0.41,
    source: 'Microsoft: Virtual Machines prices, East US, Dsv5, 1 year: savings plan to reservation',
  },
  {
    cloud: 'azure',
    service: /sql|database|cosmos|redis/i,
    offer: 'Azure reserved capacity, 1 year',
    low: 0.15,
    mid: 0.21,
    high: 0.35,
    source: 'Microsoft: Azure SQL Database reserved capacity, 1 year, with and without the license share',
  },
  {
    cloud: 'gcp',
    service: /cloud sql|alloydb|spanner/i,
    offer: 'committed use discount, 1 year',
    low: 0.2,
    mid: 0.25,
    high: 0.25,
    source: 'Google Cloud: committed use discounts for Cloud SQL (25%) and Spanner (20%), 1 year',
  },
  {
    cloud: 'gcp',
    service: /compute engine|kubernetes engine/i,
    offer: 'flexible committed use discount, 1 year',
    low: 0.1,
    mid: 0.28,
    high: 0.37,
    source:
      'Google Cloud: flexible (28%) and resource-based (37%) committed use discounts, 1 year; less where sustained use discounts end',
  },
]

export function discountFor(cloud: Cloud, service: string): Discount | undefined {
  return discounts.find((discount) => discount.cloud === cloud && discount.service.test(service))
}

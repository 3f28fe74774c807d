/** Random facts that look like a bill, for the laws that must hold whatever a bill says. */
import type { Facts } from '@kept/domain/facts.ts'
import { knownMetricNames } from '@kept/domain/metric.ts'
import fc from 'fast-check'
import {
  commitment,
  daily,
  factsOf,
  item,
  june,
  measured,
  meterDay,
  onDemandHour,
  serviceDay,
  tagUse,
  use,
  week,
} from './facts.ts'

/** Meters that rules look for, and some they do not. */
const meters: [meter: string, unit: string, service: string, type: string][] = [
  ['BoxUsage:m4.large', 'Hrs', 'Amazon Elastic Compute Cloud', 'm4.large'],
  ['BoxUsage:m6i.large', 'Hrs', 'Amazon Elastic Compute Cloud', 'm6i.large'],
  ['Multi-AZUsage:db.r4.large', 'Hrs', 'Amazon Relational Database Service', 'db.r4.large'],
  ['RDS:PIOPS', 'IOPS-Mo', 'Amazon Relational Database Service', ''],
  ['RDS:PIOPS-Storage', 'GB-Mo', 'Amazon Relational Database Service', ''],
  ['ExtendedSupport:Yr1-Yr2:MySQL5.7', 'vCPU-Hours', 'Amazon Relational Database Service', ''],
  ['EBS:VolumeUsage.gp2', 'GB-Mo', 'Amazon Elastic Compute Cloud', ''],
  ['EBS:VolumeUsage.piops', 'GB-Mo', 'Amazon Elastic Compute Cloud', ''],
  ['EBS:VolumeP-IOPS.piops', 'IOPS-Mo', 'Amazon Elastic Compute Cloud', ''],
  ['ElasticIP:IdleAddress', 'Hrs', 'Amazon Elastic Compute Cloud', ''],
  ['NatGateway-Hours', 'Hrs', 'Amazon Elastic Compute Cloud', ''],
  ['NatGateway-Bytes', 'GB', 'Amazon Elastic Compute Cloud', ''],
  ['LoadBalancerUsage', 'Hrs', 'Elastic Load Balancing', ''],
  ['LCUUsage', 'LCU-Hrs', 'Elastic Load Balancing', ''],
  ['DataTransfer-Regional-Bytes', 'GB', 'Amazon Elastic Compute Cloud', ''],
  ['USE1-DEVED-DPU-Hour', 'DPU-Hour', 'AWS Glue', ''],
  ['TimedStorage-ByteHrs', 'GB-Mo', 'Amazon Simple Storage Service', ''],
  ['Requests-Tier1', 'Requests', 'Amazon Simple Storage Service', ''],
  ['USE1-DataProcessing-Bytes', 'GB', 'AmazonCloudWatch', ''],
  ['USE1-PaidEventsRecorded', 'Events', 'AWS CloudTrail', ''],
  ['UnusedBox:m5.large', 'Hrs', 'Amazon Elastic Compute Cloud', ''],
  ['BoxUsage:m6i.2xlarge', 'Hrs', 'Amazon Elastic Compute Cloud', 'm6i.2xlarge'],
  ['InstanceUsage:db.r6i.xlarge', 'Hrs', 'Amazon Relational Database Service', 'db.r6i.xlarge'],
  ['NodeUsage:cache.r6g.xlarge', 'Hrs', 'Amazon ElastiCache', 'cache.r6g.xlarge'],
  ['RDS:GP3-Storage', 'GB-Mo', 'Amazon Relational Database Service', ''],
  ['EBS:SnapshotUsage', 'GB-Mo', 'Amazon Elastic Compute Cloud', ''],
  ['Lambda-GB-Second', 'GB-Seconds', 'AWS Lambda', ''],
  ['ReadCapacityUnit-Hrs', 'ReadCapacityUnit-Hrs', 'Amazon DynamoDB', ''],
  ['Storage-ShardHour', 'Hrs', 'Amazon Kinesis', ''],
  ['AmazonEKS-Hours:perCluster', 'Hours', 'Amazon EKS', ''],
  ['P1 v3 App', 'Hours', 'Azure App Service', ''],
  ['P20 LRS Disk', 'Units/Month', 'Storage', ''],
  ['4 vCPU VM License', 'Hours', 'Virtual Machines Licenses', ''],
  ['Claude-input-tokens', '1K tokens', 'Amazon Bedrock', ''],
  ['USE1-EUC1-AWS-Out-Bytes', 'GB', 'AWS Data Transfer', ''],
]

const states = ['running', 'available', 'stopped', 'unassociated', 'in-use']

/** What is known of a resource beside its bill follows from its number: idle, calm and busy ones, kept and orphaned. */
const resourceFacts: Pick<Facts, 'resource_metric' | 'inventory' | 'unit_price'> = {
  resource_metric: Array.from({ length: 9 }, (_, i) => `r-${i + 1}`).flatMap((resource_id, i) =>
    knownMetricNames.map((metric) => measured({ resource_id, metric, p99: [0, 15, 90][i % 3] ?? 0, days: 10 + 3 * i })),
  ),
  inventory: Array.from({ length: 10 }, (_, i) =>
    item({
      resource_id: `r-${i + 2}`,
      state: states[i % states.length] ?? '',
      state_since: i % 2 === 0 ? '2026-01-01' : '',
      state_seen_since: '',
      created_on: '2025-12-01',
      attributes: { backends: '0', apps: '0', retention_days: '0', source_volume: i % 2 === 0 ? 'vol-gone' : 'r-3' },
      relations: i % 3 === 0 ? [{ kind: 'attached_to', resource_id: `r-${((i + 1) % 9) + 1}` }] : [],
    }),
  ),
  unit_price: [],
}

const amount = fc.integer({ min: -5_000, max: 500_000 }).map((cents) => (cents / 100).toFixed(2))
const someResource = fc.integer({ min: 0, max: 12 }).map((n) => (n === 0 ? '' : `r-${n}`))

export function arbitraryFacts(currency: string): fc.Arbitrary<Facts> {
  const resourceUse = fc
    .record({
      meter: fc.constantFrom(...meters),
      resource_id: someResource,
      effective: amount,
      quantity: fc.option(fc.integer({ min: 0, max: 20_000 }).map(String)),
      days: fc.integer({ min: 1, max: 30 }),
      hours: fc.constantFrom(0, 700, 720),
      commitment_id: fc.constantFrom('', '', 'sp-1'),
      tags: fc.constantFrom({}, { env: 'dev' }, { Environment: 'Production' }),
    })
    .map(({ meter: [meter, pricing_unit, service, instance_type], tags, ...fields }) =>
      use({ ...fields, currency, meter, pricing_unit, service, instance_type, tags: tags as Record<string, string> }),
    )
  const weekOf = fc
    .record({
      resource_id: someResource,
      level: fc.double({ min: 0, max: 10, noNaN: true }),
      night: fc.constantFrom(0, 0.5, 1),
    })
    .map(({ resource_id, level, night }) =>
      week({
        currency,
        resource_id,
        tags: { env: 'dev' },
        hours: Array.from({ length: 168 }, (_, hour) => (hour % 24 < 8 ? level * night : level)),
      }),
    )
  const level = fc.record({
    before: amount,
    after: amount,
    changeDay: fc.integer({ min: 0, max: 30 }),
    resource_id: someResource,
  })
  return fc
    .record({
      resource_usage: fc.array(resourceUse, { maxLength: 40 }),
      resource_week: fc.uniqueArray(weekOf, { maxLength: 6, selector: ({ resource_id }) => resource_id }),
      commitments: fc.array(fc.record({ id: fc.constantFrom('ri-1', 'ri-2'), used: amount, unused: amount }), {
        maxLength: 4,
      }),
      stocks: fc.array(level, { maxLength: 3 }),
      services: fc.array(level, { maxLength: 3 }),
      onDemand: fc.option(fc.integer({ min: 0, max: 50 })),
      tags: fc.array(fc.record({ effective: amount, effective_untagged: amount }), { maxLength: 2 }),
    })
    .map(({ resource_usage, resource_week, commitments, stocks, services, onDemand, tags }) =>
      factsOf({
        ...resourceFacts,
        resource_usage,
        resource_week,
        commitment_usage: commitments.map(({ id, used, unused }) =>
          commitment({ currency, commitment_id: id, effective_used: used, effective_unused: unused }),
        ),
        meter_day: stocks.flatMap(({ before, after, changeDay, resource_id }, i) =>
          daily(june, (day, index) =>
            meterDay({
              currency,
              day,
              resource_id,
              meter: ['EBS:SnapshotUsage', 'DataTransfer-Out-Bytes', 'TimedStorage-ByteHrs'][i % 3] ?? '',
              effective: index < changeDay ? before : after,
            }),
          ),
        ),
        service_day: services.flatMap(({ before, after, changeDay }, i) =>
          daily(june, (day, index) =>
            serviceDay({ currency, day, service: `service-${i}`, effective: index < changeDay ? before : after }),
          ),
        ),
        on_demand_hour:
          onDemand === null
            ? []
            : daily(june, (day) =>
                onDemandHour({ currency, at: `${day}T00:00:00Z`, slot_hours: 24, contracted: String(onDemand) }),
              ),
        tag_usage: tags.map((tag) => tagUse({ ...tag, currency, resources: 9, resources_untagged: 4 })),
      }),
    )
}

/** The facts of two bills in one. */
export function mergeFacts(facts: Facts, other: Facts): Facts {
  return {
    resource_usage: [...facts.resource_usage, ...other.resource_usage],
    commitment_usage: [...facts.commitment_usage, ...other.commitment_usage],
    service_day: [...facts.service_day, ...other.service_day],
    resource_week: [...facts.resource_week, ...other.resource_week],
    meter_day: [...facts.meter_day, ...other.meter_day],
    tag_usage: [...facts.tag_usage, ...other.tag_usage],
    on_demand_hour: [...facts.on_demand_hour, ...other.on_demand_hour],
    // What is known of a resource is known once, whatever currencies it is charged in.
    resource_metric: facts.resource_metric,
    inventory: facts.inventory,
    unit_price: facts.unit_price,
  }
}

/**
 * Machine families that have a newer one, with the price of the newer as a share of the older at the same size.
 * `ratio` is the like-for-like successor, `lowest` the cheapest that runs the same programs unchanged.
 */
import type { Cloud } from './reading/cloud-of.ts'

export interface Successor {
  cloud: Cloud
  /** Matches the instance type as the bill has it; the first group is what the size is taken from. */
  type: RegExp
  /** The successor's type, with $1 for the size. */
  to: string
  ratio: number
  lowest: { ratio: number; to: string }
  source: string
}

const ec2 = 'AWS: EC2 on-demand prices, Linux, us-east-1 (karpenter-provider-aws price list, 2026-08-21)'
const rds = 'AWS: RDS for MySQL on-demand prices, us-east-1, single zone'
const azure = 'Microsoft: Linux VM prices, East US (karpenter-provider-azure price list, 2026-08-21)'
const gcp =
  'Google Cloud: N1, G1, N2D and E2 prices per vCPU and GB in us-central1, before and after sustained use discounts'

const ec2Family = (from: string, to: string, ratio: number, amd: string, lowest: number): Successor => ({
  cloud: 'aws',
  type: new RegExp(`^${from}\\.(\\w+)$`),
  to: `${to}.$1`,
  ratio,
  lowest: { ratio: lowest, to: `${amd}.$1` },
  source: ec2,
})
const rdsFamily = (from: string, to: string, ratio: number): Successor => ({
  cloud: 'aws',
  type: new RegExp(`^db\\.${from}\\.(\\w+)$`),
  to: `db.${to}.$1`,
  ratio,
  lowest: { ratio, to: `db.${to}.$1` },
  source: rds,
})
const azureFamily = (type: RegExp, to: string, ratio: number): Successor => ({
  cloud: 'azure',
  type,
  to,
  ratio,
  lowest: { ratio, to },
  source: azure,
})

export const successors: Successor[] = [
  ec2Family('t1', 't3', 0.52, 't3a', 0.47),
  ec2Family('t2', 't3', 0.9043, 't3a', 0.8103),
  ec2Family('m1', 'm6i', 0.5486, 'm6a', 0.4937),
  ec2Family('m3', 'm6i', 0.7218, 'm6a', 0.6496),
  ec2Family('m4', 'm6i', 0.96, 'm6a', 0.864),
  ec2Family('c1', 'c6i', 0.3269, 'c6a', 0.2942),
  ec2Family('c3', 'c6i', 0.8095, 'c6a', 0.7286),
  ec2Family('c4', 'c6i', 0.8548, 'c6a', 0.765),
  ec2Family('r3', 'r6i', 0.759, 'r6a', 0.6811),
  ec2Family('r4', 'r6i', 0.9474, 'r6a', 0.8526),
  ec2Family('i2', 'i4i', 0.4026, 'i3', 0.3658),
  ec2Family('d2', 'd3', 0.7239, 'd3', 0.7232),
  // A managed database hides its processor, so the Arm successor runs the same queries.
  rdsFamily('m3', 'm6g', 0.822),
  rdsFamily('m4', 'm6g', 0.869),
  rdsFamily('r3', 'r6g', 0.896),
  rdsFamily('r4', 'r6g', 0.896),
  rdsFamily('t2', 't4g', 0.941),
  azureFamily(/^Standard_DS?2_v2(?:_Promo)?$/i, 'Standard_D2s_v5', 0.6575),
  azureFamily(/^Standard_DS?3_v2(?:_Promo)?$/i, 'Standard_D4s_v5', 0.6553),
  azureFamily(/^Standard_DS?4_v2(?:_Promo)?$/i, 'Standard_D8s_v5', 0.6564),
  azureFamily(/^Standard_DS?11_v2(?:_Promo)?$/i, 'Standard_E2s_v5', 0.6811),
  azureFamily(/^Standard_DS?12_v2(?:_Promo)?$/i, 'Standard_E4s_v5', 0.6792),
  azureFamily(/^Standard_DS?2$/i, 'Standard_D2s_v5', 0.6234),
  azureFamily(/^Standard_F(\d+)s?$/i, 'Standard_F$1s_v2', 0.8545),
  {
    cloud: 'gcp',
    type: /^n1-(standard|highmem|highcpu)-(\d+)$/,
    to: 'n2d-$1-$2',
    // N1 machines that run all month already get 30 % sustained use discount, N2D 20 %: at best nothing is lost.
    ratio: 0.995,
    lowest: { ratio: 0.87, to: 'n2d-$1-$2' },
    source: gcp,
  },
  {
    cloud: 'gcp',
    type: /^g1-(small)$/,
    to: 'e2-$1',
    ratio: 0.93,
    lowest: { ratio: 0.65, to: 'e2-$1' },
    source: gcp,
  },
]

export function successorOf(cloud: Cloud, instanceType: string): { successor: Successor; to: string } | undefined {
  for (const successor of successors) {
    if (successor.cloud !== cloud || !successor.type.test(instanceType)) continue
    return { successor, to: instanceType.replace(successor.type, successor.to) }
  }
  return undefined
}

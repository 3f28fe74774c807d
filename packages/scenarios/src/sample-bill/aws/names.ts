/** AWS names of a sample world: accounts, resources, commitments and products. */
import { random } from '../../random.ts'
import type { ProductKey } from '../products.ts'
import type { RegionKey, SampleAccount, SampleCommitment, SampleResource, SampleWorld } from '../world.ts'

export const awsRegions: Record<RegionKey, { id: string; name: string; prefix: string; zones: readonly string[] }> = {
  america: { id: 'us-east-2', name: 'US East (Ohio)', prefix: 'USE2-', zones: ['us-east-2a', 'us-east-2b'] },
  europe: { id: 'eu-central-1', name: 'EU (Frankfurt)', prefix: 'EUC1-', zones: ['eu-central-1a', 'eu-central-1b'] },
}

interface AwsProduct {
  code: string
  name: string
  family: string
  /** Without the region's prefix. */
  usageType: string
  operation: string
  unit: string
  description: string
  /** AWS units in one unit of the product. */
  unitsPer: number
  instanceType?: string
  /** AWS's sizes in units of a small machine. */
  normalization?: number
  serviceCategory: string
  serviceSubcategory: string
}

const machine = (instanceType: string, normalization: number): AwsProduct => ({
  code: 'AmazonEC2',
  name: 'Amazon Elastic Compute Cloud',
  family: 'Compute Instance',
  usageType: `BoxUsage:${instanceType}`,
  operation: 'RunInstances',
  unit: 'Hrs',
  description: `On Demand Linux ${instanceType} Instance Hour`,
  unitsPer: 1,
  instanceType,
  normalization,
  serviceCategory: 'Compute',
  serviceSubcategory: 'Virtual Machines',
})

export const awsProducts: Record<ProductKey, AwsProduct> = {
  'machine-small': machine('m6i.medium', 2),
  'machine-medium': machine('m6i.large', 4),
  'machine-large': machine('m6i.xlarge', 8),
  'machine-extra-large': machine('m6i.2xlarge', 16),
  disk: {
    code: 'AmazonEC2',
    name: 'Amazon Elastic Compute Cloud',
    family: 'Storage',
    usageType: 'EBS:VolumeUsage.gp3',
    operation: 'CreateVolume-Gp3',
    unit: 'GB-Mo',
    description: 'General Purpose (gp3) provisioned storage',
    unitsPer: 1,
    serviceCategory: 'Storage',
    serviceSubcategory: 'Block Storage',
  },
  'object-storage': {
    code: 'AmazonS3',
    name: 'Amazon Simple Storage Service',
    family: 'Storage',
    usageType: 'TimedStorage-ByteHrs',
    operation: 'StandardStorage',
    unit: 'GB-Mo',
    description: 'Standard storage, first 50 TB',
    unitsPer: 1,
    serviceCategory: 'Storage',
    serviceSubcategory: 'Object Storage',
  },
  'object-requests': {
    code: 'AmazonS3',
    name: 'Amazon Simple Storage Service',
    family: 'API Request',
    usageType: 'Requests-Tier2',
    operation: 'GetObject',
    unit: 'Requests',
    description: 'GET and all other requests',
    unitsPer: 10_000,
    serviceCategory: 'Storage',
    serviceSubcategory: 'Object Storage',
  },
  database: {
    code: 'AmazonRDS',
    name: 'Amazon Relational Database Service',
    family: 'Database Instance',
    usageType: 'InstanceUsage:db.r6g.large',
    operation: 'CreateDBInstance:0014',
    unit: 'Hrs',
    description: 'RDS db.r6g.large instance hour running PostgreSQL',
    unitsPer: 1,
    instanceType: 'db.r6g.large',
    normalization: 4,
    serviceCategory: 'Databases',
    serviceSubcategory: 'Relational Databases',
  },
  egress: {
    code: 'AmazonS3',
    name: 'Amazon Simple Storage Service',
    family: 'Data Transfer',
    usageType: 'DataTransfer-Out-Bytes',
    operation: 'GetObject',
    unit: 'GB',
    description: 'Data transferred out, first 10 TB',
    unitsPer: 1,
    serviceCategory: 'Storage',
    serviceSubcategory: 'Object Storage',
  },
  ingress: {
    code: 'AmazonS3',
    name: 'Amazon Simple Storage Service',
    family: 'Data Transfer',
    usageType: 'DataTransfer-In-Bytes',
    operation: 'PutObject',
    unit: 'GB',
    description: 'Data transferred in',
    unitsPer: 1,
    serviceCategory: 'Storage',
    serviceSubcategory: 'Object Storage',
  },
  'load-balancer': {
    code: 'AWSELB',
    name: 'Elastic Load Balancing',
    family: 'Load Balancer-Application',
    usageType: 'LoadBalancerUsage',
    operation: 'LoadBalancing:Application',
    unit: 'Hrs',
    description: 'Application Load Balancer hour',
    unitsPer: 1,
    serviceCategory: 'Networking',
    serviceSubcategory: 'Network Infrastructure',
  },
  'ai-input': {
    code: 'AmazonBedrock',
    name: 'Amazon Bedrock',
    family: 'Generative AI',
    usageType: 'Assistant1-input-tokens',
    operation: 'InvokeModelInference',
    unit: '1K tokens',
    description: 'Assistant 1, input tokens',
    unitsPer: 1,
    serviceCategory: 'AI and Machine Learning',
    serviceSubcategory: 'Generative AI',
  },
  'ai-output': {
    code: 'AmazonBedrock',
    name: 'Amazon Bedrock',
    family: 'Generative AI',
    usageType: 'Assistant1-output-tokens',
    operation: 'InvokeModelInference',
    unit: '1K tokens',
    description: 'Assistant 1, output tokens',
    unitsPer: 1,
    serviceCategory: 'AI and Machine Learning',
    serviceSubcategory: 'Generative AI',
  },
}

/** Digits that are unique to a thing of this world. */
export function digitsOf(world: SampleWorld, key: string, length: number): string {
  const from = random(`${world.seed}/aws/${key}`)
  return Array.from({ length }, (_, index) => from.integer(index === 0 ? 1 : 0, 9)).join('')
}

export function awsPayerId(world: SampleWorld): string {
  return digitsOf(world, 'payer', 12)
}

export function awsAccountId(world: SampleWorld, account: SampleAccount): string {
  return digitsOf(world, `account/${account.key}`, 12)
}

/** As AWS writes it on bills: a short id for machines and volumes, a name for buckets, an ARN for the rest. */
export function awsResourceId(world: SampleWorld, resource: SampleResource): string {
  const hex = random(`${world.seed}/aws/${resource.key}`).hex(16)
  const account = awsAccountId(world, resource.account)
  const { id: region } = awsRegions[resource.region]
  switch (resource.kind) {
    case 'machine':
      return `i-0${hex}`
    case 'disk':
      return `vol-0${hex}`
    case 'bucket':
      return resource.name
    case 'database':
      return `arn:aws:rds:${region}:${account}:db:${resource.name}`
    case 'load-balancer':
      return `arn:aws:elasticloadbalancing:${region}:${account}:loadbalancer/app/${resource.name}/${hex}`
    case 'model':
      return `arn:aws:bedrock:${region}:${account}:inference-profile/${resource.name}`
  }
}

export function awsCommitmentArn(world: SampleWorld, commitment: SampleCommitment): string {
  const account = awsAccountId(world, commitment.account)
  const hex = random(`${world.seed}/aws/${commitment.key}`).hex(32)
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  return commitment.kind === 'reservation'
    ? `arn:aws:ec2:${awsRegions[commitment.region].id}:${account}:reserved-instances/${uuid}`
    : `arn:aws:savingsplans::${account}:savingsplan/${uuid}`
}

/** "Partial Upfront" and similar. */
export function awsPaymentOption({ upfrontPerHour, recurringPerHour }: SampleCommitment): string {
  if (Number(recurringPerHour) === 0) return 'All Upfront'
  return Number(upfrontPerHour) === 0 ? 'No Upfront' : 'Partial Upfront'
}

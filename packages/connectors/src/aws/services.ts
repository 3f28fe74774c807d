/** Name and category of an AWS product code; for EC2 and VPC the product family is more specific. */
import { all, column, literal, lookup, matching, oneOf, type TextRule, when } from '@kept/domain/mapping.ts'
import { productOf } from './product.ts'
import services from './services.json' with { type: 'json' }

const part = (index: 0 | 1 | 2): Record<string, string> =>
  Object.fromEntries(Object.entries(services).map(([code, facts]) => [code, facts[index] ?? '']))

const code = column('lineItem/ProductCode')
const inMachines = oneOf(code, 'AmazonEC2', 'AmazonVPC')
const isTraffic = matching('lineItem/UsageType', '(?:-Bytes|DataTransfer|DataXfer)')
const isVolume = matching('lineItem/UsageType', 'EBS:')
const isNetwork = matching(
  'lineItem/UsageType',
  '(?:NatGateway|LoadBalancer|LCUUsage|ElasticIP|PublicIPv4|VpcEndpoint|TransitGateway)',
)

/** Fees and discounts of a commitment have no family: they belong to the service. */
export const serviceCategory: TextRule = when(
  [
    { if: all(inMachines, isVolume), use: literal('Storage') },
    { if: all(inMachines, isTraffic), use: literal('Networking') },
    { if: all(inMachines, isNetwork), use: literal('Networking') },
  ],
  lookup(code, part(1), literal('Other')),
)

export const serviceSubcategory: TextRule = when(
  [
    { if: all(inMachines, isVolume), use: literal('Block Storage') },
    { if: all(inMachines, isTraffic), use: literal('Network Connectivity') },
    { if: all(inMachines, isNetwork), use: literal('Network Infrastructure') },
  ],
  lookup(code, part(2), literal('Other (Other)')),
)

/** Product codes of the marketplace are random: then the product's own name, or the code, is used. */
export const serviceName: TextRule = {
  from: 'first',
  rules: [productOf('ProductName'), lookup(code, part(0), column('lineItem/ProductCode'))],
}

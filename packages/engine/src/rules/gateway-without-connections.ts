import { defineIdleRule } from './reading/define-idle-rule.ts'
import { matchesUsage } from './reading/matches-usage.ts'

/** VPN and network gateways without connections. */
export const gatewayWithoutConnections = defineIdleRule({
  id: 'gateway-without-connections',
  title: 'Unused VPN gateway',
  description: 'VPN connections and gateways bill by the hour, with or without traffic. This one carries none.',
  noun: { singular: 'gateway', plural: 'gateways' },
  providers: ['aws', 'azure', 'gcp'],
  types: ['VPN connection', 'VPN gateway', 'VPN tunnel'],
  matches: (row) =>
    matchesUsage(row, /VPN-Usage|VpnGateway|VPN Gateway|VpnGw|ExpressRoute Gateway|TransitGateway-Hours|VPN tunnel/i),
  quiet: [
    {
      metric: 'network_out',
      statistic: 'max',
      value: 1000,
      label: 'Peak traffic',
      source: 'finops-toolkit: idle network gateways; keep-alives take a few hundred bytes a second',
    },
  ],
  days: {
    value: 14,
    source: 'AWS Compute Optimizer: 32 days; Kept: 14 days, with lower confidence',
  },
  confidence: 0.8,
  effort: 'low',
  risk: 'medium',
  reversible: false,
  permissions: [
    'ec2:DescribeVpnConnections',
    'Microsoft.Network/virtualNetworkGateways/read',
    'cloudasset.assets.listResource',
  ],
  steps: [
    'Ask the network team which site uses it and whether it is a backup line.',
    'Remove its routes for a week, then delete the connection and the gateway.',
  ],
})

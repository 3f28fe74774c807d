import { defineIdleRule } from './reading/define-idle-rule.ts'
import { says } from './reading/says.ts'

/** VPN and network gateways through which nobody comes. */
export const gatewayWithoutConnections = defineIdleRule({
  id: 'gateway-without-connections',
  title: 'VPN gateway without a connection',
  explains:
    'VPN connections and network gateways are paid by the hour of being there. Nothing passed through this one; the office or partner behind it is reached another way by now.',
  noun: { one: 'gateway', many: 'gateways' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: (row) =>
    says(row, /VPN-Usage|VpnGateway|VPN Gateway|VpnGw|ExpressRoute Gateway|TransitGateway-Hours|VPN tunnel/i),
  quiet: [
    {
      metric: 'network_out',
      of: 'most',
      value: 1000,
      words: 'Highest traffic',
      source: 'finops-toolkit: idle network gateways; keep-alives are a few hundred bytes a second',
    },
  ],
  days: {
    value: 14,
    source: 'AWS Compute Optimizer: NAT and attachments 32 days; two weeks, and the confidence says so',
  },
  confidence: 0.8,
  effort: 'low',
  risk: 'medium',
  reversible: false,
  steps: [
    'Ask the network team which site stands behind it, and whether it is the spare line of another.',
    'Take its routes away for a week, then delete the connection and the gateway.',
  ],
})

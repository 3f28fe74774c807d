/** The two meters of a NAT gateway in each cloud: for existing, and for what passes through. */
export const natMeters = [
  {
    uptime: /NatGateway-Hours?|NAT Gateway Hour/i,
    working: /NatGateway-(?:Prvd-)?Bytes|NAT gateway data processed|processed by NAT Gateways?/i,
  },
  {
    uptime: /NAT Gateway.*Standard Gateway|^Standard Gateway$/i,
    working: /NAT Gateway.*Data Processed|^Standard Data Processed$/i,
  },
  { uptime: /Cloud Nat (?:Gateway )?Uptime|Cloud NAT Gateway: Uptime/i, working: /Cloud Nat Data Process/i },
]

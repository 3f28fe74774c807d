/** Instances, volumes, snapshots, addresses, NAT gateways and images. */
import { definePort } from '../define-port.ts'
import { instances } from './ec2/instances.ts'
import { addresses, natGateways } from './ec2/network.ts'
import { images, snapshots, volumes } from './ec2/storage.ts'

export const ec2Port = definePort({
  dataset: 'ec2',
  unlocks: 'Idle instances, unattached volumes, old snapshots and images, unused addresses and NAT gateways',
  operations: [instances, volumes, snapshots, addresses, natGateways, images],
})

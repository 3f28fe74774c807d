/** Public addresses of virtual machines: they belong to the network interfaces. */
import * as z from 'zod'
import { oncePerAccount } from '../../live-once.ts'
import { type AzureDetail, queryAll } from './define-port.ts'
import { readProperties } from './resource.ts'
import type { AzureSession } from './session.ts'

const action = 'Microsoft.Network/networkInterfaces/read'
const reference = z.object({ id: z.string() })
const configurations = z.array(z.object({ properties: z.object({ publicIPAddress: reference.nullish() }).nullish() }))

/** By the ID of a machine in lower case, the ID of its first public address. */
const machineAddresses = oncePerAccount(async (session: AzureSession, subscription) => {
  const interfaces = await queryAll(session, subscription, { type: 'microsoft.network/networkinterfaces', action })
  const addresses = new Map<string, string>()
  for (const entry of interfaces) {
    const { virtualMachine, ipConfigurations } = readProperties(entry, {
      virtualMachine: reference,
      ipConfigurations: configurations,
    })
    const address = ipConfigurations?.find(({ properties }) => properties?.publicIPAddress)?.properties?.publicIPAddress
    if (virtualMachine && address) addresses.set(virtualMachine.id.toLowerCase(), address.id)
  }
  return addresses
})

export const publicAddress: AzureDetail = {
  attribute: 'public_address',
  permissions: [{ action, reason: 'Lists network interfaces, to see which machines have a public address.' }],
  async read(session, { id }, { accountId }) {
    const address = (await machineAddresses(session, accountId)).get(id.toLowerCase())
    return address === undefined ? 'none' : address.replace(/^.*\//, '')
  },
}

/** What tells a resource apart from one that is billed by the list price of its type. */
import { expect, it } from 'vitest'
import { ec2Port } from './ec2.ts'
import { ecsPort } from './ecs.ts'

const location = { accountId: '111122223333', accountName: 'shop', region: 'eu-west-1' }

function attributesOf(port: typeof ec2Port, index: number, answer: object) {
  const operation = port.operations[index]
  if (!operation) throw new Error(`${port.dataset} has no operation ${index}`)
  return operation.toItems(operation.schema.parse(answer), location)[0]?.attributes
}

it('reads the system, the reservation and the Outpost of an instance', () => {
  const instance = {
    ...{ InstanceId: 'i-1', InstanceType: 'm5.large', Placement: { Tenancy: 'host' } },
    ...{ PlatformDetails: 'Red Hat Enterprise Linux', CapacityReservationId: 'cr-1', OutpostArn: 'arn:op-1' },
  }
  expect(attributesOf(ec2Port, 0, { Reservations: [{ Instances: [instance] }] })).toMatchObject({
    ...{ tenancy: 'host', platform_details: 'Red Hat Enterprise Linux' },
    ...{ capacity_reservation: 'cr-1', outpost: 'arn:op-1' },
  })
})

it('reads what a volume is set to, and where it is', () => {
  const volume = { VolumeId: 'vol-1', VolumeType: 'gp3', Iops: 4000, Throughput: 250, OutpostArn: 'arn:op-1' }
  const expected = { iops: '4000', throughput: '250', outpost: 'arn:op-1' }
  expect(attributesOf(ec2Port, 1, { Volumes: [volume] })).toMatchObject(expected)
})

it('reads whose range an address is from', () => {
  const address = { AllocationId: 'eipalloc-1', PublicIp: '203.0.113.7', PublicIpv4Pool: 'ipv4pool-ec2-1' }
  expect(attributesOf(ec2Port, 3, { Addresses: [address] })).toMatchObject({ pool: 'ipv4pool-ec2-1' })
})

it('reads the operating system of tasks', () => {
  const runtimePlatform = { cpuArchitecture: 'X86_64', operatingSystemFamily: 'WINDOWS_SERVER_2022_CORE' }
  const service = { serviceArn: 'arn:aws:ecs:eu-west-1:111122223333:service/shop/web', definition: { runtimePlatform } }
  const expected = { architecture: 'X86_64', operating_system: 'WINDOWS_SERVER_2022_CORE' }
  expect(attributesOf(ecsPort, 0, { services: [service] })).toMatchObject(expected)
})

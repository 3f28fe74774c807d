/** An address that nothing uses: released, and allocated again as long as AWS has not given it to someone else. */
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { type CloudRequest, defineRemedy, quoted, requestText } from '../remedy.ts'
import { regionOf } from './address.ts'
import { ec2Marking } from './deletion-tag.ts'
import { describeEc2, ec2IdOf, ec2Request } from './ec2-query.ts'
import { ownTags, restoredFrom, tagParameters } from './tags.ts'
import { childOf, textOf } from './xml.ts'

interface AddressState extends ResourceState {
  allocated: true
  address: string
  associated: boolean
  tags: Record<string, string>
}

export const elasticIp = defineRemedy({
  kind: 'elastic_ip',
  provider: 'aws',
  steps: ['release'],
  permissions: [
    'ec2:DescribeAddresses',
    'ec2:ReleaseAddress',
    'ec2:AllocateAddress',
    'ec2:CreateTags',
    'ec2:DeleteTags',
  ],
  async read(send, target, signal): Promise<ResourceState> {
    const item = await findAddress(send, target, signal)
    if (!item) return { allocated: false }
    return {
      allocated: true,
      address: textOf(item, 'publicIp'),
      associated: childOf(item, 'associationId') !== undefined || textOf(item, 'networkInterfaceId') !== '',
      tags: ownTags(item),
    }
  },
  stateAfter(before, { target }) {
    if (isAllocated(before) && before.associated)
      throw new KeptError('conflict', `${target.name} is in use. Only an address that nothing uses is released.`)
    return { allocated: false }
  },
  requests(target, from, to) {
    if (isAllocated(from) === isAllocated(to)) return []
    return [isAllocated(to) ? allocateRequest(target, to) : releaseRequest(target, ec2IdOf(target))]
  },
  async carryOut({ send, sendDelete }, target, from, to) {
    if (isAllocated(to)) {
      if (!isAllocated(from)) await requestText(send, allocateRequest(target, to))
      return
    }
    const item = await findAddress(send, target)
    if (item) await requestText(sendDelete, releaseRequest(target, textOf(item, 'allocationId')))
  },
  deletionGrace: { marking: ec2Marking(findAddress, 'allocationId') },
  undoPrice: () =>
    'AWS gives a released address to others. As long as it has not, an undo allocates the same address with a new allocation ID; afterwards it is lost.',
  describeState: (state) => (isAllocated(state) ? `the address ${state.address}` : 'released'),
  script({ target }) {
    const region = `--region ${quoted(regionOf(target))}`
    return {
      tool: 'aws',
      run: [
        `aws ec2 describe-addresses --allocation-ids ${quoted(ec2IdOf(target))} ${region}`,
        `aws ec2 release-address --allocation-id ${quoted(ec2IdOf(target))} ${region}`,
      ],
      undo: [`aws ec2 allocate-address --domain vpc --address ADDRESS ${region}`],
    }
  },
})

function isAllocated(state: ResourceState): state is AddressState {
  return state.allocated === true
}

/** The address itself, or the one that was allocated again. */
async function findAddress(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  for (const filter of ['allocation-id', `tag:${restoredFrom}`]) {
    const query = { action: 'DescribeAddresses', list: 'addressesSet', filter }
    const [item] = await describeEc2(send, target, query, signal)
    if (item) return item
  }
}

function releaseRequest(target: RemediationTarget, AllocationId: string) {
  return ec2Request(target, 'ReleaseAddress', { AllocationId })
}

function allocateRequest(target: RemediationTarget, { address, tags }: AddressState) {
  return ec2Request(target, 'AllocateAddress', {
    Domain: 'vpc',
    Address: address,
    ...tagParameters('elastic-ip', { ...tags, [restoredFrom]: ec2IdOf(target) }),
  })
}

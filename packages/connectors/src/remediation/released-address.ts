/** An address that nothing uses: deleted, and made again from its settings. The cloud then gives another address. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { type CloudRequest, defineRemedy, type Remedy, requestText, waitUntil } from './remedy.ts'
import { isSameState } from './same-state.ts'

export interface AllocatedState extends ResourceState {
  allocated: true
  /** Something uses it. */
  associated: boolean
}

interface ReleasedAddress<State extends AllocatedState>
  extends Pick<Remedy, 'kind' | 'provider' | 'permissions' | 'script' | 'deletionGrace' | 'identityOf'> {
  /** Undefined where there is none. */
  find(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<State | undefined>
  deleteRequest(target: RemediationTarget, state: State): PlannedRequest
  /** Where names are used again: the request that deletes exactly the one that exists now. */
  deleteExistingRequest?(send: CloudRequest, target: RemediationTarget): Promise<PlannedRequest | undefined>
  createRequest(target: RemediationTarget, state: State): PlannedRequest
  /** Sets the labels that the cloud does not take with the request that makes it. */
  restoreLabels?(send: CloudRequest, target: RemediationTarget, state: State): Promise<void>
  undoPrice: string
  /** "a reserved address" */
  label: string
}

const released: ResourceState = { allocated: false }

export function defineReleasedAddress<State extends AllocatedState>(address: ReleasedAddress<State>): Remedy {
  const { find, deleteRequest, deleteExistingRequest, createRequest, restoreLabels, undoPrice, label, ...rest } =
    address
  const isAllocated = (state: ResourceState): state is State => state.allocated === true
  const read: Remedy['read'] = async (send, target, signal) => (await find(send, target, signal)) ?? released
  const requests: Remedy['requests'] = (target, from, to) => {
    if (isAllocated(from) === isAllocated(to)) return []
    if (isAllocated(to)) return [createRequest(target, to)]
    return isAllocated(from) ? [deleteRequest(target, from)] : []
  }
  return defineRemedy({
    ...rest,
    steps: ['release'],
    read,
    stateAfter(before, { target }) {
      if (isAllocated(before) && before.associated)
        throw new KeptError('conflict', `${target.name} is in use. Only an address that nothing uses is released.`)
      return released
    },
    requests,
    async carryOut(carrier, target, from, to) {
      const send = isAllocated(to) ? carrier.send : carrier.sendDelete
      const existing = isAllocated(to) ? undefined : await deleteExistingRequest?.(carrier.send, target)
      for (const request of requests(target, from, to)) await requestText(send, existing ?? request)
      await waitUntil(
        carrier,
        { what: `The change of ${target.name}`, maxMinutes: 10 },
        async () => isAllocated(await read(carrier.send, target)) === isAllocated(to),
      )
      if (isAllocated(to)) await restoreLabels?.(carrier.send, target, to)
    },
    // An interrupted undo has made it, and not labeled it yet.
    isBetween: (state, before) =>
      isAllocated(state) && isAllocated(before) && isSameState({ ...state, labels: null }, { ...before, labels: null }),
    undoPrice: () => undoPrice,
    describeState: (state) => (isAllocated(state) ? label : 'released'),
  })
}

/**
 * A cloud that Kept runs itself, for the demo: it answers the same requests as the real one, and its resources have a
 * state that lasts. It shares no code with what sends the requests.
 */
import type { PlannedRequest } from '@kept/domain/remediation.ts'
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import type { SimulatedResource, SimulatedState } from '@kept/domain/simulated-cloud.ts'

/** The resources of one organization's simulated clouds. */
export interface SimulatedResources {
  /** By the kind and the part of its ID that requests name; undefined where there is none. */
  find(kind: SimulatedResource['kind'], address: string): Promise<SimulatedState | undefined>
  /** Stores a state instead of the one before. */
  change(kind: SimulatedResource['kind'], address: string, state: SimulatedState): Promise<void>
}

export interface SimulatedAnswer {
  status: number
  text: string
}

export interface SimulatedRequest extends Pick<PlannedRequest, 'method' | 'headers' | 'body'> {
  url: URL
}

/** Answers its own requests; undefined for those of other services. */
export type SimulatedApi = (
  request: SimulatedRequest,
  resources: SimulatedResources,
) => Promise<SimulatedAnswer | undefined>

export const answerXml = (text: string): SimulatedAnswer => ({ status: 200, text: `<Response>${text}</Response>` })
export const answerJson = (body: object = {}): SimulatedAnswer => ({ status: 200, text: JSON.stringify(body) })

/** As a cloud refuses: the message is shown to the person who asked. */
export function refuse(status: number, message: string): SimulatedAnswer {
  return { status, text: JSON.stringify({ message }) }
}

export function noResource(address: string): SimulatedAnswer {
  return refuse(404, `${address} does not exist`)
}

/** By provider and kind, what answers the requests of its remedies. The first that answers a request wins. */
export type SimulatedApis = Readonly<
  Record<RemediationProvider, Readonly<Partial<Record<SimulatedResource['kind'], SimulatedApi>>>>
>

/** Resources of a cloud that Kept simulates for its demo. */
import type { RemediationKind } from './remediation.ts'

/** How a resource is set, as far as requests read and change it; its fields depend on the kind. */
export type SimulatedState = Readonly<
  Record<string, string | number | boolean | null | Readonly<Record<string, string>>>
>

export interface SimulatedResource {
  /** As on the bill. */
  id: string
  kind: RemediationKind
  /** The part of the ID that requests name, such as i-0123 of an ARN. */
  address: string
  state: SimulatedState
}

/** What an order means in Terraform: which blocks may declare the resource, and what is to be written in them. */
import type { RemediationKind, RemediationOrder } from '@kept/domain/remediation.ts'
import type { Literal } from './hcl/literal.ts'

export interface Setting {
  /** Blocks and the attribute: `settings.tier`. */
  path: string
  /** Where a resource type has another name for it. */
  pathIn?: Readonly<Record<string, string>>
  value: Literal
}

/** A literal value of the block, by which the resource is recognized. */
export interface Identity {
  path: string
  value: string
  /** False for what only rules a block out: the namespace of a workload, the project of an instance. */
  isDecisive: boolean
  /** Azure compares names without case. */
  ignoresCase?: true
}

/** Sets attributes of the block, and removes those that do not go with them. */
interface SetAction {
  do: 'set'
  settings: readonly Setting[]
  removes?: readonly string[]
  /** Resource types that would act against it as soon as they refer to the block. */
  conflicts?: readonly string[]
}

/** Removes the block, and the blocks of `companions` that refer to it. */
interface RemoveAction {
  do: 'remove'
  companions: readonly string[]
}

/** Declares a second resource, because the block itself has no such attribute. */
interface DeclareAction {
  do: 'declare'
  type: string
  /** The attribute that names the block, and what it names of it: `instance_id = aws_instance.x.id`. */
  reference: { attribute: string; referred: string }
  settings: readonly Setting[]
  /** Nested blocks, as they are written, indented by two spaces. */
  blocks?: string
  /** A nested block by which older files say the same inside of the block itself. */
  inline?: string
}

export type TerraformAction = SetAction | RemoveAction | DeclareAction

export interface TerraformChange {
  /** Any of these resource types may declare the resource. */
  types: readonly string[]
  action: TerraformAction
  identities: readonly Identity[]
  /** IDs in an `import` block. */
  importIds: readonly string[]
  /** What to know before it is applied; "" for nothing. */
  caution: string
}

/** A sentence where Terraform has no attribute for it. */
type ChangeOfOrder = (order: RemediationOrder) => TerraformChange | string

/** Of each kind of resource, what an order becomes. */
export type ChangesOfKinds<Kind extends RemediationKind> = Record<Kind, ChangeOfOrder>

export function decisive(path: string, value: string): Identity {
  return { path, value, isDecisive: true }
}

export function set(path: string, value: Setting['value'], more: Partial<SetAction> = {}): SetAction {
  return { do: 'set', settings: [{ path, value }], ...more }
}

export const remove = (...companions: string[]): RemoveAction => ({ do: 'remove', companions })

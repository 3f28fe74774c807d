/**
 * Columns that hold keys and values: each key can be grouped and filtered by as `<family>:<key>`. A map is read by its
 * key; a JSON object by a key at its top, or by that key in each of its `Elements` as FOCUS nests them.
 */
import { keysOf } from '@kept/foundation/keys.ts'
import type { FocusColumn } from './focus-columns.ts'

interface KeyFamily {
  /** Before the key on screens: "Tag team". */
  label: string
  column: FocusColumn
  /** Where the pickers list its keys. */
  group: string
}

export const keyFamilies = {
  tag: { label: 'Tag', column: 'Tags', group: 'Tags' },
  allocated_tag: { label: 'Allocated tag', column: 'AllocatedTags', group: 'Allocated tags' },
  sku_price_detail: { label: 'SKU price detail', column: 'SkuPriceDetails', group: 'SKU price details' },
  allocated_method_detail: {
    label: 'Allocation method detail',
    column: 'AllocatedMethodDetails',
    group: 'Allocation method details',
  },
  contract_applied: { label: 'Contract applied', column: 'ContractApplied', group: 'Contracts applied' },
  commitment_eligibility: {
    label: 'Commitment eligibility',
    column: 'CommitmentProgramEligibilityDetails',
    group: 'Commitment eligibility',
  },
} as const satisfies Record<string, KeyFamily>

export type KeyFamilyName = keyof typeof keyFamilies
export const keyFamilyNames = keysOf(keyFamilies)

export const MAX_KEY_LENGTH = 200

/** The family and the key of `sku_price_detail:CoreCount`; undefined for a plain dimension. */
export function splitFamilyKey(key: string): { family: KeyFamilyName; key: string } | undefined {
  const end = key.indexOf(':')
  if (end < 0) return undefined
  const family = keyFamilyNames.find((name) => name === key.slice(0, end))
  return family && end < key.length - 1 ? { family, key: key.slice(end + 1) } : undefined
}

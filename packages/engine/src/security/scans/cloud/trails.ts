/** Trails: whether each account is recorded wherever it is in use, and whether a change of its records would show. */
import type { InventoryRow } from '@kept/domain/facts.ts'
import { globalRegion } from '@kept/domain/sync/unit.ts'
import { cloudOf } from '../../../rules/reading/cloud-of.ts'
import type { AccountInventory } from '../accounts.ts'
import type { InventoryCheck } from '../inventory-check.ts'
import type { InventoryCoverage } from '../inventory-coverage.ts'
import { kinds } from './kinds.ts'

/** What a trail says of itself. */
type Flag = 'true' | 'false' | ''

export const trailChecks: readonly InventoryCheck[] = [
  {
    id: 'trail-all-regions',
    title: 'Trails record every account in every region',
    severity: 'high',
    kind: kinds.trail,
    requires: 'trails that say their regions',
    evaluateAccount: (account, { coverage }) => isRecorded(account, coverage),
  },
  {
    id: 'trail-validated',
    title: 'Trails of every account show whether their files were changed',
    severity: 'medium',
    kind: kinds.trail,
    requires: 'trails that say whether they validate their files',
    evaluateAccount(account, { coverage }) {
      const flags = trailsOf(account).map((trail) => flagOf(trail, 'log_validation'))
      if (flags.length === 0) return readRegions(account, coverage).size > 0 ? false : undefined
      if (flags.includes('false')) return false
      return flags.includes('') ? undefined : true
    },
  },
]

/** By one trail of all regions, or by one in each region that is in use. Undefined: there may be one that was not read. */
function isRecorded(account: AccountInventory, coverage: InventoryCoverage | undefined): boolean | undefined {
  const trails = trailsOf(account)
  const flags = trails.map((trail) => flagOf(trail, 'multi_region'))
  if (flags.includes('true')) return true
  const used = regionsInUse(account)
  const recorded = new Set(trails.map(({ region }) => region))
  const open = [...used].filter((region) => !recorded.has(region))
  if (used.size > 0 && open.length === 0) return true
  if (flags.includes('')) return undefined
  const read = readRegions(account, coverage)
  // Without a connection, a list that has trails of an account has all of them.
  if (read.size === 0) return trails.length > 0 ? false : undefined
  return used.size === 0 || open.some((region) => read.has(region)) ? false : undefined
}

const trailsOf = ({ rows }: AccountInventory) => rows.filter(({ type }) => kinds.trail.type.test(type))

function flagOf({ attributes }: InventoryRow, name: string): Flag {
  const value = attributes[name]?.toLowerCase()
  return value === 'true' || value === 'false' ? value : ''
}

/** Where someone created something: AWS itself creates a security group in every region. */
function regionsInUse({ rows }: AccountInventory): Set<string> {
  const created = rows.filter(
    ({ type, attributes }) => !kinds.trail.type.test(type) && attributes.is_default !== 'true',
  )
  return new Set(created.map(({ region }) => region).filter((region) => region !== '' && region !== globalRegion))
}

/**
 * Regions of an account of AWS whose trails a connection read: an account lists in each region the trails that record
 * it there, also those of its organization. Azure and Google Cloud record without any, and show none of a parent.
 */
function readRegions({ provider, account_id }: AccountInventory, coverage: InventoryCoverage | undefined): Set<string> {
  if (cloudOf(provider) !== 'aws') return new Set()
  const own = (coverage?.trail_regions ?? []).filter((entry) => entry.account_id === account_id)
  return new Set(own.map(({ region }) => region))
}

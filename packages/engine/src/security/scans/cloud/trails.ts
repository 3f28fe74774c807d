/** Trails: whether each account is recorded wherever it is in use, now, and whether a change of its records would show. */
import type { InventoryRow } from '@kept/domain/facts.ts'
import { globalRegion } from '@kept/domain/sync/unit.ts'
import { cloudOf } from '../../../rules/reading/cloud-of.ts'
import type { AccountInventory } from '../accounts.ts'
import type { InventoryCheck } from '../inventory-check.ts'
import type { InventoryCoverage } from '../inventory-coverage.ts'
import { kinds } from './kinds.ts'

/** What a trail says of itself. */
type Flag = 'true' | 'false' | ''

const stopped = {
  label: 'Stopped trails',
  list: (account: AccountInventory) => trailsOf(account).filter((trail) => isLogging(trail) === false),
}

export const trailChecks: readonly InventoryCheck[] = [
  {
    id: 'trail-all-regions',
    title: 'Trails record every account in every region',
    severity: 'high',
    kind: kinds.trail,
    requires: 'trails that say their regions and whether they are logging',
    attribute: 'logging',
    causes: stopped,
    evaluateAccount: (account, { coverage }) => isRecorded(account, coverage),
  },
  {
    id: 'trail-validated',
    title: 'Trails of every account show whether their files were changed',
    severity: 'medium',
    kind: kinds.trail,
    requires: 'trails that say whether they validate their files',
    causes: stopped,
    evaluateAccount(account, { coverage }) {
      const trails = trailsOf(account)
      const flags = trails.map((trail) => flagOf(trail, 'log_validation'))
      if (flags.includes('false')) return false
      // A stopped trail validates nothing that happens now.
      if (trails.every((trail) => isLogging(trail) === false))
        return trails.length > 0 || readRegions(account, coverage).size > 0 ? false : undefined
      return flags.includes('') ? undefined : true
    },
  },
]

/**
 * By one trail of all regions that is logging, or by one in each region that is in use. Undefined: a trail may do so that
 * does not say it, or that was not read.
 */
function isRecorded(account: AccountInventory, coverage: InventoryCoverage | undefined): boolean | undefined {
  const trails = trailsOf(account)
  const used = regionsInUse(account)
  const logging = trails.filter((trail) => isLogging(trail) === true)
  if (recordsAll(logging, used, (allRegions) => allRegions === 'true')) return true
  const possible = trails.filter((trail) => isLogging(trail) !== false)
  if (recordsAll(possible, used, (allRegions) => allRegions !== 'false')) return undefined
  const read = readRegions(account, coverage)
  // Without a connection, a list that has trails of an account has all of them.
  if (read.size === 0) return trails.length > 0 ? false : undefined
  const recorded = new Set(possible.map(({ region }) => region))
  return used.size === 0 || [...used].some((region) => !recorded.has(region) && read.has(region)) ? false : undefined
}

function recordsAll(
  trails: readonly InventoryRow[],
  used: ReadonlySet<string>,
  isOfAllRegions: (flag: Flag) => boolean,
): boolean {
  if (trails.some((trail) => isOfAllRegions(flagOf(trail, 'multi_region')))) return true
  return used.size > 0 && [...used].every((region) => trails.some((trail) => trail.region === region))
}

/** Azure and Google Cloud list only what exports their logs; a trail of AWS exists while it is stopped. */
function isLogging(trail: InventoryRow): boolean | undefined {
  const flag = flagOf(trail, 'logging')
  if (flag !== '') return flag === 'true'
  return cloudOf(trail.provider) === 'aws' ? undefined : true
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

/** The accounts of an inventory: accounts of AWS, subscriptions of Azure and projects of Google Cloud. */
import type { InventoryRow } from '@kept/domain/facts.ts'
import { cloudOf } from '../../rules/reading/cloud-of.ts'

export interface AccountInventory {
  provider: string
  /** '' for what an inventory lists without an account. */
  account_id: string
  /** The ID where the inventory has no name, and the cloud where it has neither. */
  name: string
  rows: readonly InventoryRow[]
}

export const accountNoun = { singular: 'account', plural: 'accounts' }

const clouds = ['aws', 'azure', 'gcp'] as const

/** What is of no account is an account of its own where nothing of its cloud has one: of another, it says nothing. */
export function accountsOf(rows: readonly InventoryRow[]): AccountInventory[] {
  const byCloud = Map.groupBy(rows, ({ provider }) => cloudOf(provider))
  return clouds.flatMap((cloud) => {
    const byAccount = Map.groupBy(byCloud.get(cloud) ?? [], ({ sub_account_id }) => sub_account_id)
    return [...byAccount]
      .filter(([account_id]) => account_id !== '' || byAccount.size === 1)
      .map(([account_id, own]) => ({ ...identityOf(account_id, own), account_id, rows: own }))
  })
}

/** The inventory of an account may have the account itself, with its name. */
function identityOf(account_id: string, own: readonly InventoryRow[]): Pick<AccountInventory, 'provider' | 'name'> {
  const provider = own[0]?.provider ?? ''
  const itself = own.find(({ resource_id }) => resource_id === account_id)
  return { provider, name: itself?.name || account_id || provider }
}

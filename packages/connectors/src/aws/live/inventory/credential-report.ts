/** The credential report of IAM as inventory. docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_getting-report.html */
import type { InventoryItem } from '@kept/domain/resource.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import { attributes } from '../../../live-item.ts'
import { awsItem } from './item.ts'

type Row = Readonly<Record<string, string>>

const rootUser = '<root_account>'
/** The columns that everything here follows from. */
const required = ['user', 'arn', 'mfa_active', 'password_enabled', 'access_key_1_active', 'access_key_2_active']
const keyNumbers = [1, 2] as const

export function itemsOfReport(report: string, location: SyncLocation, service: string): InventoryItem[] {
  return rowsOf(report).flatMap((row) =>
    row.user === rootUser
      ? [rootItem(row, location, service), ...keyItems(row, location, service)]
      : [userItem(row, location, service), ...keyItems(row, location, service)],
  )
}

/** The report has neither quotes nor commas within a cell. */
function rowsOf(report: string): Row[] {
  const [header = '', ...lines] = report.trim().split(/\r?\n/)
  const names = header.split(',')
  const missing = required.find((name) => !names.includes(name))
  if (missing !== undefined)
    throw new SyncFailure('unexpected', `The credential report of AWS has no column ${missing}.`, {
      action: 'iam:GetCredentialReport',
    })
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])))
}

function rootItem(row: Row, location: SyncLocation, service: string): InventoryItem {
  return awsItem(location, {
    resource_id: location.accountId,
    type: 'Account',
    service,
    name: location.accountName || location.accountId,
    state: 'active',
    attributes: attributes({ root_mfa: flagOf(row.mfa_active), root_last_used: lastUse(row) }),
  })
}

function userItem(row: Row, location: SyncLocation, service: string): InventoryItem {
  return awsItem(location, {
    resource_id: row.arn ?? '',
    type: 'IAM user',
    service,
    name: row.user ?? '',
    state: 'active',
    created_at: momentOf(row.user_creation_time),
    attributes: attributes({
      mfa: flagOf(row.mfa_active),
      console_access: flagOf(row.password_enabled),
      last_used: lastUse(row),
    }),
  })
}

/** Active keys. The report numbers them and does not say their IDs. */
function keyItems(row: Row, location: SyncLocation, service: string): InventoryItem[] {
  return keyNumbers.flatMap((number) => {
    const key = `access_key_${number}`
    if (row[`${key}_active`] !== 'true') return []
    return [
      awsItem(location, {
        resource_id: `${row.arn}/${key}`,
        type: 'Access key',
        service,
        name: `${row.user} (key ${number})`,
        state: 'active',
        created_at: momentOf(row[`${key}_last_rotated`]),
        attributes: attributes({ last_used: momentOf(row[`${key}_last_used_date`]) ?? 'never' }),
        relations: [{ kind: 'member_of', resource_id: row.user === rootUser ? location.accountId : (row.arn ?? '') }],
      }),
    ]
  })
}

function lastUse(row: Row): string {
  const uses = [row.password_last_used, ...keyNumbers.map((number) => row[`access_key_${number}_last_used_date`])]
  return (
    uses
      .flatMap((cell) => momentOf(cell) ?? [])
      .sort()
      .at(-1) ?? 'never'
  )
}

/** "N/A", "no_information" and "not_supported" are no moments. */
function momentOf(cell: string | undefined): string | undefined {
  const date = new Date(cell ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function flagOf(cell: string | undefined): boolean | undefined {
  return cell === 'true' ? true : cell === 'false' ? false : undefined
}

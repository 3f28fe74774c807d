/** Validates a user file row by row: what it changes, and errors with line, column and reason. */

import { type AssignedRole, type CustomRole, keyOfRole } from '@kept/domain/custom-role.ts'
import { roleSchema } from '@kept/domain/grants.ts'
import { toOneLine } from '@kept/domain/name.ts'
import { isOneOf } from '@kept/foundation/narrow.ts'
import type { ImportedPerson, ImportedPersonError } from '@kept/store/people/people-schema.ts'
import * as z from 'zod'
import type { FileRow } from './read-people-file.ts'

const maxRows = 1000

const headings = {
  email: ['email', 'e-mail', 'mail', 'email address', 'e-mail address'],
  full_name: ['full_name', 'full name', 'name', 'display name'],
  role: ['role'],
} as const
type Column = keyof typeof headings

const emailSchema = z.email().max(254)

export interface ExistingPeople {
  /** Email addresses of current members. */
  members: ReadonlyMap<string, { role: AssignedRole; skipReasons(role: AssignedRole): string | null }>
  /** Email addresses with an open invitation. */
  invited: ReadonlyMap<string, AssignedRole>
  /** Why the caller can't invite a user with this role, or null. */
  inviteRefusal(role: AssignedRole): string | null
  /** The custom roles of the organization. */
  customRoles: readonly CustomRole[]
}

/** Column positions. `email` is required. */
function columnsOf(rows: readonly FileRow[]): Partial<Record<Column, number>> {
  const names = (rows[0]?.cells ?? []).map((cell) => cell.toLowerCase().trim())
  const columns = Object.entries(headings).map(([column, aliases]) => [
    column,
    names.findIndex((name) => isOneOf(aliases, name)),
  ])
  return Object.fromEntries(columns.filter(([, index]) => index !== -1))
}

export function emailsOf(rows: readonly FileRow[]): string[] {
  const { email } = columnsOf(rows)
  return email === undefined ? [] : rows.slice(1).map(({ cells }) => (cells[email] ?? '').toLowerCase())
}

export function validateRows(
  rows: readonly FileRow[],
  existing: ExistingPeople,
): { people: ImportedPerson[]; errors: ImportedPersonError[] } {
  const columns = columnsOf(rows)
  const errors: ImportedPersonError[] = []
  const people: ImportedPerson[] = []
  if (columns.email === undefined) {
    const value = (rows[0]?.cells ?? []).join(', ').slice(0, 200)
    errors.push({
      line: rows[0]?.line ?? 1,
      column: 'email',
      value,
      reason: 'The header row must have a column "email".',
    })
    return { people, errors }
  }
  if (rows.length < 2) errors.push({ line: 2, column: 'email', value: '', reason: 'The file has no users.' })
  if (rows.length - 1 > maxRows) {
    const reason = `The file has more than ${maxRows} users. Split it.`
    errors.push({ line: rows[maxRows + 1]?.line ?? 0, column: 'email', value: '', reason })
    return { people, errors }
  }
  const lineByEmail = new Map<string, number>()
  for (const { line, cells } of rows.slice(1)) {
    const cell = (column: Column) => {
      const index = columns[column]
      return index === undefined ? '' : (cells[index] ?? '').trim()
    }
    const addError = (column: Column, reason: string) =>
      errors.push({ line, column, value: cell(column).slice(0, 200), reason })
    const before = errors.length
    const email = cell('email').toLowerCase()
    if (email === '') addError('email', 'Enter an email address.')
    else if (!emailSchema.safeParse(email).success) addError('email', 'This is not a valid email address.')
    const first = lineByEmail.get(email)
    if (email !== '' && first !== undefined) addError('email', `Line ${first} has the same address.`)
    lineByEmail.set(email, first ?? line)
    if (cell('full_name').length > 200) addError('full_name', 'A name can have up to 200 characters.')
    if (cell('full_name') !== toOneLine(cell('full_name')))
      addError('full_name', 'A name must be one line without control characters.')
    const role = readRole(cell('role'), existing.customRoles)
    if (!role) addError('role', noSuchRole(existing.customRoles))
    if (!role || errors.length > before) continue
    const member = existing.members.get(email)
    const action = member
      ? keyOfRole(member.role) === keyOfRole(role)
        ? 'unchanged'
        : 'update'
      : actionOf(existing.invited.get(email), role)
    const refused =
      action === 'unchanged' ? null : action === 'update' ? member?.skipReasons(role) : existing.inviteRefusal(role)
    if (refused) addError('role', refused)
    else people.push({ line, email, full_name: cell('full_name'), ...role, action })
  }
  return { people, errors }
}

/** A built-in role in any spelling, or a custom role by its name; empty: a user. */
function readRole(text: string, customRoles: readonly CustomRole[]): AssignedRole | undefined {
  const builtIn = roleSchema.safeParse(text.toLowerCase().replace(/[\s-]+/g, '_') || 'user')
  if (builtIn.success) return { role: builtIn.data, custom_role: null }
  const custom = customRoles.find(({ name }) => name.toLowerCase() === text.toLowerCase())
  return custom && { role: 'user', custom_role: { id: custom.id, name: custom.name, permissions: custom.permissions } }
}

function noSuchRole(customRoles: readonly CustomRole[]): string {
  if (customRoles.length === 0) return 'The role must be admin, user or billing_admin.'
  return 'The role must be admin, user, billing_admin or the name of a custom role.'
}

function actionOf(invitedAs: AssignedRole | undefined, role: AssignedRole): ImportedPerson['action'] {
  return invitedAs && keyOfRole(invitedAs) === keyOfRole(role) ? 'unchanged' : 'invite'
}

/** What a file of people would do, row by row, and what is wrong with it: line, column, reason. No database here. */
import { toOneLine } from '@kept/domain/name.ts'
import { type Role, roleSchema } from '@kept/domain/permission.ts'
import type { ImportedPerson, ImportedPersonError } from '@kept/store/people/people-schema.ts'
import * as z from 'zod'
import type { FileRow } from './read-people-file.ts'

export const mostRows = 1000

const headings = {
  email: ['email', 'e-mail', 'mail', 'email address', 'e-mail address'],
  full_name: ['full_name', 'full name', 'name', 'display name'],
  role: ['role'],
} as const
type Column = keyof typeof headings

const emailSchema = z.email().max(254)

export interface Known {
  /** Of those who belong to the organisation now. */
  members: ReadonlyMap<string, { role: Role; whyNot(role: Role): string | null }>
  /** Addresses with an open invitation. */
  invited: ReadonlyMap<string, Role>
  /** Why the caller cannot invite somebody as this, or null. */
  whyNotInvite(role: Role): string | null
}

/** Where each column stands; `email` is a must. */
export function columnsOf(rows: readonly FileRow[]): Partial<Record<Column, number>> {
  const names = (rows[0]?.cells ?? []).map((cell) => cell.toLowerCase().trim())
  const columns = Object.entries(headings).map(([column, known]) => [
    column,
    names.findIndex((name) => (known as readonly string[]).includes(name)),
  ])
  return Object.fromEntries(columns.filter(([, index]) => index !== -1))
}

export function emailsOf(rows: readonly FileRow[]): string[] {
  const { email } = columnsOf(rows)
  return email === undefined ? [] : rows.slice(1).map(({ cells }) => (cells[email] ?? '').toLowerCase())
}

export function judgeRows(
  rows: readonly FileRow[],
  known: Known,
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
      reason: 'The first line must name a column "email".',
    })
    return { people, errors }
  }
  if (rows.length < 2) errors.push({ line: 2, column: 'email', value: '', reason: 'There is nobody in the file.' })
  if (rows.length - 1 > mostRows) {
    const reason = `There are more than ${mostRows} people; split the file.`
    errors.push({ line: rows[mostRows + 1]?.line ?? 0, column: 'email', value: '', reason })
    return { people, errors }
  }
  const seen = new Map<string, number>()
  for (const { line, cells } of rows.slice(1)) {
    const cell = (column: Column) => {
      const index = columns[column]
      return index === undefined ? '' : (cells[index] ?? '').trim()
    }
    const fault = (column: Column, reason: string) =>
      errors.push({ line, column, value: cell(column).slice(0, 200), reason })
    const before = errors.length
    const email = cell('email').toLowerCase()
    if (email === '') fault('email', 'An address is needed.')
    else if (!emailSchema.safeParse(email).success) fault('email', 'This is not an e-mail address.')
    const first = seen.get(email)
    if (email !== '' && first !== undefined) fault('email', `The same address stands on line ${first}.`)
    seen.set(email, first ?? line)
    if (cell('full_name').length > 200) fault('full_name', 'A name has at most 200 characters.')
    if (cell('full_name') !== toOneLine(cell('full_name')))
      fault('full_name', 'A name is one line without control characters.')
    const role = roleSchema.safeParse(
      cell('role')
        .toLowerCase()
        .replace(/[\s-]+/g, '_') || 'user',
    )
    if (!role.success) fault('role', 'The role must be admin, user or billing_admin.')
    if (!role.success || errors.length > before) continue
    const member = known.members.get(email)
    const action = member
      ? member.role === role.data
        ? 'unchanged'
        : 'update'
      : actionOf(known.invited.get(email), role.data)
    const refused =
      action === 'unchanged' ? null : action === 'update' ? member?.whyNot(role.data) : known.whyNotInvite(role.data)
    if (refused) fault('role', refused)
    else people.push({ line, email, full_name: cell('full_name'), role: role.data, action })
  }
  return { people, errors }
}

function actionOf(invitedAs: Role | undefined, role: Role): ImportedPerson['action'] {
  return invitedAs === role ? 'unchanged' : 'invite'
}

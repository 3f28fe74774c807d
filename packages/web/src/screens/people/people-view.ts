/** What the address says about the list of people, and the question it makes. */
import type { Role } from '@kept/domain/permission.ts'
import { roleInput } from '../../account/role-choice.ts'
import type { Search } from '../../url/search.ts'

export const pageSize = 25
export const statuses = ['active', 'disabled', 'invited'] as const
export type Status = (typeof statuses)[number]
export const sorts = ['full_name', 'email', 'role', 'status', 'created_at', 'last_seen_at'] as const
export type Sort = (typeof sorts)[number]
export const roles = ['admin', 'user', 'billing_admin'] as const satisfies readonly Role[]

export interface PeopleView {
  text: string
  /** A built-in role or the ID of a custom one; empty: all. */
  role: string
  status: Status | ''
  sort: Sort
  desc: boolean
  page: number
  /** The person whose details stand beside the list. */
  open: string
}

function isRole(text: string | undefined): text is string {
  return roles.some((role) => role === text) || /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text ?? '')
}

/** Nonsense in an address is the same as nothing. */
export function readPeople(search: Search): PeopleView {
  const sort = (search.sort ?? '').replace(/^-/, '')
  return {
    text: search.q ?? '',
    role: isRole(search.role) ? search.role : '',
    status: statuses.find((option) => option === search.status) ?? '',
    sort: sorts.find((option) => option === sort) ?? 'full_name',
    desc: search.sort?.startsWith('-') ?? false,
    page: Math.max(1, Math.trunc(Number(search.page ?? 1)) || 1),
    open: search.person ?? '',
  }
}

export function writePeople(view: PeopleView): Search {
  const sort = `${view.desc ? '-' : ''}${view.sort}`
  return {
    q: view.text,
    role: view.role,
    status: view.status,
    sort: sort === 'full_name' ? '' : sort,
    page: view.page === 1 ? '' : String(view.page),
    person: view.open,
  }
}

export function peopleQuery({ role, status, sort, desc, page }: PeopleView, text: string) {
  return {
    page,
    page_size: pageSize,
    sort,
    order: desc ? ('desc' as const) : ('asc' as const),
    ...(text && { search: text }),
    ...(role && roleInput(role)),
    ...(status && { status }),
  }
}

export function isNarrowed({ text, role, status }: PeopleView): boolean {
  return text !== '' || role !== '' || status !== ''
}

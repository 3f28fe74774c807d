import type { FoundPerson } from '@kept/store/people/list-people.ts'

/** What a file says of a person, in this order; on paper a column is as many steps of 40 units wide. */
export const exportColumns = [
  { label: 'Name', steps: 4, of: (one: FoundPerson) => one.full_name },
  { label: 'Email', steps: 6, of: (one: FoundPerson) => one.email },
  { label: 'Role', steps: 2, of: (one: FoundPerson) => one.role },
  { label: 'Status', steps: 2, of: (one: FoundPerson) => one.status },
  { label: '2FA', steps: 1, of: (one: FoundPerson) => (one.second_factor ? 'yes' : 'no') },
  { label: 'Since', steps: 2, of: (one: FoundPerson) => one.created_at.slice(0, 10) },
  { label: 'Last seen', steps: 2, of: (one: FoundPerson) => one.last_seen_at?.slice(0, 10) ?? '' },
] as const
